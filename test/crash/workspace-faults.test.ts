// A store that fails under a workspace: a clear error, nothing half, and the same workspace goes on when it is mended.

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { openSqliteStore } from '../../src/adapters/sqlite/index.ts';
import { PenumbraError } from '../../src/kernel/index.ts';
import { ask } from '../contract/postgres-own-server.ts';
import { expectFault } from '../contract/sqlite-fixture.ts';
import { type CommitHook, openCrashWorkspace, openOnStore } from './crash-workspace.ts';
import { sharedDatabases, type TestStore } from './test-stores.ts';
import { formerPaths, type WorkspaceAct, workspaceActs } from './workspace-acts.ts';
import { remainsOf } from './workspace-remains.ts';

const SMALL = { folders: 3, filesEach: 4 };
const LARGE = { folders: 1, filesEach: 600 };
const PAGE_BYTES = 16_384;
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0)) await step();
});

test.each(Object.keys(workspaceActs))('%s goes on after its store failed at any commit', async (name) => {
  const act = workspaceActs[name] as WorkspaceAct;
  const calm = await prepared(act);
  let commits = 0;
  const counted: CommitHook = (_batch, commit) => {
    commits++;
    return commit();
  };
  await act.run(await open(calm, counted), SMALL);
  const whole = await remainsOf(await open(calm), formerPaths(SMALL));
  expect(whole.faults).toEqual([]);
  for (let failing = 1; failing <= commits; failing++) {
    for (const isWritten of [false, true]) {
      const workspace = await open(await prepared(act), failAt(failing, isWritten));
      await expect(act.run(workspace, SMALL)).rejects.toMatchObject({ code: 'store-unavailable' });
      // What it remembers agrees with what lasts: it is not opened anew.
      await act.run(workspace, SMALL);
      const remains = await remainsOf(workspace, formerPaths(SMALL));
      expect({ failing, isWritten, ...remains }).toEqual({ failing, isWritten, ...whole });
    }
  }
});

describe('a full disk', () => {
  test.each(['first scan', 'later scan', 'synthesize', 'regenerate', 'produce'])(
    'stops %s, which is done once there is room',
    async (name) => {
      const act = workspaceActs[name] as WorkspaceAct;
      const calm = await prepared(act, LARGE);
      await act.run(await open(calm), LARGE);
      const whole = await remainsOf(await open(calm));
      const place = await prepared(act, LARGE);
      const file = place.address.replace('sqlite:', '');
      const maxPages = Math.ceil(statSync(file).size / PAGE_BYTES) + 2;
      const full = await openOnStore(place.root, await openSqliteStore({ file, maxPages }));
      await expectFault('store-full', () => act.run(full, LARGE));
      expect((await full.validate()).faults).toEqual([]);
      await full.close();
      const roomy = await open(place);
      await act.run(roomy, LARGE);
      expect(await remainsOf(roomy)).toEqual(whole);
    },
  );

  test('refuses a put whole', async () => {
    const place = await prepared(workspaceActs.put as WorkspaceAct);
    const file = place.address.replace('sqlite:', '');
    await (await open(place)).scan();
    const before = await remainsOf(await open(place));
    const maxPages = Math.ceil(statSync(file).size / PAGE_BYTES) + 2;
    const full = await openOnStore(place.root, await openSqliteStore({ file, maxPages }));
    const content = 'much '.repeat(1_000_000);
    await expectFault('store-full', () =>
      full.as('person', 'writer').putFrame({ path: 'folder-0', type: 'note', content }),
    );
    await full.close();
    expect(await remainsOf(await open(place))).toEqual(before);
  });
});

test.each(Object.keys(workspaceActs))(
  'a store that may only be read refuses %s and stays as it is',
  async (name) => {
    const act = workspaceActs[name] as WorkspaceAct;
    const place = await prepared(act, SMALL, sharedDatabases.PostgreSQL);
    const before = await remainsOf(await open(place));
    const database = new URL(place.address).pathname.slice(1);
    await ask(place.address, `ALTER DATABASE ${database} SET default_transaction_read_only = on`);
    const workspace = await open(place);
    await expectFault('store-read-only', () => act.run(workspace, SMALL));
    expect(await remainsOf(workspace)).toEqual(before);
  },
);

type Place = { readonly root: string; readonly address: string };

/** Brings a new workspace to where an act begins. */
async function prepared(
  act: WorkspaceAct,
  size = SMALL,
  create = sharedDatabases.SQLite as (() => Promise<TestStore>) | undefined,
): Promise<Place> {
  const root = mkdtempSync(join(tmpdir(), 'penumbra-fault-'));
  const store = (await create?.()) as TestStore;
  undo.push(
    () => store.remove(),
    () => rmSync(root, { recursive: true }),
  );
  const place = { root, address: store.address };
  const workspace = await openCrashWorkspace(place);
  await act.prepare(root, workspace, size);
  await workspace.close();
  return place;
}

/** Opens a workspace that is closed when the test is over. */
async function open(place: Place, hook?: CommitHook) {
  const workspace = await openCrashWorkspace(place, hook);
  undo.unshift(() => workspace.close());
  return workspace;
}

/** Fails at one commit, as if the line was lost before it was written or before that was told. */
function failAt(failing: number, isWritten: boolean): CommitHook {
  let commits = 0;
  return async (_batch, commit) => {
    if (++commits !== failing) return commit();
    if (isWritten) await commit();
    throw new PenumbraError('store-unavailable', 'the line was lost', { hint: 'try again' });
  };
}
