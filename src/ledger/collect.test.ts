// What a collection removes, keeps and leaves behind, and that a dry run tells the truth.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  anySteps,
  archiveOf,
  inChunks,
  node,
  orphan,
  pin,
  put,
  sampleLedger,
  storeOf,
  take,
  knownTypes as types,
} from '../../test/ledger/sample-ledger.ts';
import { digestOf, makeId } from '../kernel/index.ts';
import { importArchive } from './archive/import.ts';
import { type CollectionPlan, collect, planCollection } from './collect.ts';
import { frameLog } from './frames/frame.ts';
import { frameHistory, readFrames } from './frames/read-frame.ts';
import type { Store } from './store/store.ts';
import { toObject } from './store/stored-object.ts';
import { validateLedger } from './validate/validate.ts';

const nothing: CollectionPlan = {
  removals: [],
  tombstones: [],
  memberRemovals: [],
  shared: [],
  counts: { removed: 0, dropped: 0, erased: 0, members: 0 },
  bytesFreed: 0,
};

async function expectWhole(store: Store): Promise<void> {
  const { ok, faults } = await validateLedger(store, { types });
  expect({ ok, faults }).toEqual({ ok: true, faults: [] });
  const archive = await archiveOf(store);
  expect(await archiveOf(await storeOf(archive))).toEqual(archive);
}

const external = { external: { name: 'commit', value: 'c0ffee' } };

describe('a collection without options', () => {
  test('removes objects that nothing reaches, without a trace, and says what it frees', async () => {
    const ledger = sampleLedger();
    await put(ledger);
    await orphan(ledger, 'left over');
    const { id } = toObject('left over');
    expect(await collect(ledger.store, { types })).toEqual({
      ...nothing,
      removals: [{ id, size: 9 }],
      counts: { removed: 1, dropped: 0, erased: 0, members: 0 },
      bytesFreed: 9,
    });
    expect(await ledger.store.hasMany([id])).toEqual([false]);
    expect(await ledger.store.tombstone(id)).toBeNull();
    await expectWhole(ledger.store);
  });

  test('keeps all history', async () => {
    const ledger = sampleLedger();
    for (const says of ['one', 'two', 'three']) await put(ledger, { says });
    expect(await collect(ledger.store, { types })).toEqual(nothing);
    const history = await frameHistory(ledger, node('src/a.ts'));
    expect(history.map(({ content }) => Buffer.from(content ?? []).toString())).toEqual([
      'one',
      'two',
      'three',
    ]);
  });

  test('refuses to guess where a frame cannot be read', async () => {
    const ledger = sampleLedger();
    const frame = await put(ledger);
    const session = await ledger.store.maintain();
    await session.apply({ removals: [digestOf(frame)] });
    await session.commit();
    await expect(collect(ledger.store, { types })).rejects.toMatchObject({
      code: 'store-damaged',
      hint: expect.stringContaining('penumbra validate'),
    });
    await put(ledger, { on: 'src/b.ts' });
  });
});

