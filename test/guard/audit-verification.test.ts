// What verification finds: every change of every record on any store, as who owns the store would make it.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openSqliteStore } from '../../src/adapters/sqlite/index.ts';
import { readAuditRecord } from '../../src/guard/audit/read-audit-record.ts';
import {
  type AuditAnchor,
  type AuditRecord,
  type AuditVerification,
  findAuditHead,
  readAnchor,
  signAnchor,
  verifyAudit,
} from '../../src/guard/index.ts';
import { canonicalText, digestOf, type Sha256, sha256 } from '../../src/kernel/index.ts';
import {
  createMemoryStore,
  exportArchive,
  extendDigest,
  importArchive,
  type Store,
} from '../../src/ledger/index.ts';
import {
  groupsOf,
  type SampleItem,
  sampleEntry,
  sampleGroup,
  sampleKeys,
  sampleTrail,
  storeWith,
  tamperedStore,
  writeRecords,
} from './audit-samples.ts';

const RECORDS = 6;
const keys = sampleKeys('secret');

async function anchorOf(store: Store): Promise<AuditAnchor> {
  const head = await findAuditHead(store);
  if (head === null) throw new Error('there is nothing to anchor');
  return signAnchor(head, { ledger: store.location, signer: keys.signer });
}

/** A good log of groups with one record each, its lines, and its anchor. */
async function goodLog() {
  const store = createMemoryStore();
  await writeRecords(store, RECORDS);
  const groups = await groupsOf(store);
  return { groups, lines: groups.flat(), anchor: await anchorOf(store) };
}

const good = await goodLog();

function kindsIn({ faults }: AuditVerification): readonly string[] {
  return faults.map(({ sequence, fault }) => `${sequence} ${fault}`);
}

/** Verifies a store with these groups, whose own digest fits them. */
async function check(
  items: readonly SampleItem[],
  anchors: readonly AuditAnchor[] = [good.anchor],
): Promise<AuditVerification> {
  return verifyAudit(tamperedStore(items), { anchors, verifier: keys.verifier });
}

/** Puts another character into a text. */
function withCode(text: string, offset: number, code: number): string {
  const at = offset % text.length;
  return text.slice(0, at) + String.fromCharCode(code) + text.slice(at + 1);
}

async function* piece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const index = fc.integer({ min: 0, max: RECORDS - 1 });

describe('an audit as it was written', () => {
  test('is whole, and is anchored up to its head', async () => {
    expect(await check(good.groups)).toEqual({
      ok: true,
      records: RECORDS,
      chains: [{ chain: good.anchor.chain, records: RECORDS, last: RECORDS }],
      anchored: { chain: good.anchor.chain, from: 1, to: RECORDS },
      unanchored: 0,
      faults: [],
      notes: [],
    });
  });

  test('may go on after the anchor, which is said', async () => {
    const store = await storeWith(good.groups);
    await writeRecords(store, 3);
    expect(await verifyAudit(store, { anchors: [good.anchor], verifier: keys.verifier })).toMatchObject({
      ok: true,
      anchored: { from: 1, to: RECORDS },
      unanchored: 3,
    });
  });

  test('may be empty', async () => {
    expect(await verifyAudit(createMemoryStore())).toMatchObject({ ok: true, records: 0, anchored: null });
  });

  test('is whole where two copies of the ledger were joined, in either order, and says so', async () => {
    const archive = async (store: Store) => Buffer.concat(await Array.fromAsync(exportArchive(store)));
    const base = createMemoryStore();
    await writeRecords(base, 3);
    const seed = await archive(base);
    const grow = async (number: number): Promise<Buffer> => {
      const copy = createMemoryStore();
      await importArchive(copy, piece(seed));
      const trail = await sampleTrail(copy);
      for (const offset of [0, 1]) await trail.record(sampleEntry(number + offset));
      return archive(copy);
    };
    const copies = [await grow(100), await grow(200)];
    for (const order of [copies, copies.toReversed()]) {
      const joined = createMemoryStore();
      for (const copy of order) await importArchive(joined, piece(copy));
      await writeRecords(joined, 1);
      const found = await verifyAudit(joined);
      expect(found).toMatchObject({ ok: true, records: 8, faults: [] });
      expect(found.notes.join()).toContain('two copies of the ledger went on from record 3');
    }
  });

  test('is whole where two ledgers with chains of their own were joined', async () => {
    const joined = createMemoryStore();
    await writeRecords(joined, 3, 1);
    const other = createMemoryStore();
    await writeRecords(other, 2, 2);
    await importArchive(joined, exportArchive(other));
    const found = await verifyAudit(joined);
    expect(found).toMatchObject({ ok: true, records: 5, faults: [] });
    expect(found.notes.join()).toContain('2 chains');
  });
});

