/** The six masks: what each edits, and that none is worn elsewhere; test/pipeline/masks shows what that does in a run. */
import { describe, expect, test } from 'vitest';
import { bareContext as context, faultOf as fault } from '../../../test/pipeline/bare-context.ts';
import type { Artifact, Mask, NodeContext } from '../index.ts';
import { createMaskRegistry, equipMask, masks, shippedMasks } from '../index.ts';
import { toMaskRegistry } from './masks.ts';

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

  test.each<[string, Artifact | null, Artifact['data']]>([
    [
      'a conclusion without a place',
      { type: 'investigate', data: { defect_type: 'flaky' } },
      { charged_defect_type: 'flaky' },
    ],
    ['no conclusion', null, {}],
  ])('indictment of %s charges nothing the prosecution made up', async (_what, prior, charge) => {
    const own = { charged_defect_type: 'product_bug', charged_location: 'src/b.ts' };
    const { artifact } = await worn('mask-of-indictment', { prior }, own);
    expect(artifact.data).toEqual({ ...charge, evidence: [] });
  });

  test('judgment makes no artifact of what is none', async () => {
    const judged = equipMask(
      { name: 'review', process: () => ({ type: 't' }) as Artifact },
      byName('mask-of-judgment'),
    );
    expect(await judged.process(context)).toEqual({ type: 't' });
  });

  test('discovery leaves the raw failure and no conclusion', async () => {
    const prior = {
      type: 'indictment',
      confidence: 0.9,
      data: {
        charged_defect_type: 'product_bug',
        prosecution_narrative: 'so',
        evidence: [{ description: 'the product_bug is here', handle: 'f1' }],
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

describe('a registry', () => {
  const named = (name: string): Mask => ({ name, description: '', validNodes: ['a'], wrap: (next) => next });

  test('refuses two masks of one name', () => {
    expect(fault(() => createMaskRegistry([named('A'), named('A')]))).toEqual({
      code: 'mask-not-valid',
      mask: 'A',
    });
  });

  test('goes by the names of masks, whatever a caller calls them', () => {
    const renamed = new Map([['mask-of-judgment', named('A')]]);
    expect([...toMaskRegistry(renamed).keys()]).toEqual(['A']);
    expect(toMaskRegistry(undefined)).toBe(shippedMasks);
  });
});
