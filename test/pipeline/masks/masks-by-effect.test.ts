// The six masks by what they do in a real investigation: with the mask, without it, and at the wrong node.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadPipeline, masks, resolveShipped } from '../../../src/pipeline/index.ts';
import { allBut, kindsIn, type MaskedOptions, type MaskedRun, openShop } from './masked-run.ts';

const shop = openShop();
afterAll(() => shop.close());

const reports = ['billing.xml', 'orders.xml', 'stock.xml', 'web.xml'];
/** The reports whose failure is uncertain enough to be contested. */
const CONTESTED = ['billing.xml'];
let copies = 0;
/** Investigates a fresh copy of the shop. */
const investigate = (options: Partial<MaskedOptions> = {}): Promise<MaskedRun> => {
  copies += 1;
  return shop.copy(String(copies)).investigate({ reports, ...options });
};
const edgesAt = (run: MaskedRun, node: string) => [
  ...new Set(run.stepsAt(node).map(({ edge }) => edge?.edge ?? null)),
];
const sourcesAt = (run: MaskedRun, node: string) => [
  ...new Set(run.stepsAt(node).flatMap(({ sources }) => sources.map(({ source }) => source))),
];
const toolCodesAt = (run: MaskedRun, node: string) => [
  ...new Set(run.stepsAt(node).flatMap(({ tools }) => tools.map(({ code }) => code))),
];

/** The court without a mask at its node: whoever holds a seat there must otherwise be able to wear it. */
const courtWithout = (mask: string) => {
  const text = resolveShipped('court') ?? '';
  expect(text).toContain(`, masks: [${mask}]`);
  return { court: loadPipeline(text.replace(`, masks: [${mask}]`, '')) };
};

let worn: MaskedRun;
beforeAll(async () => {
  worn = await investigate();
});

describe('recall', () => {
  let first: ReturnType<typeof shop.copy>;
  beforeAll(async () => {
    first = shop.copy('remembering');
    await first.investigate({ reports });
  });

  // Without it first: what is learned under a run changes what the next one remembers.
  test('without it nothing that is remembered is told, and nothing is recalled', async () => {
    const bare = await first.investigate({ reports, masks: allBut('mask-of-recall') });
    expect(kindsIn(bare.packsAt('recall'))).toEqual(['failure', 'trace']);
    expect(sourcesAt(bare, 'recall')).toEqual([]);
    expect(edgesAt(bare, 'recall')).toEqual(['H2']);
    expect(bare.stepsAt('recall')[0]?.decisions).toEqual([
      { decision: 'without mask-of-recall', reason: 'it is not at hand' },
    ]);
  });

  test('with it prior causes and symptoms are in the pack, and a known cause skips the search', async () => {
    const recalled = await first.investigate({ reports });
    expect(kindsIn(recalled.packsAt('recall'))).toEqual(['failure', 'prior-cause', 'symptom', 'trace']);
    expect(sourcesAt(recalled, 'recall')).toEqual(['prior-causes', 'symptoms']);
    expect(edgesAt(recalled, 'recall')).toContain('H1');
    expect(JSON.stringify(recalled.packsAt('recall')[0]?.task.bounds)).toContain(
      '"prior_rca_available":true',
    );
  });
});

describe('the forge', () => {
  test('with it the repository is searched in the mode `forge`, and evidence is in the pack', () => {
    expect(kindsIn(worn.packsAt('investigate'))).toEqual(
      expect.arrayContaining(['evidence', 'evidence-base']),
    );
    expect(toolCodesAt(worn, 'investigate')).toEqual(['MCP-CTX-S-001']);
    expect(new Set(worn.packsAt('investigate').map(({ scope }) => scope.mode))).toEqual(new Set(['forge']));
    expect(JSON.stringify(worn.packsAt('investigate')[0]?.task.bounds)).toContain(
      '"workspace_repos_available":true',
    );
  });

  test('without it no tool is called and no evidence is told', async () => {
    const bare = await investigate({ masks: allBut('mask-of-the-forge') });
    expect(kindsIn(bare.packsAt('investigate'))).not.toContain('evidence');
    expect(sourcesAt(bare, 'investigate')).toEqual([]);
    expect(toolCodesAt(bare, 'investigate')).toEqual([]);
    expect(bare.packsAt('investigate')[0]?.scope.mode).toBe('bare');
    expect(edgesAt(bare, 'investigate')).toEqual(['H10a']);
    expect(bare.document.causes.flatMap(({ suspects }) => suspects)).toEqual([]);
  });

  test('its sources without its mode are refused by the guard', async () => {
    const [, forge] = masks.light;
    if (forge === undefined) throw new Error('no forge');
    const moodless = {
      ...forge,
      wrap: (next: Parameters<typeof forge.wrap>[0]) =>
        forge.wrap((context) => next({ ...context, mode: null })),
    };
    const refused = await investigate({ masks: [...allBut(forge.name), moodless] });
    expect(sourcesAt(refused, 'investigate')).toEqual(['search', 'history', 'tree']);
    const codes = toolCodesAt(refused, 'investigate');
    expect(codes).toHaveLength(1);
    expect(codes[0]).not.toMatch(/-S-/);
    expect(kindsIn(refused.packsAt('investigate'))).not.toContain('evidence');
  });
});

