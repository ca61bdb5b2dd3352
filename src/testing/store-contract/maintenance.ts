/** Checks of maintenance sessions: exclusive, invisible until committed, and discarded when abandoned. */
import assert from 'node:assert/strict';
import { setImmediate as nextTick } from 'node:timers/promises';
import { type Maintenance, type Store, toObject } from '../../ledger/index.ts';
import { AT_MS, check, commit, describeStore, numbers, type StoreCheck } from './store-check.ts';

const object = toObject('object');
const member = { index: 'index', key: 'key', member: 'member' };

async function applyAll(session: Maintenance): Promise<void> {
  await session.apply({
    puts: [object],
    tombstones: [{ id: toObject('ground').id, reason: 'dropped', agent: 'agent' }],
    logs: [{ log: 'log', entries: [{ sequence: 1, stamp: 9, value: '"new"' }] }],
    adds: [member],
  });
}

async function layGround(store: Store): Promise<void> {
  await commit(store, { puts: [toObject('ground')], appends: [{ log: 'log', value: '"old"' }] });
}

/** Checks whether work completes after the store had every opportunity to do it. */
async function isDoneSoon(store: Store, work: Promise<unknown>): Promise<boolean> {
  let isDone = false;
  void work.then(() => {
    isDone = true;
  });
  for (const _ of numbers(30)) {
    await store.statistics();
    await nextTick();
  }
  return isDone;
}

/** Checks of maintenance sessions. */
export const maintenanceChecks: readonly StoreCheck[] = [
  check('shows a session what it applied, and others nothing until it is committed', async (store) => {
    await layGround(store);
    const before = await describeStore(store);
    const session = await store.maintain();
    await applyAll(session);
    const inside = await describeStore(session);
    assert.deepEqual(
      inside.objects.map(({ id }) => id),
      [object.id],
    );
    assert.deepEqual(
      inside.tombstones.map(({ id }) => id),
      [toObject('ground').id],
    );
    assert.deepEqual(
      inside.logs.map(({ value }) => value),
      ['"new"'],
    );
    assert.deepEqual(inside.members, [member]);
    assert.deepEqual(await describeStore(store), before);
    await session.commit();
    assert.deepEqual(await describeStore(store), inside);
  }),

  check('keeps no trace of a session that was abandoned', async (store) => {
    await layGround(store);
    const before = await describeStore(store);
    const session = await store.maintain();
    await applyAll(session);
    await session.abandon();
    assert.deepEqual(await describeStore(store), before);
  }),

  check('lets commits wait for the end of a session, and then judges them on what it left', async (store) => {
    await layGround(store);
    const session = await store.maintain();
    const waiting = store.commit({
      atMs: AT_MS,
      requires: [{ kind: 'head-is', log: 'log', value: '"new"' }],
      appends: [{ log: 'log', value: '"after"' }],
    });
    assert.equal(await isDoneSoon(store, waiting), false);
    await applyAll(session);
    await session.commit();
    assert.equal((await waiting).committed, true);
    assert.deepEqual(
      (await store.readLog('log', {})).map(({ value }) => value),
      ['"new"', '"after"'],
    );
  }),

  check('lets commits through after a session was abandoned', async (store) => {
    const session = await store.maintain();
    const waiting = store.commit({ atMs: AT_MS, appends: [{ log: 'log', value: '1' }] });
    await session.abandon();
    assert.equal((await waiting).committed, true);
  }),

  check('lets a second session wait for the end of the first', async (store) => {
    const first = await store.maintain();
    const second = store.maintain();
    assert.equal(await isDoneSoon(store, second), false);
    await first.apply({ puts: [object] });
    await first.commit();
    const session = await second;
    assert.deepEqual(await session.hasMany([object.id]), [true]);
    await session.abandon();
  }),
];
