// The trail: order, grouping, several writers at once, and what happens where nothing can be written.

import { describe, expect, test } from 'vitest';
import {
  type AuditRecord,
  auditHash,
  openAuditTrail,
  readAuditRecords,
  verifyAudit,
} from '../../src/guard/index.ts';
import { canonicalText, limits, PenumbraError, sha256 } from '../../src/kernel/index.ts';
import {
  createMemoryStore,
  exportArchive,
  importArchive,
  type Store,
  validateLedger,
} from '../../src/ledger/index.ts';
import { createFakeClock } from '../../src/testing/index.ts';
import { groupsOf, sampleEntry, sampleRandomness, sampleTrail, writeRecords } from './audit-samples.ts';

/** A store of which a switch decides what commits come to. */
function fragileStore(): Store & { mode: 'works' | 'fails' | 'loses-answers'; commits: number } {
  const inner = createMemoryStore();
  const store = Object.assign(Object.create(inner), {
    mode: 'works',
    commits: 0,
    commit: async (batch: Parameters<Store['commit']>[0]) => {
      store.commits++;
      if (store.mode === 'fails') throw new PenumbraError('store-full', 'there is no room left');
      const outcome = await inner.commit(batch);
      if (store.mode === 'loses-answers') throw new PenumbraError('outcome-unknown', 'the connection broke');
      return outcome;
    },
  });
  return store;
}

async function recordsOf(store: Store): Promise<readonly AuditRecord[]> {
  return Array.fromAsync(readAuditRecords(store));
}

async function addressesOf(store: Store): Promise<readonly string[]> {
  return (await recordsOf(store)).flatMap(({ addresses }) => addresses);
}

const addresses = (...numbers: readonly number[]) => numbers.map((number) => `root:repo/src/${number}.ts`);