describe('whoever owns the store and mends its digest', () => {
  test('cannot change a byte of any record', async () => {
    const place = fc.tuple(index, fc.nat(), fc.integer({ min: 0x20, max: 0x7e }));
    await fc.assert(
      fc.asyncProperty(place, async ([record, offset, code]) => {
        const line = good.lines[record] ?? '';
        fc.pre(line.charCodeAt(offset % line.length) !== code);
        const changed = withCode(line, offset, code);
        expect((await check(good.groups.with(record, [changed]))).ok).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  test('cannot change a record to another that reads well', async () => {
    for (const [position, line] of good.lines.entries()) {
      const changed = line.replace('EN-READ-S-001', 'EN-READ-D-001');
      expect(changed).not.toBe(line);
      expect(kindsIn(await check(good.groups.with(position, [changed])))).toEqual([
        `${position + 1} changed`,
      ]);
    }
  });

  test('cannot take out any record', async () => {
    for (const position of good.groups.keys()) {
      const found = await check(good.groups.toSpliced(position, 1));
      const isLast = position === RECORDS - 1;
      expect(kindsIn(found)).toEqual([`${position + 1} ${isLast ? 'cut-end' : 'missing'}`]);
    }
  });

  test('cannot take out a run of records, and is told which are missing', async () => {
    const { faults } = await check(good.groups.toSpliced(1, 3));
    expect(faults).toMatchObject([
      { sequence: 2, fault: 'missing', detail: expect.stringContaining('records 2 to 4') },
    ]);
  });

  test('cannot swap two records', async () => {
    await fc.assert(
      fc.asyncProperty(index, index, async (one, other) => {
        fc.pre(one !== other);
        const [a, b] = [good.groups[one] ?? [], good.groups[other] ?? []];
        const found = await check(good.groups.with(one, b).with(other, a), []);
        expect(kindsIn(found).some((kind) => kind.endsWith(' moved'))).toBe(true);
      }),
    );
  });

  test('cannot repeat a record at any place', async () => {
    await fc.assert(
      fc.asyncProperty(index, fc.integer({ min: 0, max: RECORDS }), async (record, at) => {
        const found = await check(good.groups.toSpliced(at, 0, good.groups[record] ?? []), []);
        expect(found.ok).toBe(false);
      }),
    );
  });

  test('cannot cut the end off', async () => {
    for (let kept = 1; kept < RECORDS; kept++)
      expect(kindsIn(await check(good.groups.slice(0, kept)))).toEqual([`${kept + 1} cut-end`]);
  });

  test('cannot cut the end off and go on from there', async () => {
    const store = await storeWith(good.groups.slice(0, 2));
    await writeRecords(store, RECORDS);
    const found = await verifyAudit(store, { anchors: [good.anchor], verifier: keys.verifier });
    expect(kindsIn(found)).toEqual([`${RECORDS} changed`]);
  });

  test('cannot take the beginning away or put another in its place', async () => {
    expect(kindsIn(await check(good.groups.slice(2), []))).toEqual(['1 missing']);
    const other = createMemoryStore();
    await writeRecords(other, 2, 50);
    const replaced = [...(await groupsOf(other)), ...good.groups.slice(2)];
    expect(kindsIn(await check(replaced, []))).toEqual(['1 missing']);
  });

  test('cannot replace the whole, nor empty it', async () => {
    const other = createMemoryStore();
    await writeRecords(other, RECORDS, 50);
    expect(kindsIn(await check(await groupsOf(other)))).toEqual([`${RECORDS} replaced`]);
    expect(kindsIn(await check([]))).toEqual([`${RECORDS} replaced`]);
  });

  test.each(['{}', '"text"', '"{}"', 'null', '7', '"[]"', '"{\\"version\\":2}"'])(
    'cannot put %s in the place of a record',
    async (value) => {
      const found = await check((good.groups as readonly SampleItem[]).with(2, value));
      expect(kindsIn(found)).toEqual(['3 unreadable', '3 missing']);
    },
  );

  test.each<[string, (record: AuditRecord) => Partial<AuditRecord>]>([
    ['jumps ahead', ({ sequence }) => ({ sequence: sequence + 2 })],
    ['keeps its number', ({ sequence }) => ({ sequence })],
    ['belongs to another chain', ({ sequence }) => ({ sequence: sequence + 1, chain: 'f'.repeat(32) })],
  ])('cannot add a record that names the last one and %s', async (_what, change) => {
    const read = readAuditRecord(good.lines.at(-1) ?? '');
    if ('problem' in read) throw new Error(read.problem);
    const forged = { ...read.record, previous: read.hash, ...change(read.record) };
    const { faults } = await check([...good.groups, [canonicalText(forged)]]);
    expect(faults).toMatchObject([{ fault: 'out-of-sequence' }]);
  });

  test('learns what is documented: the last records may be rewritten where none of them is anchored', async () => {
    const cut = good.groups.slice(0, RECORDS - 1);
    expect(await check(cut, [])).toMatchObject({ ok: true, anchored: null, unanchored: RECORDS - 1 });
  });
});

describe('an anchor', () => {
  test.each([
    ['sequence', { sequence: RECORDS - 1 }],
    ['hash', { hash: sha256('other') }],
    ['chain', { chain: 'other' }],
    ['ledger', { ledger: 'elsewhere' }],
  ])('whose %s was changed is invalid', async (_field, change) => {
    const { anchored, faults } = await check(good.groups, [{ ...good.anchor, ...change }]);
    expect(anchored).toBeNull();
    expect(faults).toMatchObject([{ fault: 'anchor-invalid' }]);
  });

  test('of a key that is not here is unverifiable, and anchors nothing', async () => {
    const head = await findAuditHead(await storeWith(good.groups));
    const anchor = await signAnchor(head as NonNullable<typeof head>, {
      ledger: 'memory',
      signer: sampleKeys('other').signer,
    });
    const found = await check(good.groups, [anchor]);
    expect(found).toMatchObject({ ok: true, anchored: null, unanchored: RECORDS });
    expect(found.notes.join()).toContain('unverifiable');
    expect(kindsIn(await check(good.groups.slice(0, 2), [anchor]))).toEqual(['3 cut-end']);
  });

  test('made for a ledger at another place is said to be', async () => {
    const head = await findAuditHead(await storeWith(good.groups));
    const anchor = await signAnchor(head as NonNullable<typeof head>, {
      ledger: 'elsewhere',
      signer: keys.signer,
    });
    const { ok, notes } = await check(good.groups, [anchor]);
    expect({ ok, notes: notes.join() }).toEqual({
      ok: true,
      notes: expect.stringContaining('made for the ledger at elsewhere'),
    });
  });

  test.each([null, 7, [], {}, { ...good.anchor, sequence: 0 }, { ...good.anchor, extra: 1 }])(
    'is read strictly: %j is none',
    (value) => {
      expect(() => readAnchor(value, 'the file')).toThrow('the file is not an anchor');
    },
  );
});

describe('on SQLite, by editing the rows of the file', () => {
  /** Writes a ledger file, lets an attacker at it, and verifies it. */
  async function attacked(
    attack: (database: DatabaseSync) => void,
    { mends = true } = {},
  ): Promise<AuditVerification> {
    const folder = mkdtempSync(join(tmpdir(), 'penumbra-audit-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'ledger.db');
    const store = await openSqliteStore({ file });
    await writeRecords(store, RECORDS);
    const anchor = await anchorOf(store);
    await store.close();
    const database = new DatabaseSync(file);
    attack(database);
    if (mends) mendStore(database);
    database.close();
    const again = await openSqliteStore({ file });
    onTestFinished(() => again.close());
    return verifyAudit(again, { anchors: [anchor], verifier: keys.verifier });
  }

  /** Numbers the rows anew and makes length, stamp and digest of the log fit them. */
  function mendStore(database: DatabaseSync): void {
    const rows = database.prepare('SELECT stamp, value FROM entry ORDER BY sequence').all() as {
      stamp: number;
      value: string;
    }[];
    const log = database.prepare('SELECT number FROM log').get()?.number as number;
    database.exec('DELETE FROM entry');
    let digest: Sha256 | null = null;
    for (const [position, { value }] of rows.entries()) {
      const stamp = 1_000 + position;
      database.prepare('INSERT INTO entry VALUES (?, ?, ?, ?)').run(log, position + 1, stamp, value);
      digest = extendDigest(digest, { stamp, value });
    }
    database
      .prepare('UPDATE log SET length = ?, stamp = ?, digest = ?')
      .run(rows.length, 999 + rows.length, Buffer.from(digest ?? '', 'hex'));
  }

  test('nothing is found where nothing was changed but stamps', async () => {
    expect(await attacked(() => {})).toMatchObject({ ok: true, anchored: { to: RECORDS } });
  });

  type Attack = (database: DatabaseSync) => void;
  const run =
    (sql: string): Attack =>
    (database) =>
      database.exec(sql);

  /** Writes the object of a record anew, and has its entry name that. */
  const rewrite =
    (sequence: number, change: (line: string) => string): Attack =>
    (database) => {
      const entry = database.prepare('SELECT value FROM entry WHERE sequence = ?').get(sequence);
      const id = Buffer.from(digestOf(JSON.parse(String(entry?.value)).content), 'hex');
      const row = database.prepare('SELECT bytes FROM object WHERE id = ?').get(id);
      const line = Buffer.from(row?.bytes as Uint8Array).toString('utf8');
      const { object, value } = sampleGroup([change(line.trimEnd())], { first: sequence });
      database
        .prepare('INSERT INTO object (id, bytes) VALUES (?, ?)')
        .run(Buffer.from(object.id, 'hex'), object.bytes);
      database.prepare('UPDATE entry SET value = ? WHERE sequence = ?').run(value, sequence);
    };

  const attacks: readonly (readonly [string, Attack, string])[] = [
    ['changes a record', rewrite(3, (line) => line.replace('src/3.ts', 'src/X.ts')), '3 changed'],
    ['garbles a record', rewrite(2, (line) => `x${line}`), '2 unreadable'],
    ['garbles an entry', run("UPDATE entry SET value = 'x' || value WHERE sequence = 2"), '2 unreadable'],
    ['drops a record', run('DELETE FROM entry WHERE sequence = 4'), '4 missing'],
    ['drops the first', run('DELETE FROM entry WHERE sequence = 1'), '1 missing'],
    ['cuts the end', run('DELETE FROM entry WHERE sequence > 3'), '4 cut-end'],
    [
      'swaps two records',
      run(`UPDATE entry SET sequence = 100 WHERE sequence = 2; UPDATE entry SET sequence = 2 WHERE sequence = 3;
       UPDATE entry SET sequence = 3 WHERE sequence = 100;`),
      '3 moved',
    ],
  ];

  test.each(attacks)('who %s is found out', async (_what, attack, expected) => {
    expect(kindsIn(await attacked(attack))).toContain(expected);
  });

  test.each(attacks)('who %s and leaves the digest is found out by the store, too', async (_what, attack) => {
    const found = await attacked(attack, { mends: false });
    expect(found.faults.map(({ fault }) => fault)).toContain('store');
    expect(found.faults.some(({ fault }) => fault !== 'store')).toBe(true);
  });

  test.each<[string, string, string]>([
    [
      'changes the bytes of an object',
      "UPDATE object SET bytes = CAST(replace(CAST(bytes AS TEXT), 'src/3.ts', 'src/X.ts') AS BLOB)",
      '3 changed',
    ],
    [
      'takes an object away',
      "DELETE FROM object WHERE instr(CAST(bytes AS TEXT), 'src/5.ts') > 0",
      '5 missing',
    ],
  ])('who %s is found out, and nothing else is said to be amiss', async (_what, sql, expected) => {
    expect(kindsIn(await attacked(run(sql)))).toEqual([expected]);
  });

  test('a row that is gone is missed by its number', async () => {
    const drop = (database: DatabaseSync) => database.exec('DELETE FROM entry WHERE sequence = 4');
    const { faults } = await attacked(drop, { mends: false });
    expect(faults).toContainEqual(
      expect.objectContaining({ sequence: 4, fault: 'store', detail: 'entry 4 is missing' }),
    );
  });

  test('a store that is full takes no record, and what it took stays whole', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'penumbra-audit-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const store = await openSqliteStore({ file: join(folder, 'ledger.db'), maxPages: 12 });
    onTestFinished(() => store.close());
    const trail = await sampleTrail(store);
    const fill = async (): Promise<void> => {
      for (let number = 0; number < 100; number++)
        await trail.record(sampleEntry(number, { intent: { bytes: 'x'.repeat(30_000) } }));
    };
    await expect(fill()).rejects.toMatchObject({ code: 'store-full' });
    expect((await verifyAudit(store)).ok).toBe(true);
    const again = await openSqliteStore({ file: join(folder, 'ledger.db'), maxPages: 12 });
    onTestFinished(() => again.close());
    expect((await verifyAudit(again)).records).toBeGreaterThan(0);
  });
});