describe('dropping history', () => {
  test('drops the content of superseded frames, and leaves who wrote it and from what', async () => {
    const ledger = sampleLedger();
    const old = await put(ledger, { says: 'old', agent: 'ada' });
    const head = await put(ledger, { says: 'new' });
    const plan = await collect(ledger.store, { types, historyBeforeMs: ledger.clock.now() });
    const { id } = toObject('old');
    expect(plan).toEqual({
      ...nothing,
      tombstones: [{ id, reason: 'dropped', agent: 'ada' }],
      counts: { removed: 0, dropped: 1, erased: 0, members: 0 },
      bytesFreed: 3,
    });
    const history = await frameHistory(ledger, node('src/a.ts'));
    expect(
      history.map(({ id, frame, basis, content }) => [id, frame.agent, basis, content === null]),
    ).toEqual([
      [old, 'ada', { inputs: [external] }, true],
      [head, 'person', { inputs: [external] }, false],
    ]);
    await expectWhole(ledger.store);
  });

  test('keeps what is younger, what stands, and what anything kept rests on', async () => {
    const ledger = sampleLedger();
    const pinned = await put(ledger, { says: 'pinned' });
    const input = await put(ledger, { says: 'input' });
    const below = await put(ledger, { on: 'below.ts', says: 'below' });
    await put(ledger, { on: 'below.ts', says: 'below, again' });
    const among = await put(ledger, { type: 'remark', says: 'one of many', from: [below] });
    const odd = await put(ledger, { type: 'odd', says: 'of a type nobody knows' });
    await put(ledger, { type: 'odd', says: 'and another' });
    await put(ledger, { type: 'remark', says: 'two of many', from: [input] });
    const back = await put(ledger, { on: 'src/b.ts', says: 'head again later' });
    const loose = await put(ledger, { says: 'loose' });
    const limit = ledger.clock.now() + 1;
    const young = await put(ledger, { says: 'young' });
    const head = await put(ledger, { says: 'head' });
    await put(ledger, { on: 'src/b.ts', says: 'not this' });
    await put(ledger, { on: 'src/b.ts', says: 'head again later' });
    await pin(ledger, pinned);
    const plan = await collect(ledger.store, { types, historyBeforeMs: limit });
    const kept = [pinned, input, below, among, odd, back, young, head];
    const records = await readFrames(ledger.store, [...kept, loose]);
    expect(records.map(({ content }) => content !== null)).toEqual([...kept.map(() => true), false]);
    expect(plan.counts.dropped).toBe(1);
    await expectWhole(ledger.store);
  });

  test.each([
    ['ada', 'bob'],
    ['bob', 'ada'],
  ])('names the first author by name where %s and %s wrote the same', async (...agents) => {
    const ledger = sampleLedger();
    for (const agent of agents) await put(ledger, { agent, says: 'same' });
    await put(ledger, { says: 'new' });
    const { tombstones } = await collect(ledger.store, { types, historyBeforeMs: ledger.clock.now() });
    expect(tombstones.find(({ id }) => id === toObject('same').id)?.agent).toBe('ada');
  });

  test('lets a dropped frame be put again', async () => {
    const ledger = sampleLedger();
    const old = await put(ledger, { says: 'old' });
    await put(ledger, { says: 'new' });
    await collect(ledger.store, { types, historyBeforeMs: ledger.clock.now() });
    expect(await put(ledger, { says: 'old' })).toBe(old);
    const [record] = await readFrames(ledger.store, [old]);
    expect(record?.content).toEqual(new TextEncoder().encode('old'));
    await expectWhole(ledger.store);
  });
});

