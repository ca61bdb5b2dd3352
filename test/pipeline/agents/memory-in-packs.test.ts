// Stickiness at work: whose own earlier replies are in the packs of a real investigation, and whose are not.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PromptPack } from '../../../src/disclosure/lens/index.ts';
import { loadPipeline, resolveShipped } from '../../../src/pipeline/index.ts';
import { type MaskedRun, openShop } from '../masks/masked-run.ts';

const shop = openShop();
afterAll(() => shop.close());

// The shop has few files, so that a wider look brings nothing. Here it is taken all the same, and resolve is come back to.
const persistent = loadPipeline(
  'pipeline: persistent\nextends: rca-investigation\nedges: [{ id: H10, when: size(output.evidence_refs) > 0 }]\n',
  { resolve: resolveShipped },
);

let run: MaskedRun;
beforeAll(async () => {
  run = await shop.investigate({ reports: ['orders.xml', 'web.xml'], definitions: { light: persistent } });
});

/** The authors of the replies that packs hold as an agent's own. */
const remembered = (packs: readonly PromptPack[]) => [
  ...new Set(
    packs.flatMap(({ memory }) =>
      memory.filter(({ kind }) => kind === 'own-reply').map(({ provenance }) => provenance.source),
    ),
  ),
];

test.each([
  ['triage', 'Herald', 0, []],
  ['resolve', 'Sentinel', 2, ['Sentinel']],
  ['investigate', 'Seeker', 3, ['Seeker']],
])('at %s, %s of stickiness %d is reminded of the replies of %j', (node, name, _stickiness, expected) => {
  expect(new Set(run.stepsAt(node).map(({ agent }) => agent?.name))).toEqual(new Set([name]));
  expect(remembered(run.packsAt(node))).toEqual(expected);
});

test('on its first visit nobody is reminded of anything', () => {
  const first = run
    .packsAt('investigate')
    .filter(({ task }) => JSON.stringify(task.bounds).includes('"visit":1'));
  expect(first.length).toBeGreaterThan(0);
  expect(remembered(first)).toEqual([]);
});
