/** Masks: order, errors, refusals, and what each of the six does, with it, without it and at the wrong node. */
import { describe, expect, test } from 'vitest';
import { PenumbraError } from '../../kernel/index.ts';
import type { Artifact, Mask, Node, NodeContext } from '../index.ts';
import { createMaskRegistry, equipMask, equipMasks, masks, shippedMasks } from '../index.ts';

const context: NodeContext = {
  node: 'a',
  state: { loops: {}, visits: {}, worn: [], remands: 0, handoffs: 0, court_ms: 0, role_failed: false },
  prior: null,
  meta: {},
  openSources: [],
  mode: null,
};

/** A node that says what it was given, and the trace of who was called when. */
function traced(name = 'a') {
  const trace: string[] = [];
  const seen: NodeContext[] = [];
  const node: Node = {
    name,
    element: 'fire',
    process: (given) => {
      trace.push('node');
      seen.push(given);
      return { type: 't', data: {} };
    },
  };
  const mask = (label: string, validNodes = [name]): Mask => ({
    name: label,
    description: '',
    validNodes,
    wrap: (next) => async (given) => {
      trace.push(`${label}.pre`);
      try {
        return await next(given);
      } finally {
        trace.push(`${label}.post`);
      }
    },
  });
  return { trace, seen, node, mask };
}

function fault(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    if (error instanceof PenumbraError) return { code: error.code, ...error.data };
    throw error;
  }
  return null;
}

describe('a stack', () => {
  const order = ['A.pre', 'B.pre', 'node', 'B.post', 'A.post'];

  test('runs from the outside in and back', async () => {
    const { trace, node, mask } = traced();
    await equipMasks(node, mask('A'), mask('B')).process(context);
    expect(trace).toEqual(order);
  });

  test('grows on the inside, on a copy', async () => {
    const { trace, node, mask } = traced();
    const outer = equipMask(node, mask('A'));
    const both = equipMask(outer, mask('B'));
    await both.process(context);
    expect(trace).toEqual(order);
    expect(outer.masks.map(({ name }) => name)).toEqual(['A']);
    expect(both.masks.map(({ name }) => name)).toEqual(['A', 'B']);
    expect(both.inner).toBe(node);
  });

  test('passes an error through every layer', async () => {
    const { trace, node, mask } = traced();
    const failing = { ...node, process: () => Promise.reject(new Error('no')) };
    await expect(equipMasks(failing, mask('A'), mask('B')).process(context)).rejects.toThrow('no');
    expect(trace).toEqual(['A.pre', 'B.pre', 'B.post', 'A.post']);
  });

  test('of none is the node itself', () => {
    const { node } = traced();
    expect(equipMasks(node)).toBe(node);
  });

  test('leaves the node as it was', () => {
    const { node, mask } = traced();
    const before = { ...node };
    const masked = equipMasks(node, mask('A'));
    expect(node).toEqual(before);
    expect({ name: masked.name, element: masked.element }).toEqual({ name: 'a', element: 'fire' });
  });

  test('with one mask at the wrong node is not put on at all', () => {
    const { trace, node, mask } = traced();
    expect(fault(() => equipMasks(node, mask('A'), mask('B', ['x', 'y'])))).toEqual({
      code: 'mask-not-valid',
      mask: 'B',
      node: 'a',
      validNodes: ['x', 'y'],
    });
    expect(trace).toEqual([]);
  });

  test('refuses a second next, also a late one', async () => {
    const { trace, node } = traced();
    let late: () => Promise<Artifact> = () => Promise.reject(new Error('never set'));
    const twice: Mask = {
      name: 'twice',
      description: '',
      validNodes: ['a'],
      wrap: (next) => async (given) => {
        await next(given);
        return next(given);
      },
    };
    const lazy: Mask = {
      ...twice,
      name: 'lazy',
      wrap: (next) => async (given) => {
        late = () => next(given);
        return { type: 'own', data: {} };
      },
    };
    await expect(equipMask(node, twice).process(context)).rejects.toThrow(
      '`twice` called the next layer twice',
    );
    expect(trace).toEqual(['node']);
    expect(await equipMask(node, lazy).process(context)).toEqual({ type: 'own', data: {} });
    await expect(late()).rejects.toThrow('`lazy` called the next layer twice');
    expect(trace).toEqual(['node']);
  });

  test('lets nothing a layer put into the context outlive it', async () => {
    const { seen, node } = traced();
    const contexts: NodeContext[] = [];
    const scribbler = (label: string): Mask => ({
      name: label,
      description: '',
      validNodes: ['a'],
      wrap: (next) => async (given) => {
        contexts.push(given);
        const own = given.meta as Record<string, boolean>;
        own[label] = true;
        const artifact = await next(given);
        expect(Object.keys(given.meta)).toEqual(label === 'A' ? ['A'] : ['A', 'B']);
        return artifact;
      },
    });
    const given = Object.freeze({ ...context, meta: Object.freeze({}) });
    await equipMasks(node, scribbler('A'), scribbler('B')).process(given);
    expect(seen[0]?.meta).toEqual({ A: true, B: true });
    expect(given.meta).toEqual({});
    expect(contexts[0]).not.toBe(contexts[1]);
  });
});

