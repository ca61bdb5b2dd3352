// A real ledger file that someone or something altered: reads say so, validation names it, an archive mends it.

import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSqliteStore } from '../../src/adapters/sqlite/index.ts';
import { digestOf, type FrameId, sha256 } from '../../src/kernel/index.ts';
import {
  collect,
  currentFrames,
  frameHistory,
  importArchive,
  validateLedger,
} from '../../src/ledger/index.ts';
import { archiveOf, inChunks, knownTypes, node, put, sampleLedger } from './sample-ledger.ts';

const directory = mkdtempSync(join(tmpdir(), 'penumbra-damage-'));
const whole = join(directory, 'whole', 'ledger.db');
const subject = node('src/a.ts');
let frame: FrameId;
let archive: Uint8Array;
afterAll(() => rmSync(directory, { recursive: true, force: true }));

beforeAll(async () => {
  const store = await openSqliteStore({ file: whole });
  const ledger = sampleLedger(store);
  await put(ledger, { says: 'old' });
  frame = await put(ledger, { says: 'head' });
  await put(ledger, { on: 'src/gone.ts', says: 'secret' });
  await collect(store, { types: knownTypes, erase: node('src/gone.ts') });
  await store.commit({
    atMs: ledger.clock.now(),
    appends: [{ log: 'custom', value: '1' }],
    adds: [{ index: 'index', key: 'key', member: 'member' }],
  });
  archive = await archiveOf(store);
  await store.close();
});

let copies = 0;
/** Opens a copy of the ledger after statements were run on its file. */
async function damaged(...statements: readonly string[]) {
  const file = join(directory, String(++copies), 'ledger.db');
  cpSync(join(whole, '..'), join(file, '..'), { recursive: true });
  const database = new DatabaseSync(file);
  database.exec('PRAGMA ignore_check_constraints = ON');
  for (const statement of statements) database.exec(statement);
  database.close();
  return sampleLedger(await openSqliteStore({ file }), Date.UTC(2026, 1, 1));
}

const hex = (id: string) => `x'${id}'`;
const flipped = `replace(value, substr(value, 20, 4), 'abcd')`;

describe('an archive', () => {
  test.each<[string, () => readonly string[], object]>([
    [
      'a content',
      () => [`UPDATE object SET bytes = x'00' WHERE id = ${hex(sha256('old'))}`],
      { objects: { mended: 1 } },
    ],
    [
      'a frame',
      () => [`UPDATE object SET bytes = x'00' WHERE id = ${hex(digestOf(frame))}`],
      { objects: { mended: 1 } },
    ],
    ['every object', () => [`UPDATE object SET bytes = x'00'`], { objects: { known: 0 } }],
    ['missing objects', () => ['DELETE FROM object'], { objects: { known: 0 } }],
    ['an entry', () => [`UPDATE entry SET value = ${flipped} WHERE sequence = 1`], { logs: { mended: 2 } }],
    ['a lost entry', () => ['DELETE FROM entry WHERE sequence = 1 AND log = 1'], { logs: { mended: 1 } }],
  ])('mends %s', async (_, statements, summary) => {
    const ledger = await damaged(...statements());
    expect((await validateLedger(ledger.store)).ok).toBe(false);
    expect(await importArchive(ledger.store, inChunks(archive))).toMatchObject(summary);
    expect(await validateLedger(ledger.store, { types: knownTypes })).toMatchObject({ ok: true, faults: [] });
    expect(await archiveOf(ledger.store)).toEqual(archive);
    await ledger.store.close();
  });
});

test('a head that names what is not there is not taken for one that retention removed', async () => {
  const ledger = await damaged(`UPDATE entry SET value = ${flipped} WHERE log = 1 AND sequence = 2`);
  for (const read of [currentFrames, frameHistory])
    await expect(read(ledger, subject)).rejects.toMatchObject({ code: 'store-damaged' });
  await ledger.store.close();
});

describe('a validation finds a fault, and throws nothing, where', () => {
  test.each([
    `UPDATE tombstone SET reason = 'lost'`,
    `UPDATE tombstone SET agent = 'bad agent!'`,
    `UPDATE tombstone SET agent = 'mallory'`,
    `UPDATE tombstone SET id = x'01'`,
    `DELETE FROM tombstone`,
    `UPDATE log SET length = 99`,
    `UPDATE log SET length = -1`,
    `UPDATE log SET digest = x'00'`,
    `UPDATE log SET stamp = 9223372036854775807`,
    `UPDATE entry SET stamp = 9223372036854775807`,
    `UPDATE entry SET stamp = -1`,
    `UPDATE entry SET value = 'not json'`,
    `UPDATE entry SET sequence = 9223372036854775807 WHERE sequence = 2`,
    `UPDATE object SET id = x'00' WHERE number = 1`,
    `UPDATE object SET bytes = zeroblob(1000) WHERE number = 1`,
    `INSERT INTO member VALUES ('with space', 'key', 'member')`,
    `UPDATE log SET name = 'with space' WHERE name = 'custom'`,
  ])('%s', async (statement) => {
    const ledger = await damaged(statement);
    const { ok, root, faults } = await validateLedger(ledger.store, { types: knownTypes });
    expect({ ok, root }).toEqual({ ok: false, root: null });
    expect(faults).not.toEqual([]);
    await ledger.store.close();
  });
});
