// The effects of walks as moments at which a process can be killed: every ask and every commit, before and after it.

import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSqliteStore } from '../../src/adapters/sqlite/index.ts';
import type { Ledger, Store } from '../../src/ledger/index.ts';
import { defineFrameTypes } from '../../src/ledger/index.ts';
import { walkMany } from '../../src/pipeline/index.ts';
import { crashAgent, crashGraph, crashRun } from './walk-plan.ts';

/** Is told of a moment and returns when the process is to live on. */
export type Meet = (moment: string) => Promise<void>;

/** Where the walks of a folder write down each answer that was paid. */
export const paidFile = (folder: string): string => join(folder, 'paid');

/** Opens the ledger of a folder. */
export async function openWalkLedger(folder: string): Promise<Ledger> {
  const store = await openSqliteStore({ file: join(folder, 'ledger.db') });
  return { store, types: defineFrameTypes(), clock: { now: () => 1_000 } };
}

/** Walks the cases of the matrix on the ledger of a folder, from wherever they stand. */
export async function walkFolder(folder: string, meet: Meet): Promise<void> {
  const ledger = await openWalkLedger(folder);
  const ask = crashAgent(async (name) => {
    await meet(`before ask ${name}`);
    appendFileSync(paidFile(folder), `${name}\n`);
    await meet(`after ask ${name}`);
  });
  await walkMany(crashGraph, { ...crashRun, ledger: { ...ledger, store: watched(ledger.store, meet) }, ask });
  await ledger.store.close();
}

/** A commit is known by the place that its last entry takes, so it has the same name in every process. */
function watched(store: Store, meet: Meet): Store {
  const commit: Store['commit'] = async (batch) => {
    const log = batch.appends?.at(-1)?.log ?? 'none';
    const name = `commit ${log.replace(/[0-9a-f]{64}/g, '-')} ${((await store.head(log))?.sequence ?? 0) + 1}`;
    await meet(`before ${name}`);
    const outcome = await store.commit(batch);
    await meet(`after ${name}`);
    return outcome;
  };
  return new Proxy(store, {
    get: (target, name) => {
      if (name === 'commit') return commit;
      const member = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}