describe('correlation', () => {
  test('with it the other cases are in the pack, and a duplicate is found', () => {
    expect(kindsIn(worn.packsAt('correlate'))).toContain('other-case');
    expect(sourcesAt(worn, 'correlate')).toEqual(['other-cases']);
    expect(edgesAt(worn, 'correlate')).toContain('H15');
    expect(JSON.stringify(worn.packsAt('correlate')[0]?.task.bounds)).toContain('"cross_case_matching":true');
  });

  test('without it no case hears of another', async () => {
    const bare = await investigate({ masks: allBut('mask-of-correlation') });
    expect(kindsIn(bare.packsAt('correlate'))).not.toContain('other-case');
    expect(sourcesAt(bare, 'correlate')).toEqual([]);
    expect(edgesAt(bare, 'correlate')).toEqual(['H15b']);
  });
});

describe('judgment', () => {
  test('with it an approval is taken', () => {
    expect(edgesAt(worn, 'review')).toEqual(['H12']);
    expect(JSON.stringify(worn.packsAt('review')[0]?.task.bounds)).toContain('"review_authority":true');
  });

  test('without it every review is a recommendation, and the report says so', async () => {
    const bare = await investigate({ masks: allBut('mask-of-judgment') });
    expect(edgesAt(bare, 'review')).toEqual(['H19']);
    expect(bare.terminals).toContain('_recommended');
    expect(bare.document.causes.map(({ status }) => status)).toContain('recommended');
    expect(bare.stepsAt('report')).toEqual([]);
  });
});

describe('indictment', () => {
  test('with it the conclusion is charged', () => {
    expect(kindsIn(worn.packsAt('indict'))).toEqual(expect.arrayContaining(['charge', 'exhibits']));
    const charged = worn.stepsAt('indict').map(({ artifact }) => artifact?.type);
    expect(new Set(charged)).toEqual(new Set(['indictment']));
  });

  test('without it there is no charge, and what the prosecution says fails its schema', async () => {
    const bare = await investigate({ definitions: courtWithout('mask-of-indictment') });
    expect(kindsIn(bare.packsAt('indict'))).not.toContain('charge');
    expect(bare.stepsAt('indict').length).toBeGreaterThan(0);
    for (const { failure, artifact, edge } of bare.stepsAt('indict')) {
      expect(failure).toContain('`charged_defect_type`');
      expect([artifact, edge?.edge]).toEqual([null, 'HD13']);
    }
    const decisions = bare.document.causes.flatMap(({ court }) => court?.decision ?? []);
    expect(new Set(decisions)).toEqual(new Set(['mistrial']));
  });
});

describe('discovery', () => {
  const conclusions = ['charge', 'exhibits', 'indictment', 'investigate', 'report', 'review'];

  test('with it the pack tells of the failure and of no conclusion', () => {
    const kinds = kindsIn(worn.packsAt('discover'));
    expect(kinds).toEqual(expect.arrayContaining(['failure', 'evidence']));
    expect(kinds.filter((kind) => conclusions.includes(kind))).toEqual([]);
    const told = JSON.stringify(
      worn.packsAt('discover').map(({ truth, memory, task }) => [truth, memory, task.scene, task.bounds]),
    );
    for (const field of ['rca_message', 'defect_type', 'charged_', 'narrative'])
      expect(told).not.toContain(field);
    expect(kindsIn(worn.packsAt('defend'))).toContain('charge');
  });

  test('a definition that leaves it off opens no more: the court and its policy keep conclusions back as well', async () => {
    const bare = await investigate({ definitions: courtWithout('mask-of-discovery') });
    expect(bare.stepsAt('discover')[0]?.masks).toEqual([]);
    expect(kindsIn(bare.packsAt('discover'))).toEqual(kindsIn(worn.packsAt('discover')));
  });
});

test.each(masks.shadow)('a seat that finds no $name at hand stops the run', async ({ name, validNodes }) => {
  await expect(investigate({ reports: CONTESTED, masks: allBut(name) })).rejects.toMatchObject({
    code: 'mask-not-valid',
    data: { mask: name, node: validNodes[0], validNodes },
  });
});

test.each([
  ...masks.light.map(({ name, validNodes }) => ['light', 'triage', name, validNodes] as const),
  ...masks.shadow.map(({ name, validNodes }) => ['court', 'verdict', name, validNodes] as const),
])(
  'in the %s definition, at %s, %s stops the run before anybody is asked there',
  async (which, node, mask, validNodes) => {
    const text = resolveShipped(which === 'light' ? 'rca-investigation' : 'court') ?? '';
    const wrong = loadPipeline(text.replace(`name: ${node},`, `name: ${node}, masks: [${mask}],`));
    expect(wrong.nodes.find(({ name }) => name === node)?.masks).toEqual([mask]);
    await expect(investigate({ reports: CONTESTED, definitions: { [which]: wrong } })).rejects.toMatchObject({
      code: 'mask-not-valid',
      data: { mask, node, validNodes },
    });
  },
);
