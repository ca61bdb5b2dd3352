// SIGKILL before and after every single commit of scans, puts and derivations, on both databases, and where they take
// several batches: done again, they come to what they would have come to undisturbed.

import { availableParallelism } from 'node:os';
import { describe, expect, test } from 'vitest';
import { type ActPlan, type KillMoment, killAndRepeat, runCalmly } from './killed-acts.ts';
import { sharedDatabases, type TestStore } from './test-stores.ts';
import { workspaceActs } from './workspace-acts.ts';

const SMALL = { folders: 3, filesEach: 4 };
const createFile = sharedDatabases.SQLite as () => Promise<TestStore>;

describe.each(Object.entries(sharedDatabases))('on %s', (_name, createStore) => {
  test.each(Object.keys(workspaceActs))('%s killed at any commit comes to the same end', async (name) => {
    await killEverywhere({ name, size: SMALL, createStore });
  });
});

// Twice as many appends as files, and some eight operations for each frame: more than one batch takes.
test.each([
  { name: 'later scan', size: { folders: 10, filesEach: 510 }, fewestCommits: 3 },
  { name: 'produce', size: { folders: 10, filesEach: 300 }, fewestCommits: 4 },
  { name: 'synthesize', size: { folders: 100, filesEach: 15 }, fewestCommits: 4 },
  { name: 'regenerate', size: { folders: 100, filesEach: 15 }, fewestCommits: 4 },
])(
  '$name in several batches killed at any commit comes to the same end',
  async ({ fewestCommits, ...plan }) => {
    expect(await killEverywhere({ ...plan, createStore: createFile })).toBeGreaterThanOrEqual(fewestCommits);
  },
);

/** Kills an act before and after each of its commits and returns how many it has. */
async function killEverywhere(plan: ActPlan): Promise<number> {
  const { commits, whole } = await runCalmly(plan);
  const kills = Array.from({ length: commits }, (_, index) => index + 1).flatMap((commit): KillMoment[] => [
    { commit, moment: 'before' },
    { commit, moment: 'after' },
  ]);
  const runner = async () => {
    for (let kill = kills.pop(); kill !== undefined; kill = kills.pop())
      expect({ ...kill, ...(await killAndRepeat(plan, kill)) }).toEqual({ ...kill, ...whole });
  };
  await Promise.all(Array.from({ length: availableParallelism() }, runner));
  return commits;
}