describe('erasing a subject', () => {
  test('removes the content of all its frames for good and keeps frames and hashes', async () => {
    const ledger = sampleLedger();
    const old = await put(ledger, { says: 'secret', agent: 'bob' });
    const head = await put(ledger, { says: 'secret', agent: 'ada' });
    const other = await put(ledger, { on: 'src/b.ts', says: 'not secret', from: [head] });
    const { tombstones, shared } = await collect(ledger.store, { types, erase: node('src/a.ts') });
    const { id } = toObject('secret');
    expect({ tombstones, shared }).toEqual({
      tombstones: [{ id, reason: 'erased', agent: 'ada' }],
      shared: [],
    });
    const records = await readFrames(ledger.store, [old, head, other]);
    expect(records.map(({ frame, content }) => [frame?.content, content === null])).toEqual([
      [makeId('content', id), true],
      [makeId('content', id), true],
      [makeId('content', toObject('not secret').id), false],
    ]);
    await expect(put(ledger, { on: 'src/c.ts', says: 'secret' })).rejects.toMatchObject({ code: 'erased' });
    await expectWhole(ledger.store);
  });

  test('keeps content that another subject has too, and says so', async () => {
    const ledger = sampleLedger();
    await put(ledger, { says: 'shared' });
    await put(ledger, { says: 'own' });
    await put(ledger, { on: 'src/b.ts', says: 'shared' });
    const { tombstones, shared } = await collect(ledger.store, { types, erase: node('src/a.ts') });
    expect(tombstones.map(({ id }) => id)).toEqual([toObject('own').id]);
    expect(shared).toEqual([{ content: makeId('content', toObject('shared').id), with: 'node:src/b.ts' }]);
    expect(await ledger.store.hasMany([toObject('shared').id])).toEqual([true]);
  });

  test('keeps bytes that are a frame of the ledger as well', async () => {
    const ledger = sampleLedger();
    const frame = await put(ledger, { on: 'src/b.ts' });
    const [bytes] = await ledger.store.getMany([digestOf(frame)]);
    await put(ledger, { says: Buffer.from(bytes ?? []).toString() });
    const { tombstones, shared } = await collect(ledger.store, { types, erase: node('src/a.ts') });
    expect({ tombstones, shared }).toEqual({
      tombstones: [],
      shared: [{ content: makeId('content', digestOf(frame)), with: 'the ledger itself' }],
    });
    await expectWhole(ledger.store);
  });

  test('reaches content that was dropped before, so that an older archive does not bring it back', async () => {
    const ledger = sampleLedger();
    await put(ledger, { says: 'old', agent: 'ada' });
    await put(ledger, { says: 'new' });
    const whole = await archiveOf(ledger.store);
    await collect(ledger.store, { types, historyBeforeMs: ledger.clock.now() });
    const { tombstones, bytesFreed } = await collect(ledger.store, { types, erase: node('src/a.ts') });
    const erased = [
      { id: toObject('old').id, reason: 'erased', agent: 'ada' },
      { id: toObject('new').id, reason: 'erased', agent: 'person' },
    ].sort((a, b) => (a.id < b.id ? -1 : 1));
    expect({ tombstones, bytesFreed }).toEqual({ tombstones: erased, bytesFreed: 3 });
    await importArchive(ledger.store, inChunks(whole));
    const history = await frameHistory(ledger, node('src/a.ts'));
    expect(history.map(({ content }) => content)).toEqual([null, null]);
    await expectWhole(ledger.store);
  });

  test('leaves the logs as they were', async () => {
    const ledger = sampleLedger();
    await put(ledger);
    const log = frameLog(node('src/a.ts'), 'note');
    const before = await ledger.store.head(log);
    await collect(ledger.store, { types, erase: node('src/a.ts'), historyBeforeMs: ledger.clock.now() });
    expect(await ledger.store.head(log)).toEqual(before);
  });
});

const anyOptions = fc.record(
  {
    types: fc.constant(types),
    historyBeforeMs: fc.nat({ max: 25_000 }).map((ms) => Date.UTC(2026, 0, 1) + ms),
    erase: fc.nat({ max: 3 }).map((index) => node(`src/${index}.ts`)),
  },
  { requiredKeys: ['types'] },
);

test('a dry run tells exactly what the real run does, and any ledger is whole after it', async () => {
  await fc.assert(
    fc.asyncProperty(anySteps, anyOptions, async (steps, options) => {
      const ledger = sampleLedger();
      await take(ledger, steps);
      const before = await ledger.store.statistics();
      const untouched = await archiveOf(ledger.store);
      const plan = await planCollection(ledger.store, options);
      expect(await archiveOf(ledger.store)).toEqual(untouched);
      const known = await Promise.all(plan.tombstones.map(({ id }) => ledger.store.tombstone(id)));
      const buried = known.filter((tombstone) => tombstone !== null).length;
      expect(await collect(ledger.store, options)).toEqual(plan);
      const after = await ledger.store.statistics();
      expect(after).toEqual({
        ...before,
        objects: before.objects - plan.removals.length - plan.tombstones.length + buried,
        objectBytes: before.objectBytes - plan.bytesFreed,
        members: before.members - plan.memberRemovals.length,
        tombstones: before.tombstones + plan.tombstones.length - buried,
      });
      await expectWhole(ledger.store);
      expect(await planCollection(ledger.store, options)).toMatchObject({ ...nothing, shared: plan.shared });
    }),
    { numRuns: 60 },
  );
});
