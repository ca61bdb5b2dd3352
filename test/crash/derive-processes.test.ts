// Several processes derive frames of one workspace at once: together they do what one does alone, and nothing twice.
// Other numbers of them are in derive-processes.deep.test.ts.

import { describe, expect, test } from 'vitest';
import { openStore, storeAddress } from '../../src/engine/open-ledger.ts';
import { openCrashWorkspace, openOnStore } from './crash-workspace.ts';
import { checkTogether, derivationsBy, deriveAlone, prepare, SIZE } from './derivations.ts';
import { sharedDatabases, type TestStore } from './test-stores.ts';
import { type WorkspaceAct, workspaceActs } from './workspace-acts.ts';
import { remainsOf } from './workspace-remains.ts';

test.each(derivationsBy({ SQLite: 2, PostgreSQL: 4 }))(
  '$processes processes that $act at once on $name do it as one would',
  checkTogether,
);

describe('a wave that another overtakes after it has looked', () => {
  test.each(['regenerate', 'synthesize', 'produce'])('does not %s anything a second time', async (name) => {
    const plan = { act: name, create: sharedDatabases.SQLite as () => Promise<TestStore>, processes: 1 };
    const alone = await deriveAlone(name);
    const { root, address } = await prepare(plan);
    const act = workspaceActs[name] as WorkspaceAct;
    const quick = await openCrashWorkspace({ root, address });
    const store = await openStore(storeAddress(address, root), { create: false });
    let isOvertaken = false;
    // It has looked at what stands by then, and asks about the first frame it is going to write, or writes it.
    const overtakeAt = async (logs: readonly string[]) => {
      if (isOvertaken || !logs.some((log) => /^(frame|standing)\//.test(log))) return;
      isOvertaken = true;
      await act.run(quick, SIZE);
    };
    const slow = await openOnStore(root, {
      ...store,
      async head(log) {
        await overtakeAt([log]);
        return store.head(log);
      },
      async commit(batch) {
        await overtakeAt((batch.appends ?? []).map(({ log }) => log));
        return store.commit(batch);
      },
    });
    await act.run(slow, SIZE);
    expect(isOvertaken).toBe(true);
    expect(await remainsOf(quick)).toEqual(alone.remains);
    await quick.close();
    await slow.close();
  });
});
