// SIGKILL at some moments of an investigation: resumed, it ends with the hashes of an undisturbed run.

import { afterAll, expect, test } from 'vitest';
import { openKillGround } from './killed-investigations.ts';

const MOMENTS = 2;
const ground = await openKillGround();
afterAll(() => ground.remove());

const commits = Array.from(
  { length: MOMENTS },
  (_, index) => 1 + Math.floor((ground.commits * index) / MOMENTS),
);

test('an undisturbed run leaves a whole ledger and uses the light path and the court', () => {
  expect(ground.whole.faults).toEqual([]);
  const nodes = new Set(ground.whole.model.cases.flatMap(({ steps }) => steps.map(({ node }) => node)));
  for (const node of [
    'recall',
    'triage',
    'resolve',
    'investigate',
    'correlate',
    'review',
    'report',
    'verdict',
  ])
    expect(nodes).toContain(node);
});

test.each(commits)('killed after commit %i it is resumed to the same end', async (commit) => {
  expect(await ground.killAt(commit, 'after')).toEqual(ground.whole);
});

test.each(commits.slice(1))(
  'where the store fails at commit %i it is resumed to the same end',
  async (commit) => {
    expect(await ground.killAt(commit + 3, 'fault')).toEqual(ground.whole);
  },
);
