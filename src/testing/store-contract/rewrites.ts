/** Checks of rewrites, as used by merging and collecting. */
import assert from 'node:assert/strict';
import { type TombstoneReason, toObject } from '../../ledger/index.ts';
import { assertWholeLog } from './logs.ts';
import { AT_MS, check, commit, rewrite, type StoreCheck } from './store-check.ts';

const object = toObject('object');
const other = toObject('other');
const tombstone = (reason: TombstoneReason, agent = 'agent') => ({ id: object.id, reason, agent });

/** Checks of each part of a rewrite. */
export const rewriteChecks: readonly StoreCheck[] = [
  check('replaces an object by its tombstone', async (store) => {
    await commit(store, { puts: [object, other] });
    await rewrite(store, { tombstones: [tombstone('dropped')] });
    assert.deepEqual(await store.getMany([object.id]), [null]);
    assert.deepEqual(await store.tombstone(object.id), tombstone('dropped'));
    assert.deepEqual(await store.listTombstones({}), [tombstone('dropped')]);
    assert.deepEqual(await store.hasMany([other.id]), [true]);
  }),

  check('brings a dropped object back when it is put again', async (store) => {
    await rewrite(store, { tombstones: [tombstone('dropped')] }, { puts: [object] });
    assert.deepEqual(await store.hasMany([object.id]), [true]);
    assert.equal(await store.tombstone(object.id), null);
  }),

  check('passes over an erased object and takes the others', async (store) => {
    await rewrite(store, { tombstones: [tombstone('erased')] }, { puts: [object, other] });
    assert.deepEqual(await store.hasMany([object.id, other.id]), [false, true]);
    assert.deepEqual(await store.tombstone(object.id), tombstone('erased'));
  }),

  check('erases what was dropped, and never makes an erased object merely dropped', async (store) => {
    await rewrite(
      store,
      { tombstones: [tombstone('dropped', 'first')] },
      { tombstones: [tombstone('erased', 'second')] },
    );
    assert.deepEqual(await store.tombstone(object.id), tombstone('erased', 'second'));
    await rewrite(store, { tombstones: [tombstone('dropped', 'third')] });
    assert.deepEqual(await store.tombstone(object.id), tombstone('erased', 'second'));
  }),

  check('removes objects without a trace', async (store) => {
    await commit(store, { puts: [object, other] });
    await rewrite(store, { removals: [object.id, toObject('absent').id] });
    assert.deepEqual(await store.hasMany([object.id, other.id]), [false, true]);
    assert.deepEqual(await store.listTombstones({}), []);
  }),

  check('replaces a log whole and appends after what it became', async (store) => {
    await commit(store, { appends: ['1', '2', '3'].map((value) => ({ log: 'log', value })) });
    await commit(store, { appends: [{ log: 'untouched', value: '1' }] });
    const entries = [
      { sequence: 1, stamp: 4, value: '"a"' },
      { sequence: 2, stamp: AT_MS * 2_000, value: '"b"' },
    ];
    await rewrite(store, {
      logs: [
        { log: 'log', entries },
        { log: 'new', entries },
      ],
    });
    assert.deepEqual(await store.readLog('log', {}), entries);
    await commit(store, { appends: [{ log: 'log', value: '"c"' }] });
    await assertWholeLog(store, 'log', ['"a"', '"b"', '"c"']);
    await assertWholeLog(store, 'new', ['"a"', '"b"']);
    await assertWholeLog(store, 'untouched', ['1']);
  }),

  check('removes a log that is replaced by no entries, and starts it anew at 1', async (store) => {
    await commit(store, {
      appends: [
        { log: 'log', value: '1' },
        { log: 'log', value: '2' },
      ],
    });
    await rewrite(store, {
      logs: [
        { log: 'log', entries: [] },
        { log: 'none', entries: [] },
      ],
    });
    assert.equal(await store.head('log'), null);
    assert.deepEqual(await store.listHeads({}), []);
    const { logs, entries } = await store.statistics();
    assert.deepEqual({ logs, entries }, { logs: 0, entries: 0 });
    await commit(store, { appends: [{ log: 'log', value: '3' }] });
    await assertWholeLog(store, 'log', ['3']);
  }),

  check('adds and removes members', async (store) => {
    const [first, second, third] = ['1', '2', '3'].map((member) => ({ index: 'index', key: 'key', member }));
    assert.ok(first && second && third);
    await commit(store, { adds: [first, second] });
    await rewrite(store, { adds: [third, first], memberRemovals: [second, { ...second, key: 'none' }] });
    assert.deepEqual(await store.listMembers('index', 'key', {}), ['1', '3']);
  }),

  check('applies the parts of one rewrite in the order of its fields', async (store) => {
    const entry = { index: 'index', key: 'key', member: 'member' };
    await rewrite(store, {
      puts: [object, other],
      tombstones: [tombstone('dropped')],
      removals: [other.id],
      adds: [entry],
      memberRemovals: [entry],
    });
    assert.deepEqual(await store.hasMany([object.id, other.id]), [false, false]);
    assert.deepEqual(await store.listTombstones({}), [tombstone('dropped')]);
    assert.deepEqual(await store.listIndexEntries({}), []);
  }),
];
