// The same ledger in every store: equal archives, merges, collections and validations, whatever lies underneath.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, assert, describe, expect, test } from 'vitest';
import { openPostgresStore } from '../../src/adapters/postgres/index.ts';
import { openSqliteStore } from '../../src/adapters/sqlite/index.ts';
import { sha256 } from '../../src/kernel/index.ts';
import {
  type Batch,
  collect,
  createMemoryStore,
  importArchive,
  ledgerRoot,
  type Store,
  toObject,
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

  test('keeps what it was given, whatever the caller does to it before it is written', async () => {
    const store = await open();
    const [one, two] = ['one', 'two'].map((text) => ({ id: sha256(text), bytes: Buffer.from(text) }));
    assert(one && two);
    const appends = [{ log: 'log', value: '1' }];
    const commit = store.commit({ atMs: 1, puts: [one], appends });
    one.bytes.fill(0);
    appends[0] = { log: 'log', value: 'altered' };
    await commit;
    const session = await store.maintain();
    const apply = session.apply({ puts: [two] });
    two.bytes.fill(0);
    await apply;
    await session.commit();
    const found = await store.getMany([one.id, two.id]);
    expect(found.map((bytes) => Buffer.from(bytes ?? []).toString())).toEqual(['one', 'two']);
    expect((await store.head('log'))?.value).toBe('1');
    await store.close();
  });

  const frameLog = `frame/${'0'.repeat(64)}/note`;
  test.each<[string, Partial<Batch>, string]>([
    ['that is no JSON', { appends: [{ log: 'log', value: 'not json' }] }, 'not-canonical'],
    ['that is not canonical', { appends: [{ log: 'log', value: '{"a":1.0}' }] }, 'not-canonical'],
    ['that is no text', { appends: [{ log: 'log', value: ['1'] as never }] }, 'usage'],
    [
      'that names no frame in a frame log',
      { appends: [{ log: frameLog, value: '"junk"' }] },
      'invalid-frame',
    ],
    [
      'after the last year',
      { atMs: Date.UTC(2200, 0, 1) + 1, appends: [{ log: 'log', value: '1' }] },
      'usage',
    ],
    ['with an object that is no bytes', { puts: [{ id: sha256('x'), bytes: 'x' as never }] }, 'usage'],
  ])('refuses an entry %s', async (_, batch, code) => {
    const store = await open();
    await expect(store.commit({ atMs: 1, ...batch })).rejects.toMatchObject({ name: 'PenumbraError', code });
    expect(await store.statistics()).toMatchObject({ objects: 0, entries: 0 });
    await store.close();
  });

  test.each([Number.NaN, 1.5, -1, '2' as never])('refuses a page of %s rows', async (limit) => {
    const store = await open();
    await store.commit({ atMs: 1, puts: [toObject('one')] });
    const reads = [
      async () => store.listObjects({ limit }),
      async () => store.listTombstones({ limit }),
      async () => store.listHeads({ limit }),
      async () => store.readLog('log', { limit }),
      async () => store.listMembers('index', 'key', { limit }),
      async () => store.listIndexEntries({ limit }),
    ];
    for (const read of reads)
      await expect(read()).rejects.toMatchObject({ name: 'PenumbraError', code: 'usage' });
    expect(await store.listObjects({ limit: 0 })).toEqual([]);
    await store.close();
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
