// What the embedded store says when its file or its disk fails, and that nothing else is lost by it.

import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { openSqliteStore } from '../../src/adapters/sqlite/index.ts';
import type { PenumbraError } from '../../src/kernel/index.ts';
import { toObject } from '../../src/ledger/index.ts';
import { describeStore } from '../../src/testing/index.ts';
import { expectFault, expectLaidLedger, freshDirectory, keptObjects, layLedger } from './sqlite-fixture.ts';

/** Changes a ledger's file behind the store's back. */
function tamper(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

/** Asserts that a file cannot be opened as a ledger and is left as it was. */
async function expectUntouched(
  file: string,
  code: 'store-damaged' | 'store-version',
): Promise<PenumbraError> {
  const before = readFileSync(file);
  const fault = await expectFault(code, () => openSqliteStore({ file }));
  expect(readFileSync(file).equals(before)).toBe(true);
  return fault;
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
    const { hint } = await expectUntouched(file, 'store-damaged');
    expect(hint).toContain('another file');
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

  test('is refused, and called what it is, when it is no file at all', async () => {
    const pipe = join(freshDirectory(), 'pipe');
    execFileSync('mkfifo', [pipe]);
    const kinds = { [freshDirectory()]: 'a directory', [pipe]: 'a named pipe', '/dev/null': 'a device' };
    for (const [file, kind] of Object.entries(kinds)) {
      const { message } = await expectFault('store-unavailable', () => openSqliteStore({ file }));
      expect(message).toBe(`${file} is ${kind}, not a file`);
    }
  });
});

describe('a place without a ledger', () => {
  test('is left as it is by whoever does not mean to make one', async () => {
    const directory = freshDirectory();
    const file = join(directory, '.penumbra', 'ledger.db');
    const { message } = await expectFault('store-unavailable', () =>
      openSqliteStore({ file, create: false }),
    );
    expect(message).toBe(`there is no ledger at ${file}`);
    expect(readdirSync(directory)).toEqual([]);
  });

  test.each(['-wal', '-shm', '-journal'])('gets none while the %s of another lies there', async (ending) => {
    const file = await layLedger();
    const leftover = `${file}${ending}`;
    renameSync(file, `${file}.moved`);
    writeFileSync(leftover, 'the newest entries');
    const { message } = await expectFault('store-unavailable', () => openSqliteStore({ file }));
    expect(message).toContain(leftover);
    expect(readFileSync(leftover, 'utf8')).toBe('the newest entries');
    rmSync(leftover);
    const store = await openSqliteStore({ file });
    expect(await store.checkStructure()).toEqual([]);
    await store.close();
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

describe('a log that does not agree with its entries', () => {
  test.each([
    ['UPDATE log SET length = 66', 'log log ends at 66 but has 2 entries up to 2'],
    ['UPDATE log SET length = 1', 'log log ends at 1 but has 2 entries up to 2'],
    ['UPDATE log SET length = -2', 'log log ends at -2 but has 2 entries up to 2'],
    ['UPDATE log SET length = 1 << 62', `log log ends at ${2n ** 62n} but has 2 entries up to 2`],
    ['UPDATE log SET stamp = 1 << 62', 'the head of log log is not its last entry'],
    ["UPDATE log SET digest = X'00'", 'CHECK constraint failed in log'],
    ['DELETE FROM entry WHERE sequence = 2', 'log log ends at 2 but has 1 entries up to 1'],
    ['DELETE FROM entry', 'log log ends at 2 but has 0 entries up to 0'],
  ])('after %s is named, and never passed over', async (sql, line) => {
    const file = await layLedger();
    tamper(file, `PRAGMA ignore_check_constraints = ON; ${sql}`);
    const store = await openSqliteStore({ file });
    expect(await store.checkStructure()).toContain(line);
    const acts = [
      () => store.head('log'),
      () => store.listHeads({}),
      () => store.commit({ atMs: 3, appends: [{ log: 'log', value: '3' }] }),
    ];
    for (const act of acts) expect((await expectFault('store-damaged', act)).message).toContain('log log');
    await store.close();
  });

  test('because it has lost its name is found, and not written over', async () => {
    const file = await layLedger();
    tamper(file, 'DELETE FROM log');
    const store = await openSqliteStore({ file });
    expect(await store.checkStructure()).toEqual(['log number 1 ends at 0 but has 2 entries up to 2']);
    await expectFault('store-damaged', () =>
      store.commit({ atMs: 3, appends: [{ log: 'log', value: '3' }] }),
    );
    await store.close();
  });
});

describe('a row that no writer has put there', () => {
  const { id } = toObject('absent');
  test.each([
    [`UPDATE entry SET stamp = 1 << 60 WHERE sequence = 1`, 'entry 1 of log log'],
    [`INSERT INTO tombstone VALUES (X'${id}', 'erasee', 'person', 0)`, `the tombstone of ${id}`],
    [`INSERT INTO tombstone VALUES (X'00', 'erased', 'person', 0)`, 'a tombstone'],
    [`INSERT INTO object (id, bytes) VALUES (X'11', X'11')`, 'an object'],
  ])('such as by %s is a fault that names it', async (sql, name) => {
    const file = await layLedger();
    tamper(file, `PRAGMA ignore_check_constraints = ON; ${sql}`);
    const store = await openSqliteStore({ file });
    const { message } = await expectFault('store-damaged', () => describeStore(store));
    expect(message).toContain(name);
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

test('the structure of a ledger with very many logs is checked without comparing each with each', async () => {
  const began = process.cpuUsage();
  const file = join(freshDirectory(), 'ledger.db');
  const store = await openSqliteStore({ file });
  const numbers = Array.from({ length: 5_000 }, (_, number) => number);
  for (const part of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
    await store.commit({
      atMs: 1,
      appends: numbers.map((number) => ({ log: `${part}/${number}`, value: '1' })),
    });
  expect(await store.checkStructure()).toEqual([]);
  tamper(file, "DELETE FROM entry WHERE log = 1; DELETE FROM log WHERE name = 'b/7'");
  expect(await store.checkStructure()).toEqual([
    'log a/0 ends at 1 but has 0 entries up to 0',
    'log number 5008 ends at 0 but has 1 entries up to 1',
  ]);
  expect(process.cpuUsage(began).user).toBeLessThan(20_000_000);
  await store.close();
});