describe('the six masks', () => {
  const byName = (name: string): Mask => shippedMasks.get(name) as Mask;
  const worn = async (name: string, given: Partial<NodeContext> = {}, data: Artifact['data'] = {}) => {
    const mask = byName(name);
    let seen = context;
    const [node = ''] = mask.validNodes;
    const process = (one: NodeContext) => {
      seen = one;
      return { type: 't', data };
    };
    const artifact = await equipMask({ name: node, process }, mask).process({ ...context, ...given });
    return { seen, artifact };
  };

  test('are four and two', () => {
    expect(masks.light.map(({ name }) => name)).toEqual([
      'mask-of-recall',
      'mask-of-the-forge',
      'mask-of-correlation',
      'mask-of-judgment',
    ]);
    expect(masks.shadow.map(({ name }) => name)).toEqual(['mask-of-indictment', 'mask-of-discovery']);
  });

  test.each([...shippedMasks.values()])('$name is refused elsewhere', (mask) => {
    expect(
      fault(() => equipMask({ name: 'resolve', process: () => ({ type: 't', data: {} }) }, mask)),
    ).toEqual({
      code: 'mask-not-valid',
      mask: mask.name,
      node: 'resolve',
      validNodes: mask.validNodes,
    });
  });

  test.each([
    ['mask-of-recall', ['prior-causes', 'symptoms'], { prior_rca_available: true }, null],
    [
      'mask-of-the-forge',
      ['tree', 'outlines', 'imports', 'history', 'search'],
      { workspace_repos_available: true },
      'forge',
    ],
    ['mask-of-correlation', ['other-cases'], { cross_case_matching: true }, null],
    ['mask-of-judgment', [], { review_authority: true }, null],
  ])('%s opens its sources and sets its flag', async (name, openSources, meta, mode) => {
    expect((await worn(name)).seen).toEqual({ ...context, openSources, meta, mode });
  });

  test('judgment makes a decision binding', async () => {
    expect(
      (await worn('mask-of-judgment', {}, { decision: 'approve', binding: false })).artifact.data,
    ).toEqual({
      decision: 'approve',
      binding: true,
    });
  });

  test('indictment turns an investigation into a charge', async () => {
    const prior = {
      type: 'investigate',
      data: { defect_type: 'product_bug', suspects: [{ path: 'src/a.ts' }], evidence_refs: ['f1', 'f2'] },
    };
    const { artifact, seen } = await worn(
      'mask-of-indictment',
      { prior },
      { prosecution_narrative: 'so', charged_defect_type: 'flaky' },
    );
    expect(artifact.data).toEqual({
      charged_defect_type: 'product_bug',
      charged_location: 'src/a.ts',
      prosecution_narrative: 'so',
      evidence: ['f1', 'f2'].map((handle) => ({
        description: handle,
        handle,
        weight: 1,
        class: 'circumstantial',
      })),
    });
    expect(seen.openSources).toEqual(['investigation']);
  });

  test('discovery leaves the raw failure and no conclusion', async () => {
    const prior = {
      type: 'indictment',
      confidence: 0.9,
      data: {
        charged_defect_type: 'product_bug',
        prosecution_narrative: 'so',
        failure: { message: 'boom', rca_message: 'x' },
      },
    };
    const meta = { component: 'core', case: { trace: 'at a.ts:1', defect_type: 'product_bug' } };
    const { seen } = await worn('mask-of-discovery', { prior, meta });
    expect(seen.prior).toEqual({ type: 'indictment', data: { failure: { message: 'boom' } } });
    expect(seen.meta).toEqual({ case: { trace: 'at a.ts:1' }, conclusions_stripped: true });
    expect(JSON.stringify(seen)).not.toContain('product_bug');
  });
});

test('a registry refuses two masks of one name', () => {
  const { mask } = traced();
  expect(fault(() => createMaskRegistry([mask('A'), mask('A')]))).toEqual({
    code: 'mask-not-valid',
    mask: 'A',
  });
});
