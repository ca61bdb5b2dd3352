// A second process for the tests of the embedded store: `node sqlite-child.ts <act> <file> [count]`.

import { DatabaseSync } from 'node:sqlite';
import { openSqliteStore } from '../../src/adapters/sqlite/index.ts';
import type { PenumbraError } from '../../src/kernel/index.ts';
import { type Store, toObject } from '../../src/ledger/index.ts';

const [act, file = '', count = '0'] = process.argv.slice(2);

const acts: Record<string, () => Promise<void>> = {
  /** Counts a log up by compare-and-set. */
  async increment() {
    const store = await openSqliteStore({ file });
    for (let done = 0; done < Number(count); ) if (await incrementOnce(store)) done++;
    await store.close();
  },

  /** Commits without end, and tells each number once it is committed. */
  async endless() {
    const store = await openSqliteStore({ file });
    for (let number = (await store.head('log'))?.sequence ?? 0; ; ) {
      const value = String(++number);
      await store.commit({ atMs: number, puts: [toObject(value)], appends: [{ log: 'log', value }] });
      console.log(value);
    }
  },

  /** Stays in the middle of a transaction. */
  async hold() {
    const database = new DatabaseSync(file);
    database.exec('PRAGMA cache_size = 1; BEGIN IMMEDIATE; DELETE FROM entry; DELETE FROM log');
    const insert = database.prepare("INSERT INTO entry VALUES (1, ?, 1, printf('%.*c', 9000, 'x'))");
    for (let sequence = 100; sequence < 400; sequence++) insert.run(sequence);
    console.log('holding');
    setInterval(() => database.isOpen, 60_000);
  },

  /** Tells what can be read and what becomes of a write. */
  async probe() {
    const store = await openSqliteStore({ file });
    const head = await store.head('log');
    const outcome = await store
      .commit({ atMs: 1, appends: [{ log: 'log', value: '"probe"' }] })
      .catch(inWords);
    console.log(JSON.stringify({ value: head?.value, outcome }));
    await store.close();
  },
};

async function incrementOnce(store: Store): Promise<boolean> {
  const value = (await store.head('counter'))?.value ?? null;
  const outcome = await store.commit({
    atMs: 1,
    requires: [{ kind: 'head-is', log: 'counter', value }],
    appends: [{ log: 'counter', value: String(Number(value) + 1) }],
  });
  return outcome.committed;
}

function inWords({ code, hint, message }: PenumbraError): unknown {
  return { code, hint, message };
}

try {
  await acts[act ?? '']?.();
} catch (error) {
  console.log(JSON.stringify({ outcome: inWords(error as PenumbraError) }));
}
