// What the embedded store says when its file or its disk fails, and that nothing else is lost by it.

import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { openSqliteStore } from '../../src/adapters/sqlite/index.ts';
import { toObject } from '../../src/ledger/index.ts';
import { expectFault, expectLaidLedger, freshDirectory, keptObjects, layLedger } from './sqlite-fixture.ts';

/** Changes a ledger's file behind the store's back. */
function tamper(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

/** Asserts that a file cannot be opened as a ledger and is left as it was. */
async function expectUntouched(file: string, code: 'store-damaged' | 'store-version'): Promise<void> {
  const before = readFileSync(file);
  await expectFault(code, () => openSqliteStore({ file }));
  expect(readFileSync(file).equals(before)).toBe(true);
}

describe('a file that is not a ledger of this program', () => {
  test('is refused and left alone when it is not a database', async () => {
    const file = join(freshDirectory(), 'ledger.db');
    for (const text of ['short', 'a shopping list\n'.repeat(5_000)]) {
      writeFileSync(file, text);
      await expectUntouched(file, 'store-damaged');
    }
  });

  test('is refused and left alone when it is the database of another program', async () => {
    const file = join(freshDirectory(), 'ledger.db');
    tamper(file, 'PRAGMA application_id = 7; CREATE TABLE song (title TEXT)');
    await expectUntouched(file, 'store-damaged');
  });

  test('is refused and left alone when it was written by a newer program', async () => {
    const file = await layLedger();
    tamper(file, 'PRAGMA user_version = 99');
    await expectUntouched(file, 'store-version');
    tamper(file, 'PRAGMA user_version = 1');
    const store = await openSqliteStore({ file });
    await expectLaidLedger(store);
    await store.close();
  });

  test('is refused when it is a directory', async () => {
    await expectFault('store-unavailable', () => openSqliteStore({ file: freshDirectory() }));
  });
});

test('a store that a newer program migrates while it is open refuses writes, and the newer program loses nothing', async () => {
  const file = await layLedger();
  const store = await openSqliteStore({ file });
  tamper(file, 'PRAGMA user_version = 2; CREATE TABLE newer (x)');
  await expectFault('store-version', () =>
    store.commit({ atMs: 1, appends: [{ log: 'log', value: '"old"' }] }),
  );
  await expectFault('store-version', () => store.maintain());
  tamper(file, 'ALTER TABLE log RENAME TO journal');
  await expectFault('store-version', () => store.head('log'));
  await store.close();
  tamper(file, 'ALTER TABLE journal RENAME TO log; PRAGMA user_version = 1');
  const again = await openSqliteStore({ file });
  await expectLaidLedger(again);
  expect((await again.head('log'))?.sequence).toBe(2);
  await again.close();
});

describe('a damaged file', () => {
  test('serves every object but the one whose bytes changed, names that one, and takes it back', async () => {
    const file = await layLedger();
    tamper(file, "UPDATE object SET bytes = X'6b657074203f' WHERE bytes = CAST('kept 7' AS BLOB)");
    const store = await openSqliteStore({ file });
    const damaged = toObject('kept 7');
    const fault = await expectFault('hash-mismatch', () => store.getMany([damaged.id]));
    expect(fault.message).toContain(damaged.id);
    const others = keptObjects().filter(({ id }) => id !== damaged.id);
    expect(await store.getMany(others.map(({ id }) => id))).not.toContain(null);
    await store.commit({ atMs: 1, puts: [damaged] });
    expect(Buffer.from((await store.getMany([damaged.id]))[0] ?? []).toString()).toBe('kept 7');
    await store.close();
  });

  test('names the object that cannot be read because its page is broken, and serves the others', async () => {
    const file = await layLedger();
    const large = toObject(new Uint8Array(100_000).fill(1));
    const store = await openSqliteStore({ file });
    await store.commit({ atMs: 1, puts: [large] });
    await store.close();
    const bytes = readFileSync(file);
    const page = Math.floor(bytes.indexOf(Buffer.alloc(16_000, 1)) / 16_384);
    // The first four bytes of an overflow page lead to the next one; here, far beyond the file.
    bytes.writeUInt32BE(0x7fff_ffff, page * 16_384);
    writeFileSync(file, bytes);
    const again = await openSqliteStore({ file });
    const fault = await expectFault('store-damaged', () => again.getMany([large.id]));
    expect(fault.message).toContain(large.id);
    expect(await again.getMany(keptObjects().map(({ id }) => id))).not.toContain(null);
    expect(await again.checkStructure()).not.toEqual([]);
    await again.close();
  });

  test('is recognised when it was cut off anywhere, and left alone', async () => {
    const file = await layLedger();
    const { length } = readFileSync(file);
    for (const kept of [0, 50, 100, 4_096, 16_384, length - 16_384, length - 1]) {
      const cut = join(freshDirectory(), 'ledger.db');
      copyFileSync(file, cut);
      truncateSync(cut, kept);
      await expectUntouched(cut, 'store-damaged');
    }
  });

  test('is reported, not crashed on, when it is cut off while it is open', async () => {
    const file = await layLedger();
    const store = await openSqliteStore({ file });
    truncateSync(file, 20_000);
    await expectFault('store-damaged', () => store.getMany(keptObjects().map(({ id }) => id)));
    expect(await store.checkStructure()).not.toEqual([]);
    await store.close();
  });
});

describe('a full disk', () => {
  const huge = toObject(new Uint8Array(2_000_000).fill(3));

  test('refuses what does not fit, keeps the rest, and takes more once there is room', async () => {
    const file = await layLedger();
    const store = await openSqliteStore({ file, maxPages: 20 });
    const outcomes = await Promise.allSettled([
      store.commit({ atMs: 2, appends: [{ log: 'log', value: '3' }] }),
      store.commit({ atMs: 2, puts: [huge], appends: [{ log: 'log', value: '"huge"' }] }),
      store.commit({ atMs: 2, appends: [{ log: 'log', value: '4' }] }),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    await expectFault('store-full', () => store.commit({ atMs: 2, puts: [huge] }));
    expect((await store.readLog('log', {})).map(({ value }) => value)).toEqual(['1', '2', '3', '4']);
    await expectLaidLedger(store);
    const session = await store.maintain();
    await expectFault('store-full', () =>
      session.apply({ removals: keptObjects().map(({ id }) => id), puts: [huge] }),
    );
    await expectFault('store-unavailable', () => session.commit());
    await expectLaidLedger(store);
    await store.close();
    const roomy = await openSqliteStore({ file });
    expect((await roomy.commit({ atMs: 3, puts: [huge] })).committed).toBe(true);
    await roomy.close();
  });

  test.skipIf(!canMount())('says so on a real file system without room, and loses nothing', async () => {
    const directory = freshDirectory();
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', directory]);
    try {
      const file = await layLedger(join(directory, 'ledger.db'));
      const store = await openSqliteStore({ file });
      await expectFault('store-full', () => store.commit({ atMs: 2, puts: [huge] }));
      await expectLaidLedger(store);
      await store.close();
      const filler = join(directory, 'filler');
      for (let size = 1_000_000; size > 100; size = Math.floor(size / 2)) fill(filler, size);
      await expectFault('store-full', () => openSqliteStore({ file: join(directory, 'new', 'ledger.db') }));
      execFileSync('rm', ['-r', filler, join(directory, 'new')]);
      const again = await openSqliteStore({ file });
      await expectLaidLedger(again);
      await again.close();
    } finally {
      execFileSync('umount', [directory]);
    }
  });
});

function fill(file: string, size: number): void {
  try {
    writeFileSync(file, Buffer.alloc(size), { flag: 'a' });
  } catch {
    // As much as fits is what is wanted.
  }
}

function canMount(): boolean {
  const directory = freshDirectory();
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', directory], { stdio: 'ignore' });
    execFileSync('umount', [directory]);
    return true;
  } catch {
    return false;
  }
}