describe('what is written', () => {
  test('continues the record at the end of the log, and an empty log begins a chain', async () => {
    const store = createMemoryStore();
    await writeRecords(store, 2);
    await writeRecords(store, 1, 7);
    const records = await recordsOf(store);
    expect(records.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    expect(new Set(records.map(({ chain }) => chain)).size).toBe(1);
    expect(records.map(({ previous }) => previous)).toEqual([
      null,
      ...records.slice(0, 2).map((record) => auditHash(record)),
    ]);
  });

  test('keeps the order in which it was given, notes before the record after them', async () => {
    const store = createMemoryStore();
    const trail = await sampleTrail(store);
    trail.note(sampleEntry(1));
    trail.note(sampleEntry(2));
    const recorded = trail.record(sampleEntry(3));
    trail.note(sampleEntry(4));
    await recorded;
    await trail.close();
    expect(await addressesOf(store)).toEqual(addresses(1, 2, 3, 4));
  });

  test('waits in memory until a group is full, a record or a flush', async () => {
    const store = fragileStore();
    const trail = await sampleTrail(store, { groupSize: 4 });
    for (const number of [1, 2, 3]) expect(trail.note(sampleEntry(number))).toBeUndefined();
    expect(await addressesOf(store)).toEqual([]);
    await trail.note(sampleEntry(4));
    expect(await addressesOf(store)).toEqual(addresses(1, 2, 3, 4));
    trail.note(sampleEntry(5));
    await trail.flush();
    expect(await addressesOf(store)).toEqual(addresses(1, 2, 3, 4, 5));
    expect(store.commits).toBe(2);
  });

  test('of callers at the same time is one commit', async () => {
    const store = fragileStore();
    const trail = await sampleTrail(store);
    await Promise.all([1, 2, 3, 4, 5].map((number) => trail.record(sampleEntry(number))));
    expect(store.commits).toBe(1);
    expect(await addressesOf(store)).toEqual(addresses(1, 2, 3, 4, 5));
  });

  test('has the time at which it was noted, not that of the write', async () => {
    const store = createMemoryStore();
    const clock = createFakeClock();
    const trail = await openAuditTrail({ store, clock }, { randomness: sampleRandomness() });
    const notedMs = clock.now();
    trail.note(sampleEntry(1));
    clock.advance(5_000);
    await trail.flush();
    expect((await recordsOf(store))[0]?.atMs).toBe(notedMs);
  });

  test('is told to whoever wants to anchor it', async () => {
    const heads: unknown[] = [];
    const store = createMemoryStore();
    const trail = await openAuditTrail(
      { store, clock: createFakeClock() },
      { randomness: sampleRandomness(), onWritten: (head) => void heads.push(head) },
    );
    await trail.record(sampleEntry(1));
    const [record] = await recordsOf(store);
    expect(heads).toEqual([
      { chain: record?.chain, sequence: 1, hash: auditHash(record as AuditRecord), entry: 1 },
    ]);
    expect(trail.head()).toEqual(heads[0]);
  });

  test('by several writers on one ledger is one chain with every record', async () => {
    const store = createMemoryStore();
    const trails = await Promise.all([1, 2, 3, 4].map((seed) => sampleTrail(store, { seed })));
    for (let round = 0; round < 10; round++)
      await Promise.all(trails.map((trail, index) => trail.record(sampleEntry(round * 10 + index))));
    expect(await verifyAudit(store)).toMatchObject({ ok: true, records: 40, chains: [{ last: 40 }] });
    expect(new Set(await addressesOf(store)).size).toBe(40);
  });

  test('after an end that is no record begins a chain, and the end stays a fault', async () => {
    const store = createMemoryStore();
    await writeRecords(store, 1);
    await store.commit({ atMs: 0, appends: [{ log: 'audit', value: '{"no":"record"}' }] });
    await writeRecords(store, 1, 9);
    const { ok, chains, faults } = await verifyAudit(store);
    expect({ ok, chains: chains.length, faults: faults.map(({ fault }) => fault) }).toEqual({
      ok: false,
      chains: 2,
      faults: ['unreadable'],
    });
  });
});

describe('where nothing can be written', () => {
  test('a record is refused and is not on record later', async () => {
    const store = fragileStore();
    const trail = await sampleTrail(store);
    store.mode = 'fails';
    await expect(trail.record(sampleEntry(1))).rejects.toMatchObject({ code: 'store-full' });
    store.mode = 'works';
    await trail.record(sampleEntry(2));
    expect(await addressesOf(store)).toEqual(addresses(2));
  });

  test('notes are refused until a write succeeds, and none of them is lost', async () => {
    const store = fragileStore();
    const trail = await sampleTrail(store, { groupSize: 3 });
    store.mode = 'fails';
    trail.note(sampleEntry(1));
    trail.note(sampleEntry(2));
    await expect(trail.note(sampleEntry(3))).rejects.toMatchObject({ code: 'store-full' });
    await expect(trail.note(sampleEntry(4))).rejects.toMatchObject({ code: 'store-full' });
    await expect(trail.flush()).rejects.toMatchObject({ code: 'store-full' });
    store.mode = 'works';
    await trail.note(sampleEntry(5));
    expect(trail.note(sampleEntry(6))).toBeUndefined();
    await trail.close();
    expect(await addressesOf(store)).toEqual(addresses(1, 2, 3, 4, 5, 6));
    expect(await verifyAudit(store)).toMatchObject({ ok: true });
  });

  test('a note is refused although its group is not full, for what is not on record is not answered', async () => {
    const store = fragileStore();
    const trail = await sampleTrail(store);
    store.mode = 'fails';
    await expect(trail.record(sampleEntry(1))).rejects.toMatchObject({ code: 'store-full' });
    await expect(trail.note(sampleEntry(2))).rejects.toMatchObject({ code: 'store-full' });
  });

  test('no more is kept than sixteen groups, and what is not kept is refused', async () => {
    const store = fragileStore();
    const trail = await sampleTrail(store, { groupSize: 2 });
    store.mode = 'fails';
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, async (_, index) => trail.note(sampleEntry(index))),
    );
    expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeGreaterThanOrEqual(48);
    store.mode = 'works';
    await trail.flush();
    expect(await addressesOf(store)).toHaveLength(32);
  });

  test('a write whose answer was lost is not written twice', async () => {
    const store = fragileStore();
    const trail = await sampleTrail(store);
    trail.note(sampleEntry(1));
    store.mode = 'loses-answers';
    await expect(trail.flush()).rejects.toMatchObject({ code: 'outcome-unknown' });
    store.mode = 'works';
    trail.note(sampleEntry(2));
    await trail.flush();
    expect(await addressesOf(store)).toEqual(addresses(1, 2));
  });

  test('a closed trail takes nothing', async () => {
    const trail = await sampleTrail(createMemoryStore());
    await trail.close();
    expect(() => trail.note(sampleEntry(1))).toThrow('closed');
    await expect(trail.record(sampleEntry(1))).rejects.toThrow('closed');
  });
});

