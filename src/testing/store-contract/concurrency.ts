/** Many writers in one process: nothing is lost, doubled or half seen. */
import assert from 'node:assert/strict';
import { type Store, toObject } from '../../ledger/index.ts';
import { assertWholeLog } from './logs.ts';
import { AT_MS, check, numbers, type StoreCheck } from './store-check.ts';

const WRITERS = 20;
const INCREMENTS = 10;

/** Counts a log up by compare-and-set, trying again whenever another was faster. */
export async function increment(store: Store, log: string): Promise<void> {
  for (;;) {
    const value = (await store.head(log))?.value ?? null;
    const outcome = await store.commit({
      atMs: AT_MS,
      requires: [{ kind: 'head-is', log, value }],
      appends: [{ log, value: String(Number(value ?? 0) + 1) }],
    });
    if (outcome.committed) return;
  }
}

/** Checks what is promised to many writers at once. */
export const concurrencyChecks: readonly StoreCheck[] = [
  check('takes hundreds of commits at once and gives each its own place', async (store) => {
    const many = numbers(400);
    const outcomes = await Promise.all(
      many.map((number) =>
        store.commit({
          atMs: AT_MS,
          puts: [toObject(`${number}`)],
          appends: [{ log: 'log', value: `${number}` }],
        }),
      ),
    );
    const places = outcomes.flatMap((outcome) => (outcome.committed ? outcome.entries : []));
    assert.deepEqual(
      places.map(({ sequence }) => sequence).sort((a, b) => a - b),
      many,
    );
    const values = [...places].sort((a, b) => a.sequence - b.sequence).map(({ value }) => value);
    await assertWholeLog(store, 'log', values);
    assert.equal((await store.statistics()).objects, many.length);
  }),

  check('loses no increment of a counter that many writers compare and set', async (store) => {
    const writer = async () => {
      for (const _ of numbers(INCREMENTS)) await increment(store, 'counter');
    };
    await Promise.all(numbers(WRITERS).map(writer));
    await assertWholeLog(store, 'counter', numbers(WRITERS * INCREMENTS).map(String));
  }),

  check('lets exactly one of many writers win a place that is free', async (store) => {
    const outcomes = await Promise.all(
      numbers(100).map((number) =>
        store.commit({
          atMs: AT_MS,
          requires: [{ kind: 'member-absent', index: 'index', key: 'key', member: 'place' }],
          appends: [{ log: 'winner', value: `${number}` }],
          adds: [{ index: 'index', key: 'key', member: 'place' }],
        }),
      ),
    );
    assert.equal(outcomes.filter(({ committed }) => committed).length, 1);
    assert.equal((await store.head('winner'))?.sequence, 1);
  }),

  check('does not tangle batches that take the same logs in opposite order', async (store) => {
    const batches = numbers(100).map((number) => {
      const appends = ['a', 'b', 'c'].map((log) => ({ log, value: `${number}` }));
      return store.commit({ atMs: AT_MS, appends: number % 2 ? appends : appends.reverse() });
    });
    await Promise.all(batches);
    for (const log of ['a', 'b', 'c']) assert.equal((await store.head(log))?.sequence, 100);
  }),

  check('never shows half a batch to a reader', async (store) => {
    const pairs = numbers(50).map(
      (number) => [toObject(`left ${number}`), toObject(`right ${number}`)] as const,
    );
    const writing = Promise.all(pairs.map((pair) => store.commit({ atMs: AT_MS, puts: pair })));
    for (const [left, right] of [...pairs, ...pairs]) {
      const [hasLeft, hasRight] = await store.hasMany([left.id, right.id]);
      assert.equal(hasLeft, hasRight);
    }
    await writing;
  }),
];
