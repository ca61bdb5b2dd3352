// Groups: the records of one write are one object of lines, named by a small entry; what becomes of them where either
// was changed, and how little is read of them.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AuditGroup, GROUP_BYTES, GROUP_RECORDS } from '../../src/guard/audit/audit-group.ts';
import { auditTextHash } from '../../src/guard/audit/audit-record.ts';
import { recordText, writeAuditRecord } from '../../src/guard/audit/write-audit-groups.ts';
import {
  AUDIT_LOG,
  type AuditEntry,
  auditHash,
  findAuditHead,
  holdsAnchor,
  readAuditRecords,
  readNewestRecords,
  signAnchor,
  verifyAudit,
} from '../../src/guard/index.ts';
import { canonicalText, digestOf, makeId, PenumbraError, sha256 } from '../../src/kernel/index.ts';
import {
  collect,
  createMemoryStore,
  defineFrameTypes,
  exportArchive,
  importArchive,
  noteType,
  putFrame,
  readWholeLog,
  type Store,
  validateLedger,
} from '../../src/ledger/index.ts';
import { createFakeClock } from '../../src/testing/index.ts';
import {
  groupsOf,
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

/** Writes groups of given sizes, a commit each. */
async function writeGroups(store: Store, ...sizes: readonly number[]): Promise<void> {
  const trail = await sampleTrail(store);
  let number = 0;
  for (const size of sizes) {
    for (let count = 0; count < size; count++) trail.note(sampleEntry(++number));
    await trail.flush();
  }
}

async function storeOf(...sizes: readonly number[]): Promise<Store> {
  const store = createMemoryStore();
  await writeGroups(store, ...sizes);
  return store;
}

async function valuesOf(store: Store): Promise<readonly string[]> {
  return (await readWholeLog(store, AUDIT_LOG)).map(({ value }) => value);
}

async function anchorOf(store: Store) {
  const head = await findAuditHead(store);
  if (head === null) throw new Error('there is nothing to anchor');
  return signAnchor(head, { ledger: store.location, signer: keys.signer });
}

async function sequencesOf(records: AsyncIterable<{ readonly sequence: number }>) {
  return (await Array.fromAsync(records)).map(({ sequence }) => sequence);
}

/** Counts the objects that are asked for. */
function countingStore(inner: Store): Store & { reads: number } {
  const store = Object.assign(Object.create(inner), {
    reads: 0,
    getMany: async (ids: Parameters<Store['getMany']>[0]) => {
      store.reads += ids.length;
      return inner.getMany(ids);
    },
  });
  return store;
}

describe('the records of one write', () => {
  test('are one object with a line for each, which the entry names with their range and last hash', async () => {
    const store = await storeOf(2, 3);
    const values = await valuesOf(store);
    const records = await Array.fromAsync(readAuditRecords(store));
    const chain = records[0]?.chain;
    expect(values.map((value) => JSON.parse(value))).toEqual([
      { version: 1, chain, first: 1, last: 2, hash: records[2]?.previous, content: expect.any(String) },
      {
        version: 1,
        chain,
        first: 3,
        last: 5,
        hash: auditHash(records[4] as never),
        content: expect.any(String),
      },
    ]);
    const [bytes] = await store.getMany([digestOf(JSON.parse(values[1] ?? '').content)]);
    const text = Buffer.from(bytes ?? []).toString('utf8');
    expect(text).toBe(
      records
        .slice(2)
        .map((record) => `${canonicalText(record)}\n`)
        .join(''),
    );
  });

  test('are groups of at most 256, all in one commit', async () => {
    const store = createMemoryStore();
    let commits = 0;
    const counted: Store = Object.assign(Object.create(store), {
      commit: (batch: Parameters<Store['commit']>[0]) => {
        commits++;
        return store.commit(batch);
      },
    });
    const trail = await sampleTrail(counted);
    await Promise.all(Array.from({ length: 600 }, (_, number) => trail.record(sampleEntry(number))));
    expect(commits).toBe(1);
    expect((await groupsOf(store)).map(({ length }) => length)).toEqual([GROUP_RECORDS, GROUP_RECORDS, 88]);
    expect(trail.head()).toMatchObject({ sequence: 600, entry: 3 });
    expect(await verifyAudit(store)).toMatchObject({ ok: true, records: 600 });
  });

  test('are groups of at most 8 MiB', async () => {
    const store = createMemoryStore();
    const trail = await sampleTrail(store);
    for (let number = 0; number < 200; number++)
      trail.note(sampleEntry(number, { intent: { bytes: 'x'.repeat(60_000) } }));
    await trail.close();
    const sizes = (await groupsOf(store)).map((lines) =>
      lines.reduce((sum, line) => sum + line.length + 1, 0),
    );
    expect(sizes).toHaveLength(2);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(GROUP_BYTES);
    expect(sizes[0]).toBeGreaterThan(GROUP_BYTES - 61_000);
    expect(await verifyAudit(store)).toMatchObject({ ok: true, records: 200 });
  });

  test('of several groups whose answer was lost are not written twice', async () => {
    const store = createMemoryStore();
    let isLost = true;
    const trail = await sampleTrail(
      Object.assign(Object.create(store), {
        commit: async (batch: Parameters<Store['commit']>[0]) => {
          const outcome = await store.commit(batch);
          if (!isLost) return outcome;
          isLost = false;
          throw new PenumbraError('outcome-unknown', 'the connection broke');
        },
      }),
      { groupSize: 1_000 },
    );
    for (let number = 0; number < 300; number++) trail.note(sampleEntry(number));
    await expect(trail.flush()).rejects.toMatchObject({ code: 'outcome-unknown' });
    await trail.record(sampleEntry(300));
    expect((await groupsOf(store)).map(({ length }) => length)).toEqual([256, 44, 1]);
    expect(await verifyAudit(store)).toMatchObject({ ok: true, records: 301, chains: [{ last: 301 }] });
  });

  test('are kept by a collection, by an export and by an import', async () => {
    const store = await storeOf(3, 2);
    const groups = await groupsOf(store);
    await collect(store, { types: defineFrameTypes(noteType) });
    const copy = createMemoryStore();
    await importArchive(copy, exportArchive(store));
    for (const ledger of [store, copy]) {
      expect(await groupsOf(ledger)).toEqual(groups);
      expect(await validateLedger(ledger)).toMatchObject({ ok: true });
      expect(await verifyAudit(ledger)).toMatchObject({ ok: true, records: 5 });
    }
  });

  test('continue the group at the end of the log, also in copies that are joined', async () => {
    const archive = async (store: Store) => Buffer.concat(await Array.fromAsync(exportArchive(store)));
    const piece = async function* (bytes: Uint8Array) {
      yield bytes;
    };
    const seed = await archive(await storeOf(3));
    const joined = createMemoryStore();
    for (const number of [100, 200]) {
      const copy = createMemoryStore();
      await importArchive(copy, piece(seed));
      const trail = await sampleTrail(copy);
      for (const offset of [0, 1]) trail.note(sampleEntry(number + offset));
      await trail.close();
      await importArchive(joined, piece(await archive(copy)));
    }
    await writeRecords(joined, 1);
    const found = await verifyAudit(joined);
    expect(found).toMatchObject({ ok: true, records: 8, chains: [{ last: 6 }] });
    expect(found.notes.join()).toContain('two copies of the ledger went on from record 3');
  });
});

describe('the line of a record', () => {
  const text = fc.string({ unit: 'binary', maxLength: 12 });
  const texts = fc.array(text, { maxLength: 3 });
  const mapping = fc.dictionary(text, fc.jsonValue({ depthSize: 'small' }), { maxKeys: 3 });
  const entry = fc.record({
    session: text,
    mode: fc.option(text),
    tool: text,
    command: text,
    addresses: texts,
    decision: text,
    answer: fc.option(text),
    rule: fc.option(text),
    failedConditions: texts,
    policy: fc.constant(sha256('policy')),
    contract: fc.option(text),
    requests: fc.array(mapping, { maxLength: 2 }),
    intent: fc.option(mapping),
  });
  const place = { chain: 'a'.repeat(32), sequence: 7, previous: null, atMs: 5 };
  const tryText = (write: () => string): string | null => {
    try {
      return write();
    } catch {
      return null;
    }
  };

  test('is the canonical text of the record, and is refused where that is', () => {
    fc.assert(
      fc.property(entry, fc.option(mapping), (made, cut) => {
        const cuts = cut === null ? {} : { cut };
        const expected = tryText(() => canonicalText({ ...made, ...place, ...cuts, version: 1 }));
        expect(tryText(() => recordText(made as never, place, cuts.cut as never))).toBe(expected);
      }),
    );
  });

  test.each([510, 511, 512])('nests as deep as the whole may: %i levels', (levels) => {
    const deep = JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
    const made = sampleEntry(1, { intent: { deep } });
    const expected = tryText(() => canonicalText({ ...made, ...place, version: 1 }));
    expect(tryText(() => recordText(made, place))).toBe(expected);
    expect(expected === null).toBe(levels > 510);
  });

  test('has the hash of the record, and nothing that the entry does not declare', () => {
    const extra = { ...sampleEntry(1), secret: 'x' } as AuditEntry;
    const written = writeAuditRecord(extra, place);
    expect(written).toEqual(writeAuditRecord(sampleEntry(1), place));
    expect(written.hash).toBe(auditTextHash(written.text));
    expect(written.hash).toBe(auditHash(JSON.parse(written.text)));
  });
});

const good = await storeOf(RECORDS);
const [lines = []] = await groupsOf(good);
const [value = ''] = await valuesOf(good);
const anchor = await anchorOf(good);
const said: AuditGroup = JSON.parse(value);

/** Verifies a log of one group with these lines, whose entry and digest were mended, and returns the faults. */
async function check(
  changed: readonly string[],
  { says, anchors = [anchor] }: { says?: Partial<AuditGroup>; anchors?: (typeof anchor)[] } = {},
): Promise<readonly string[]> {
  const group = sampleGroup(changed, says);
  const store = tamperedStore([group.value], [Buffer.from(group.object.bytes).toString('utf8')]);
  const { faults } = await verifyAudit(store, { anchors, verifier: keys.verifier });
  return faults.map(({ sequence, fault }) => `${sequence} ${fault}`);
}

describe('whoever rewrites a group and mends its entry', () => {
  test('changes nothing by writing it as it was', async () => {
    expect(await check(lines)).toEqual([]);
  });

  test('cannot change, drop, add, swap or cut a record in it, and is told which', async () => {
    const [second = '', third = ''] = lines.slice(1, 3);
    const changed = third.replace('src/3.ts', 'src/9.ts');
    expect(await check(lines.with(2, changed))).toEqual(['3 changed']);
    expect(await check(lines.with(5, (lines[5] ?? '').replace('src/6.ts', 'src/9.ts')))).toEqual([
      '6 changed',
    ]);
    expect(await check(lines.toSpliced(2, 1))).toEqual(['1 wrong-entry', '3 missing']);
    expect(await check(lines.with(1, third).with(2, second))).toEqual(['3 moved']);
    expect(await check(lines.toSpliced(3, 0, third))).toEqual(
      expect.arrayContaining(['1 wrong-entry', '3 repeated']),
    );
    expect(await check(lines.slice(0, 4))).toEqual(['5 cut-end']);
    expect(await check(lines.slice(2))).toEqual(['1 missing']);
  });

  test.each(['', '7', 'null', '{}', ' ', '{"version":1}', '\r', '\u00e9'])(
    'cannot put %j in the place of a record',
    async (line) => {
      expect(await check(lines.with(2, line))).toEqual(['3 unreadable', '3 missing']);
    },
  );

  test('cannot change a byte of it', async () => {
    const whole = lines.map((line) => `${line}\n`).join('');
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 0x7f }), async (at, code) => {
        fc.pre(whole.charCodeAt(at) !== code);
        const text = whole.slice(0, at) + String.fromCharCode(code) + whole.slice(at + 1);
        const entry = canonicalText({ ...said, content: makeId('audit', sha256(text)) });
        const { ok } = await verifyAudit(tamperedStore([entry], [text]));
        expect(ok).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  test('cannot take the end of its last line, nor put a mark before the first', async () => {
    const whole = lines.map((line) => `${line}\n`).join('');
    for (const text of [whole.slice(0, -1), `\ufeff${whole}`, `${whole}\n`, '']) {
      const entry = canonicalText({ ...said, content: makeId('audit', sha256(text)) });
      expect((await verifyAudit(tamperedStore([entry], [text]))).ok).toBe(false);
    }
  });
});

describe('an entry', () => {
  test.each<[string, Partial<AuditGroup>]>([
    ['begins too early', { first: 0 }],
    ['begins too late', { first: 2 }],
    ['ends too early', { last: RECORDS - 1 }],
    ['ends too late', { last: RECORDS + 1 }],
    ['names another chain', { chain: 'f'.repeat(32) }],
    ['names another hash', { hash: sha256('other') }],
    ['is of another version', { version: 2 as never }],
    ['ends before it begins', { first: 4, last: 3 }],
    ['names more than a group holds', { last: 300 }],
    ['names an id where a chain belongs', { chain: makeId('content', sha256('x')) }],
  ])('that %s is a fault', async (_what, says) => {
    const entry = canonicalText({ ...said, ...says });
    const text = lines.map((line) => `${line}\n`).join('');
    const { faults } = await verifyAudit(tamperedStore([entry], [text]));
    expect(faults).toMatchObject([
      { sequence: 1, chain: null, fault: expect.stringMatching(/^(wrong-entry|unreadable)$/) },
    ]);
  });

  test('of which any byte was changed is a fault', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(value.length - 1), fc.integer({ min: 0x20, max: 0x7e }), async (at, code) => {
        fc.pre(value.charCodeAt(at) !== code);
        const changed = value.slice(0, at) + String.fromCharCode(code) + value.slice(at + 1);
        const text = lines.map((line) => `${line}\n`).join('');
        expect((await verifyAudit(tamperedStore([changed], [text]))).ok).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  test('of a hostile ledger cannot make the next entries refer to what is not there', async () => {
    const chain = makeId('content', sha256('nowhere'));
    const forged = canonicalText({ ...JSON.parse(lines[0] ?? ''), chain });
    const store = await storeWith([[forged]]);
    const [before] = await valuesOf(store);
    const entry = canonicalText({ ...JSON.parse(before ?? ''), hash: auditTextHash(forged), chain });
    const hostile = await storeWith([entry]);
    await writeRecords(hostile, 1);
    expect((await valuesOf(hostile)).at(-1)).not.toContain(chain);
  });
});

describe('an object', () => {
  /** Verifies a good log of groups of 2, 3 and 2 records, in which the second object became something else. */
  async function spoil(spoiled: Uint8Array | null | PenumbraError) {
    const store = await storeOf(2, 3, 2);
    const content: string = JSON.parse((await valuesOf(store))[1] ?? '').content;
    const tampered: Store = Object.assign(Object.create(store), {
      getMany: async (ids: Parameters<Store['getMany']>[0]) => {
        if (!ids.includes(digestOf(content as never))) return store.getMany(ids);
        if (spoiled instanceof PenumbraError) throw spoiled;
        return [spoiled];
      },
    });
    return { tampered, content };
  }

  const mismatch = new PenumbraError('hash-mismatch', 'object is corrupt: its bytes hash to another');
  test.each<[string, Uint8Array | null | PenumbraError, string, string]>([
    ['is not there', null, 'missing', 'does not hold audit:'],
    ['does not hash to its id', mismatch, 'changed', 'object is corrupt'],
    ['is no text', Uint8Array.of(0xff, 0xfe), 'unreadable', 'is no text'],
    ['has too many lines', Buffer.from('\n'.repeat(GROUP_RECORDS + 1)), 'unreadable', '257 lines'],
    ['is too large', Buffer.alloc(GROUP_BYTES + 1, 0x20), 'unreadable', 'bytes'],
  ])('that %s is one fault with the range that is lost', async (_what, spoiled, fault, words) => {
    const { tampered } = await spoil(spoiled);
    const { faults, records } = await verifyAudit(tampered);
    expect(faults).toMatchObject([{ sequence: 3, fault, detail: expect.stringContaining('records 3 to 5') }]);
    expect(faults[0]?.detail).toContain(words);
    expect(records).toBe(4);
  });

  test('that is lost hides no other fault: the record after it must follow what its entry names', async () => {
    const store = await storeOf(2, 3, 2);
    const [first = [], second = [], third = []] = await groupsOf(store);
    const lost = sampleGroup(second, { hash: sha256('other') }).value;
    const { faults } = await verifyAudit(tamperedStore([first, lost, third]));
    expect(faults.map(({ sequence, fault }) => `${sequence} ${fault}`)).toEqual(['3 missing', '5 changed']);
  });

  test('that is lost is told by whoever reads records, and the others are read', async () => {
    const { tampered } = await spoil(null);
    const unreadable: number[] = [];
    const onUnreadable = ({ entry }: { readonly entry: number }) => void unreadable.push(entry);
    expect(await sequencesOf(readAuditRecords(tampered, { onUnreadable }))).toEqual([1, 2, 6, 7]);
    expect(unreadable).toEqual([2]);
    await expect(Array.fromAsync(readAuditRecords(tampered))).rejects.toMatchObject({ code: 'log-corrupt' });
    expect(await readNewestRecords(tampered, { limit: 3 })).toMatchObject({
      records: [{ sequence: 2 }, { sequence: 6 }, { sequence: 7 }],
      unreadable: [{ entry: 2, problem: expect.stringContaining('records 3 to 5') }],
    });
  });

  test('at the end of the log that is lost is not continued; another chain begins', async () => {
    const store = await storeWith([lines, sampleGroup(['x'], { first: 7, chain: said.chain }).value]);
    await writeRecords(store, 1, 9);
    const { chains, faults } = await verifyAudit(store);
    expect(chains.map(({ records, last }) => ({ records, last }))).toEqual([
      { records: RECORDS, last: 7 },
      { records: 1, last: 1 },
    ]);
    expect(faults).toMatchObject([{ sequence: 7, fault: 'missing' }]);
  });

  test('is not erased with a frame that has the same bytes', async () => {
    const store = await storeOf(2, 1);
    const types = defineFrameTypes(noteType);
    const subject = { kind: 'node', id: 'x' } as const;
    const content = (await groupsOf(store))[0]?.map((line) => `${line}\n`).join('') ?? '';
    const draft = { subject, type: 'note', agent: 'eve', basis: { inputs: [] }, content };
    await putFrame({ store, clock: createFakeClock(), types }, draft);
    const { counts } = await collect(store, { types, erase: subject });
    expect([counts.erased, await verifyAudit(store)]).toMatchObject([0, { ok: true, records: 3 }]);
  });

  test('of a store that cannot be reached is no fault of the audit', async () => {
    const { tampered } = await spoil(new PenumbraError('store-unavailable', 'it is gone'));
    await expect(verifyAudit(tampered)).rejects.toMatchObject({ code: 'store-unavailable' });
  });
});

describe('reading', () => {
  test('the newest records reads the groups at the end alone', async () => {
    const store = countingStore(await storeOf(...Array.from({ length: 40 }, () => 3)));
    const { records } = await readNewestRecords(store, { limit: 5 });
    expect(records.map(({ sequence }) => sequence)).toEqual([116, 117, 118, 119, 120]);
    expect(store.reads).toBe(2);
  });

  test('from a sequence does not read the groups before it', async () => {
    const store = countingStore(await storeOf(3, 3, 3, 3));
    expect(await sequencesOf(readAuditRecords(store, { from: 8 }))).toEqual([8, 9, 10, 11, 12]);
    expect(store.reads).toBe(2);
    const { records } = await readNewestRecords(store, { from: 12, limit: 9 });
    expect(records.map(({ sequence }) => sequence)).toEqual([12]);
    expect(store.reads).toBe(3);
  });

  test('finds every record of a long log, by its first, middle and last groups', async () => {
    const sizes = [256, 1, 256, 256, 7, 30];
    const store = await storeOf(...sizes);
    const count = sizes.reduce((sum, size) => sum + size, 0);
    for (const from of [1, 256, 257, 258, 513, 770, count])
      expect((await sequencesOf(readAuditRecords(store, { from }))).length).toBe(count - from + 1);
  });

  test('an anchor finds its record inside a group, and only where it is that record', async () => {
    const store = await storeOf(2, 5, 2);
    for (const [index, record] of (await Array.fromAsync(readAuditRecords(store))).entries()) {
      const place = { chain: record.chain, sequence: index + 1, hash: auditHash(record) };
      expect(await holdsAnchor(store, place)).toBe(true);
      expect(await holdsAnchor(store, { ...place, hash: sha256('other') })).toBe(false);
      expect(await holdsAnchor(store, { ...place, sequence: index + 2 })).toBe(false);
      expect(await holdsAnchor(store, { ...place, chain: 'f'.repeat(32) })).toBe(false);
    }
  });

  test('verification counts what follows an anchor inside a group by records', async () => {
    const record = JSON.parse(lines[3] ?? '');
    const place = { chain: record.chain, sequence: 4, hash: auditTextHash(lines[3] ?? '') };
    const inside = await signAnchor(place, { ledger: 'memory', signer: keys.signer });
    expect(await verifyAudit(good, { anchors: [inside], verifier: keys.verifier })).toMatchObject({
      ok: true,
      anchored: { from: 1, to: 4 },
      unanchored: 2,
    });
  });
});
