// SIGKILL at commits of a scan, a put and a derivation: done again, they come to what they would have come to undisturbed.
// All acts, at every commit, are killed in workspace-kill.deep.test.ts.

import { describe, expect, test } from 'vitest';
import { type CalmAct, killAndRepeat, runCalmly } from './killed-acts.ts';
import { sharedDatabases, type TestStore } from './test-stores.ts';

const SIZE = { folders: 3, filesEach: 4 };
const createStore = sharedDatabases.SQLite as () => Promise<TestStore>;

describe.each(['later scan', 'put', 'regenerate'])('%s', (name) => {
  const plan = { name, size: SIZE, createStore };
  let calm: CalmAct | undefined;

  test('is killed before its last commit and comes to the same end', async () => {
    calm = await runCalmly(plan);
    expect(calm.whole.faults).toEqual([]);
    expect(calm.whole.roots.length).toBeGreaterThan(0);
    expect(await killAndRepeat(plan, { commit: calm.commits, moment: 'before' })).toEqual(calm.whole);
  });

  test('is killed after its first commit and comes to the same end', async () => {
    expect(await killAndRepeat(plan, { commit: 1, moment: 'after' })).toEqual(calm?.whole);
  });
});
