// The same ledger in every store: equal archives, merges, collections and validations, whatever lies underneath.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openPostgresStore } from '../../src/adapters/postgres/index.ts';
import { openSqliteStore } from '../../src/adapters/sqlite/index.ts';
import {
  collect,
  createMemoryStore,
  importArchive,
  ledgerRoot,
  type Store,
  validateLedger,
} from '../../src/ledger/index.ts';
import { createDatabase } from '../support/postgres-database.ts';
import { archiveOf, inChunks, knownTypes, node, orphan, pin, put, sampleLedger } from './sample-ledger.ts';

const directory = mkdtempSync(join(tmpdir(), 'penumbra-ledger-'));
const ends: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of ends) await end();
  rmSync(directory, { recursive: true, force: true });
});

let places = 0;
const stores: readonly [string, () => Promise<Store>][] = [
  ['memory', async () => createMemoryStore()],
  ['SQLite', () => openSqliteStore({ file: join(directory, String(++places), 'ledger.db') })],
  [
    'PostgreSQL',
    async () => {
      const database = await createDatabase();
      ends.push(database.drop);
      return openPostgresStore({ url: database.url });
    },
  ],
];

/** A life: history, provenance, a pin, an orphan, more than a page of frames, a collection, a merge, an erasure. */
async function live(store: Store): Promise<{ archives: Uint8Array[]; plans: unknown[]; found: unknown }> {
  const ledger = sampleLedger(store);
  const first = await put(ledger, { says: 'first', agent: 'ada' });
  await put(ledger, { says: 'second' });
  await pin(ledger, await put(ledger, { on: 'src/b.ts', says: 'pinned', from: [first] }));
  await orphan(ledger, 'orphan');
  for (let index = 0; index < 520; index++)
    await put(ledger, { on: `many/${index % 200}.ts`, says: `${index}` });
  const before = await archiveOf(store);
  const dropped = await collect(store, { types: knownTypes, historyBeforeMs: ledger.clock.now() - 5_000 });
  const after = await archiveOf(store);
  const other = sampleLedger(createMemoryStore(), ledger.clock.now());
  await put(other, { says: 'from elsewhere', agent: 'bob' });
  await importArchive(store, inChunks(await archiveOf(other.store)));
  const erased = await collect(store, { types: knownTypes, erase: node('src/a.ts') });
  const { ok, root, faults, counts } = await validateLedger(store, { types: knownTypes });
  expect({ ok, faults, root }).toEqual({ ok: true, faults: [], root: await ledgerRoot(store) });
  return { archives: [before, after, await archiveOf(store)], plans: [dropped, erased], found: counts };
}

describe.each(stores)('a ledger in %s', (_, open) => {
  test('lives as the one in memory does, to the byte', async () => {
    const store = await open();
    const life = await live(store);
    await store.close();
    expect(life).toEqual(await live(createMemoryStore()));
  });

  test('is left as it was by an archive that is refused at its very end', async () => {
    const store = await open();
    const ledger = sampleLedger(store);
    await put(ledger);
    const other = sampleLedger();
    await put(other, { on: 'src/b.ts', says: 'other' });
    const before = await archiveOf(store);
    const cut = (await archiveOf(other.store)).slice(0, -2);
    await expect(importArchive(store, inChunks(cut))).rejects.toMatchObject({ code: 'archive-invalid' });
    expect(await archiveOf(store)).toEqual(before);
    await put(ledger, { says: 'and it takes writes' });
    await store.close();
  });
});