describe('what agents send', () => {
  test.each(['content', 'frame', 'tree', 'basis'])(
    'cannot make the ledger refer to a %s that is not there',
    async (kind) => {
      const store = createMemoryStore();
      const trail = await sampleTrail(store);
      const id = `${kind}:${'a'.repeat(64)}`;
      await trail.record(sampleEntry(1, { addresses: [id], intent: { id, [id]: true } }));
      expect(await validateLedger(store)).toMatchObject({ ok: true });
      const copy = createMemoryStore();
      await importArchive(copy, exportArchive(store));
      expect(await addressesOf(copy)).toEqual([id]);
    },
  );

  const long = Array.from({ length: 3_000 }, (_, index) => `root:repo/${'d/'.repeat(20)}${index}`);
  const check = async (changes: Parameters<typeof sampleEntry>[1], cut: Partial<AuditRecord['cut']>) => {
    const store = createMemoryStore();
    const trail = await sampleTrail(store);
    await trail.record(sampleEntry(1, changes));
    await trail.record(sampleEntry(2));
    const [first] = await recordsOf(store);
    expect(first?.cut).toEqual(cut);
    expect((await groupsOf(store))[0]?.[0]?.length).toBeLessThanOrEqual(limits.logValueBytes);
    expect(await verifyAudit(store)).toMatchObject({ ok: true, records: 2 });
    return first;
  };
  const hash = (value: unknown) => sha256(canonicalText(value));

  test('is cut to the beginning of a long list, with its length and its hash', async () => {
    const first = await check({ addresses: long }, { addresses: { count: 3_000, hash: hash(long) } });
    expect(first?.addresses.length).toBeGreaterThan(50);
    expect(first?.addresses).toEqual(long.slice(0, first?.addresses.length));
  });

  test('is cut everywhere at once and still fits', async () => {
    const huge = '\u{1f4a5}"\\'.repeat(20_000);
    const whole = {
      session: huge,
      mode: huge,
      tool: huge,
      command: huge,
      addresses: [huge, huge, huge, huge, huge],
      decision: huge,
      answer: huge,
      rule: huge,
      failedConditions: Array.from({ length: 500 }, () => huge.slice(0, 400)),
      contract: huge,
      requests: Array.from({ length: 200 }, (_, index) => sampleEntry(index).requests).flat(),
      intent: { small: 1, huge },
    };
    const text = { count: huge.length, hash: hash(huge) };
    const first = await check(whole, {
      session: text,
      mode: text,
      tool: text,
      command: text,
      decision: text,
      answer: text,
      rule: text,
      contract: text,
      addresses: { count: 5, hash: hash(whole.addresses) },
      failedConditions: { count: 500, hash: hash(whole.failedConditions) },
      requests: { count: 200, hash: hash(whole.requests) },
      intent: { count: 2, hash: hash(whole.intent) },
    });
    expect(first?.addresses.length).toBeGreaterThan(1);
    expect(first?.requests.length).toBeGreaterThan(50);
    expect(first?.intent).toEqual({ small: 1 });
  });

  test('that has no canonical form is left out and said to be, and does not stop the trail', async () => {
    const requests = [{ ...sampleEntry(1).requests[0], context: { role: undefined } }] as never;
    const first = await check(
      { requests, addresses: ['root:repo/\ud800'] },
      { requests: { count: 1, hash: null }, addresses: { count: 1, hash: null } },
    );
    expect(first).toMatchObject({ requests: [], addresses: ['root:repo/\ufffd'] });
  });
});

describe('reading', () => {
  test('selects by sequence, session, tool and denial', async () => {
    const store = createMemoryStore();
    const trail = await sampleTrail(store);
    trail.note(sampleEntry(1));
    trail.note(sampleEntry(2, { session: 'other' }));
    trail.note(sampleEntry(3, { tool: 'git' }));
    trail.note(sampleEntry(4, { decision: 'EN-WRITE-D-002' }));
    await trail.close();
    const select = async (selection: Parameters<typeof readAuditRecords>[1]) =>
      (await Array.fromAsync(readAuditRecords(store, selection))).map(({ sequence }) => sequence);
    expect(await select({ from: 3 })).toEqual([3, 4]);
    expect(await select({ session: 'other' })).toEqual([2]);
    expect(await select({ tool: 'git' })).toEqual([3]);
    expect(await select({ isDenied: true })).toEqual([4]);
  });
});
