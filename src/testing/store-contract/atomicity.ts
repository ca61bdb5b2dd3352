/** Batches: whole or not at all, whatever it is that stops one. */
import assert from 'node:assert/strict';
import { type Batch, type Store, toObject } from '../../ledger/index.ts';
import { describeStore } from './describe-store.ts';
import { AT_MS, check, commit, refuses, rewrite, type StoreCheck } from './store-check.ts';

const ground: Omit<Batch, 'atMs'> = {
  puts: [toObject('ground')],
  appends: [{ log: 'log', value: '1' }],
  adds: [{ index: 'index', key: 'key', member: 'ground' }],
};

/** A batch that writes something of every kind. */
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

/** Checks that batches are whole or nothing. */
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
