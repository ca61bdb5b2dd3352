/** Stacks of masks: order, errors, refusals, and that nothing of a layer is left when it has ended. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bareContext as context, faultOf as fault } from '../../../test/pipeline/bare-context.ts';
import type { Artifact, Mask, Node, NodeContext } from '../index.ts';
import { equipMask, equipMasks } from '../index.ts';

/** A mask at node `a`. */
const maskOf = (name: string, wrap: Mask['wrap'], validNodes = ['a']): Mask => ({
  name,
  description: '',
  validNodes,
  wrap,
});

/** A node and masks that write down who was called when. */
function traced() {
  const trace: string[] = [];
  const node: Node = {
    name: 'a',
    element: 'fire',
    process: () => {
      trace.push('node');
      return { type: 't', data: {} };
    },
  };
  const mask = (label: string, validNodes = ['a']): Mask =>
    maskOf(
      label,
      (next) => async (given) => {
        trace.push(`${label}.pre`);
        try {
          return await next(given);
        } finally {
          trace.push(`${label}.post`);
        }
      },
      validNodes,
    );
  return { trace, node, mask };
}

describe('a stack', () => {
  const order = ['A.pre', 'B.pre', 'node', 'B.post', 'A.post'];

  test('runs from the outside in and back', async () => {
    const { trace, node, mask } = traced();
    await equipMasks(node, mask('A'), mask('B')).process(context);
    expect(trace).toEqual(order);
  });

  test.each<[string, Node['process']]>([
    [
      'throws',
      () => {
        throw new Error('no');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no'))],
  ])('passes the error of a node that %s through every layer', async (_how, process) => {
    const { trace, node, mask } = traced();
    const failing = equipMasks({ ...node, process }, mask('A'), mask('B'));
    await expect(failing.process(context)).rejects.toThrow('no');
    expect(trace).toEqual(['A.pre', 'B.pre', 'B.post', 'A.post']);
  });

  test('passes the error of a layer through those around it, and to none inside', async () => {
    const { trace, node, mask } = traced();
    const broken = maskOf('B', () => async () => {
      throw new Error('torn');
    });
    await expect(equipMasks(node, mask('A'), broken, mask('C')).process(context)).rejects.toThrow('torn');
    expect(trace).toEqual(['A.pre', 'A.post']);
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

  test('of none is the node itself, masked or not', () => {
    const { node, mask } = traced();
    const masked = equipMask(node, mask('A'));
    expect(equipMasks(node)).toBe(node);
    expect(equipMasks(masked)).toBe(masked);
  });

  test('leaves the node as it was, deeply, and is frozen', async () => {
    const { node, mask } = traced();
    const rich = { ...node, identity: { tags: ['quick'], colour: { name: 'Teal' } } };
    const before = structuredClone({ ...rich, process: null });
    const masked = equipMasks(rich, mask('A'), mask('B'));
    await masked.process(context);
    expect({ ...rich, process: null }).toEqual(before);
    const { name, element, identity } = masked;
    expect({ name, element, identity }).toEqual({ name: 'a', element: 'fire', identity: rich.identity });
    expect([masked, (masked as { readonly masks?: unknown }).masks].every(Object.isFrozen)).toBe(true);
  });

  test.each([0, 1, 2])('with the mask at place %d at the wrong node is not put on at all', (place) => {
    const { trace, node, mask } = traced();
    const stack = [mask('A'), mask('B'), mask('C')].with(place, mask('X', ['x', 'y']));
    const masked = equipMask(node, mask('O'));
    for (const one of [node, masked])
      expect(fault(() => equipMasks(one, ...stack))).toEqual({
        code: 'mask-not-valid',
        mask: 'X',
        node: 'a',
        validNodes: ['x', 'y'],
      });
    expect(masked.masks.map(({ name }) => name)).toEqual(['O']);
    expect(trace).toEqual([]);
  });

  test('may be answered by a layer, and then nothing inside it runs', async () => {
    const { trace, node, mask } = traced();
    const own = maskOf('own', () => async () => ({ type: 'own', data: {} }));
    const answer = await equipMasks(node, mask('A'), own, mask('B')).process(context);
    expect(answer).toEqual({ type: 'own', data: {} });
    expect(trace).toEqual(['A.pre', 'A.post']);
  });
});

describe('nothing a layer put into the context outlives it', () => {
  /** What a layer does to its own copy: sets keys at some depth, opens sources, selects a mode. */
  const edit = fc.record({
    key: fc.constantFrom('k', 'l', '__proto__', 'constructor'),
    source: fc.constantFrom('s1', 's2'),
    mode: fc.constantFrom('forge', null),
    mutates: fc.boolean(),
    fails: fc.boolean(),
  });

  test('in any stack, whether a layer edits a copy or scribbles, answers or fails', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { maxLength: 5 }), async (edits) => {
        const kept: { readonly given: NodeContext; readonly before: unknown }[] = [];
        const layers = edits.map((one, index) =>
          maskOf(`m${index}`, (next) => async (given) => {
            const handed = one.mutates ? given : structuredClone(given);
            Object.assign(handed, { mode: one.mode });
            (handed.openSources as string[]).push(one.source);
            Object.defineProperty(handed.meta, one.key, {
              value: { deep: [index] },
              enumerable: true,
              configurable: true,
              writable: true,
            });
            kept.push({ given: handed, before: structuredClone(handed) });
            const artifact = await next(handed);
            if (one.fails) throw new Error('no');
            return artifact;
          }),
        );
        let seen: NodeContext | undefined;
        const process = (given: NodeContext): Artifact => {
          seen = structuredClone(given);
          // A node that scribbles changes its own copy alone.
          (given.openSources as string[]).length = 0;
          return { type: 't', data: {} };
        };
        const given = structuredClone(context);
        const masked = equipMasks({ name: 'a', process }, ...layers);
        const run = async () => masked.process(given);
        const outcome = await run().then(
          () => 'answered',
          () => 'failed',
        );
        expect(given).toEqual(context);
        expect(outcome).toBe(edits.some(({ fails }) => fails) ? 'failed' : 'answered');
        for (const { given: handed, before } of kept) expect(handed).toEqual(before);
        if (edits.length > 0) expect(seen?.openSources).toEqual(edits.map(({ source }) => source));
      }),
      { numRuns: 200 },
    );
  });
});
