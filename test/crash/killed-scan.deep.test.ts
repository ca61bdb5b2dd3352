// A scan of many changes that is killed between its batches and is never repeated: what it left behind tells nothing,
// not even when the files come to be what it had found.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PenumbraError } from '../../src/kernel/index.ts';
import { type CommitHook, openCrashWorkspace } from './crash-workspace.ts';
import { sharedDatabases, type TestStore } from './test-stores.ts';
import { type ActSize, pathsOf, writeNumbered } from './workspace-acts.ts';
import { type Remains, remainsOf } from './workspace-remains.ts';

/** Twice as many appends as files: more than one batch takes. */
const SIZE: ActSize = { folders: 10, filesEach: 510 };
/** In every state all files differ from those of the states before; the third is the first edit again. */
const STATES = ['first', 'edited', 'edited otherwise', 'edited'];

test('a scan that was killed and not repeated leaves the lineage as if it had not been', async () => {
  const calm = await scanStates([0, 2, 3]);
  const killed = await scanStates([0, 1, 2, 3], 1);
  expect({ ...killed, lineage: null }).toEqual({ ...calm, lineage: null });
  // One by one: a difference of all would be too long to read.
  for (const [path, entries] of Object.entries(calm.lineage))
    expect(killed.lineage[path], path).toEqual(entries);
  expect(Object.keys(killed.lineage)).toEqual(Object.keys(calm.lineage));
  const files = Object.entries(calm.lineage).filter(([path]) => path.endsWith('.txt'));
  expect(files.length).toBeGreaterThan(SIZE.folders);
  for (const [, entries] of files) expect(entries.map((entry) => JSON.parse(entry).scan)).toEqual([1, 2, 3]);
});

/** Scans the files in some states, one of which is not recorded to its end. */
async function scanStates(states: readonly number[], killedState?: number): Promise<Remains> {
  const root = mkdtempSync(join(tmpdir(), 'penumbra-states-'));
  const store = await (sharedDatabases.SQLite as () => Promise<TestStore>)();
  try {
    for (const state of states) {
      for (const [index, path] of pathsOf(SIZE).entries())
        writeNumbered(root, path, { first: `title ${index}`, rest: STATES[state] ?? '' });
      const isKilled = state === killedState;
      const workspace = await openCrashWorkspace(
        { root, address: store.address },
        isKilled ? stopAtScan : undefined,
      );
      if (isKilled) await expect(workspace.scan()).rejects.toThrow('stopped');
      else await workspace.scan();
      await workspace.close();
    }
    const workspace = await openCrashWorkspace({ root, address: store.address });
    const remains = await remainsOf(workspace);
    await workspace.close();
    return remains;
  } finally {
    await store.remove();
    rmSync(root, { recursive: true });
  }
}

/** Lets everything be written but the entry that records the scan. */
const stopAtScan: CommitHook = async (batch, commit) => {
  if (batch.appends?.some(({ log }) => log === 'scan'))
    throw new PenumbraError('store-unavailable', 'stopped', { hint: 'none' });
  return commit();
};
