/** Checks of objects: content-addressed, verified on write, returned unchanged. */
import assert from 'node:assert/strict';
import type { Sha256 } from '../../kernel/index.ts';
import { type Batch, type Store, toObject } from '../../ledger/index.ts';
import {
  AT_MS,
  check,
  commit,
  describeStore,
  MORE_THAN_A_PAGE,
  refuses,
  rewrite,
  type StoreCheck,
  someObjects,
} from './store-check.ts';

const absent = toObject('absent').id;

/** Checks of objects. */
export const objectChecks: readonly StoreCheck[] = [
  check('returns the bytes of an object as they were put', async (store) => {
    const everyByte = toObject(Uint8Array.from({ length: 256 }, (_, byte) => byte));
    const empty = toObject('');
    const large = toObject(new Uint8Array(1_000_000).fill(7));
    await commit(store, { puts: [everyByte, empty, large] });
    const found = await store.getMany([everyByte.id, empty.id, large.id]);
    assert.deepEqual(
      found.map((bytes) => bytes && Buffer.from(bytes)),
      [everyByte, empty, large].map(({ bytes }) => Buffer.from(bytes)),
    );
  }),

  check(
    'answers getMany and hasMany in the order asked, with null and false for what is not there',
    async (store) => {
      const [first, second] = someObjects(2) as [ReturnType<typeof toObject>, ReturnType<typeof toObject>];
      await commit(store, { puts: [first, second] });
      const asked = [second.id, absent, first.id, second.id];
      const found = await store.getMany(asked);
      assert.deepEqual(
        found.map((bytes) => bytes && Buffer.from(bytes).toString()),
        ['object 2', null, 'object 1', 'object 2'],
      );
      assert.deepEqual(await store.hasMany(asked), [true, false, true, true]);
      assert.deepEqual(await store.getMany([]), []);
      assert.deepEqual(await store.hasMany([]), []);
    },
  ),

  check('finds nothing under what is not an id', async (store) => {
    const object = toObject('a');
    await commit(store, { puts: [object] });
    const strange = [
      '',
      'zz',
      object.id.toUpperCase(),
      object.id.slice(0, 62),
      `${object.id}00`,
      '%',
      '\0',
    ] as Sha256[];
    assert.deepEqual(
      await store.hasMany(strange),
      strange.map(() => false),
    );
    assert.deepEqual(
      await store.getMany(strange),
      strange.map(() => null),
    );
    assert.equal(await store.tombstone('%' as Sha256), null);
  }),

  check('answers for more objects at once than a page has rows', async (store) => {
    const objects = someObjects(MORE_THAN_A_PAGE);
    await commit(store, { puts: objects });
    const ids = objects.map(({ id }) => id);
    const found = await store.getMany([...ids, absent]);
    assert.deepEqual(
      found.map((bytes) => bytes && toObject(bytes).id),
      [...ids, null],
    );
    assert.deepEqual(await store.hasMany([...ids, absent]), [...ids.map(() => true), false]);
  }),

  check(
    'refuses an object whose bytes do not hash to its id, and writes nothing of the batch',
    async (store) => {
      const before = await describeStore(store);
      const good = toObject('good');
      const forged = { id: toObject('other').id, bytes: toObject('forged').bytes };
      await refuses('hash-mismatch', () =>
        store.commit({
          atMs: AT_MS,
          puts: [good, forged],
          appends: [{ log: 'log', value: '1' }],
          adds: [{ index: 'index', key: 'key', member: 'member' }],
        }),
      );
      assert.deepEqual(await describeStore(store), before);
    },
  ),

  check('stores an object once, however often it is put', async (store) => {
    const object = toObject('once');
    await commit(store, { puts: [object, object] });
    await commit(store, { puts: [object] });
    assert.deepEqual(await store.listObjects({}), [{ id: object.id, size: object.bytes.length }]);
    assert.equal((await store.statistics()).objectBytes, object.bytes.length);
  }),

  check('keeps its bytes when the caller changes those it gave or got', async (store) => {
    const object = toObject('untouched');
    const given = { id: object.id, bytes: object.bytes.slice() };
    await commit(store, { puts: [given] });
    given.bytes.fill(0);
    const [got] = await store.getMany([object.id]);
    got?.fill(0);
    const [again] = await store.getMany([object.id]);
    assert.equal(Buffer.from(again ?? []).toString(), 'untouched');
  }),
];

