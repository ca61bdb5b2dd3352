// What is erased from an embedded store is gone from its files to the last byte, or the store says that it is not.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openSqliteStore } from '../../src/adapters/sqlite/index.ts';
import { type Store, toObject } from '../../src/ledger/index.ts';
import { freshDirectory } from './sqlite-fixture.ts';

const SECRET = '<<secret';

/** Writes notes one by one, every fifth a secret one, and returns the secret ones. */
async function writeNotes(store: Store, { notes, bytes }: { notes: number; bytes: number }) {
  const secrets = [];
  for (let number = 0; number < notes; number++) {
    const isSecret = number % 5 === 3;
    const text = isSecret
      ? `${SECRET}${number}`.padEnd(bytes, 's')
      : `${number}`.padEnd((number * 37) % bytes);
    const object = toObject(text);
    if (isSecret) secrets.push(object);
    const appends = [{ log: `log/${number % 5}`, value: JSON.stringify(object.id) }];
    const adds = [{ index: 'note', key: object.id, member: `${number}` }];
    await store.commit({ atMs: number, puts: [object], appends, adds });
  }
  return secrets;
}

async function erase(store: Store, objects: readonly ReturnType<typeof toObject>[]) {
  const session = await store.maintain();
  await session.apply({ tombstones: objects.map(({ id }) => ({ id, reason: 'erased', agent: 'person' })) });
  return session.commit();
}

/** Counts the pieces of secret notes in a ledger's files. */
function leftIn(file: string): number {
  const files = [file, `${file}-wal`].filter((path) => existsSync(path));
  return files
    .map((path) => readFileSync(path, 'latin1').match(/<<secret|s{12}/g)?.length ?? 0)
    .reduce((sum, count) => sum + count, 0);
}

test.each([
  { notes: 50, bytes: 50 },
  { notes: 200, bytes: 200 },
  { notes: 200, bytes: 3_000 },
  { notes: 200, bytes: 20_000 },
  { notes: 1_000, bytes: 500 },
])('nothing is left of a fifth of $notes notes of $bytes bytes', async (size) => {
  const file = join(freshDirectory(), 'ledger.db');
  const store = await openSqliteStore({ file });
  const secrets = await writeNotes(store, size);
  expect(leftIn(file)).toBeGreaterThan(0);
  expect(await erase(store, secrets)).toEqual({ remains: null });
  expect(leftIn(file)).toBe(0);
  expect(await store.checkStructure()).toEqual([]);
  expect(await store.statistics()).toMatchObject({
    objects: size.notes - secrets.length,
    entries: size.notes,
  });
  await store.close();
  expect(leftIn(file)).toBe(0);
});

test('a reader elsewhere keeps bytes in the files, which is told, and the next session removes them', async () => {
  const file = join(freshDirectory(), 'ledger.db');
  const store = await openSqliteStore({ file, maxWaitMs: 20 });
  const secrets = await writeNotes(store, { notes: 30, bytes: 400 });
  const reader = new DatabaseSync(file, { readOnly: true });
  reader.exec('BEGIN; SELECT count(*) FROM object');
  const { remains } = await erase(store, secrets);
  expect(remains).toMatch(/erased bytes may still be readable in .*: .*another process.*run `penumbra gc`/);
  expect(leftIn(file)).toBeGreaterThan(0);
  expect(await store.hasMany(secrets.map(({ id }) => id))).not.toContain(true);
  reader.close();
  const session = await store.maintain();
  expect(await session.commit()).toEqual({ remains: null });
  expect(leftIn(file)).toBe(0);
  await store.close();
});

test('a session that erases nothing neither rewrites the file nor waits for readers', async () => {
  const file = join(freshDirectory(), 'ledger.db');
  const store = await openSqliteStore({ file });
  const secrets = await writeNotes(store, { notes: 10, bytes: 400 });
  await erase(store, secrets);
  const { mark } = markOf(file);
  const session = await store.maintain();
  await session.apply({ tombstones: secrets.map(({ id }) => ({ id, reason: 'erased', agent: 'other' })) });
  expect(await session.commit()).toEqual({ remains: null });
  expect(markOf(file)).toEqual({ mark });
  await store.close();
});

/** SQLite counts up the schema version when a file is rewritten. */
function markOf(file: string): { mark: unknown } {
  const database = new DatabaseSync(file, { readOnly: true });
  const mark = database.prepare('PRAGMA schema_version').get()?.schema_version;
  database.close();
  return { mark };
}

test('closing the store waits for the wiping of a session that is being committed', async () => {
  const file = join(freshDirectory(), 'ledger.db');
  const store = await openSqliteStore({ file });
  const secrets = await writeNotes(store, { notes: 30, bytes: 400 });
  const session = await store.maintain();
  await session.apply({ tombstones: secrets.map(({ id }) => ({ id, reason: 'erased', agent: 'person' })) });
  const committed = session.commit();
  await store.close();
  expect(await committed).toEqual({ remains: null });
  expect(leftIn(file)).toBe(0);
});