const ground: Omit<Batch, 'atMs'> = {
  puts: [toObject('ground')],
  appends: [{ log: 'log', value: '1' }],
  adds: [{ index: 'index', key: 'key', member: 'ground' }],
};

/** A batch with a write of every kind. */
const writesAll: Batch = {
  atMs: AT_MS,
  puts: [toObject('new')],
  appends: [
    { log: 'log', value: '2' },
    { log: 'new', value: '1' },
  ],
  adds: [{ index: 'index', key: 'key', member: 'new' }],
};

async function assertLeavesNoTrace(store: Store, act: () => Promise<void>): Promise<void> {
  const before = await describeStore(store);
  await act();
  assert.deepEqual(await describeStore(store), before);
}

/** Checks that batches are atomic. */
export const atomicityChecks: readonly StoreCheck[] = [
  check('leaves no trace of a batch with an unmet precondition', async (store) => {
    await commit(store, ground);
    await assertLeavesNoTrace(store, async () => {
      const outcome = await store.commit({
        ...writesAll,
        requires: [{ kind: 'head-is', log: 'log', value: '7' }],
      });
      assert.equal(outcome.committed, false);
    });
  }),

  check('refuses an object that was erased, and leaves no trace of its batch', async (store) => {
    await commit(store, ground);
    const erased = toObject('erased');
    await rewrite(store, { tombstones: [{ id: erased.id, reason: 'erased', agent: 'agent' }] });
    await assertLeavesNoTrace(store, () =>
      refuses('erased', () => store.commit({ ...writesAll, puts: [toObject('new'), erased] })),
    );
  }),

  check('takes an object that was dropped back, without its tombstone', async (store) => {
    const dropped = toObject('dropped');
    await rewrite(store, { tombstones: [{ id: dropped.id, reason: 'dropped', agent: 'agent' }] });
    await commit(store, { puts: [dropped] });
    assert.deepEqual(await store.hasMany([dropped.id]), [true]);
    assert.equal(await store.tombstone(dropped.id), null);
  }),

  check('refuses only the guilty one of batches that arrive together', async (store) => {
    const erased = toObject('erased');
    await rewrite(store, { tombstones: [{ id: erased.id, reason: 'erased', agent: 'agent' }] });
    const batches: readonly Batch[] = [
      { atMs: AT_MS, appends: [{ log: 'log', value: '1' }] },
      { atMs: AT_MS, puts: [erased], appends: [{ log: 'log', value: '2' }] },
      { atMs: AT_MS, appends: [{ log: 'log', value: '3' }] },
    ];
    const settled = await Promise.allSettled(batches.map((batch) => store.commit(batch)));
    assert.deepEqual(
      settled.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.deepEqual((await store.readLog('log', {})).map(({ value }) => value).sort(), ['1', '3']);
  }),

  check('writes an empty batch as nothing', async (store) => {
    await assertLeavesNoTrace(store, async () => {
      assert.deepEqual(await store.commit({ atMs: AT_MS }), { committed: true, entries: [] });
    });
  }),

  check('tells truly how much it holds', async (store) => {
    await commit(store, ground);
    await commit(store, writesAll);
    await rewrite(store, { tombstones: [{ id: toObject('ground').id, reason: 'dropped', agent: 'agent' }] });
    assert.deepEqual(await store.statistics(), {
      objects: 1,
      objectBytes: 'new'.length,
      logs: 2,
      entries: 3,
      members: 2,
      tombstones: 1,
    });
  }),

  check('finds nothing wrong with its own structures', async (store) => {
    await commit(store, ground);
    assert.deepEqual(await store.checkStructure(), []);
  }),
];
