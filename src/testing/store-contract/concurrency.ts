/** Checks with many writers in one process: nothing is lost, duplicated or partially visible. */
import assert from 'node:assert/strict';
import { type Store, toObject } from '../../ledger/index.ts';
import { assertWholeLog } from './logs.ts';
import {
  AT_MS,
  check,
  commit,
  describeStore,
  numbers,
  type OpenStore,
  rewrite,
  type StoreCheck,
  someObjects,
} from './store-check.ts';

const WRITERS = 20;
const INCREMENTS = 10;

/** Increments a log's value by compare-and-set, retrying on conflicts. */
async function increment(store: Store, log: string): Promise<void> {
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

/** Checks with concurrent writers. */
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

/** Checks of a store that is opened more than once. */
export const persistenceChecks: readonly StoreCheck[] = [
  {
    name: 'keeps everything when it is closed and opened again',
    async run(open) {
      const first = await open();
      await commit(first, {
        puts: someObjects(5),
        appends: [
          { log: 'log', value: '1' },
          { log: 'log', value: '2' },
        ],
        adds: [{ index: 'index', key: 'key', member: 'member' }],
      });
      await rewrite(first, {
        tombstones: [{ id: toObject('object 1').id, reason: 'erased', agent: 'agent' }],
      });
      const before = await describeStore(first);
      await first.close();
      await withStores(open, 1, async ([again]) => assert.deepEqual(await describeStore(again), before));
    },
  },
  {
    name: 'finishes the commits that wait when it is closed, and closes once',
    async run(open) {
      const first = await open();
      const waiting = numbers(20).map((number) =>
        first.commit({ atMs: AT_MS, appends: [{ log: 'log', value: `${number}` }] }),
      );
      await Promise.all([first.close(), first.close()]);
      await first.close();
      for (const outcome of await Promise.all(waiting)) assert.equal(outcome.committed, true);
      await withStores(open, 1, async ([again]) => assertWholeLog(again, 'log', numbers(20).map(String)));
    },
  },
  {
    name: 'keeps nothing of a session that was open when it was closed',
    async run(open) {
      const first = await open();
      const session = await first.maintain();
      await session.apply({ puts: someObjects(3) });
      await first.close();
      await withStores(open, 1, async ([again]) => {
        assert.equal((await again.statistics()).objects, 0);
        await commit(again, { puts: someObjects(1) });
      });
    },
  },
  {
    name: 'shows the commits of one opened store to another',
    run: (open) =>
      withStores(open, 2, async ([writer, reader]) => {
        await commit(writer, { puts: someObjects(3), appends: [{ log: 'log', value: '1' }] });
        assert.deepEqual(await describeStore(reader), await describeStore(writer));
      }),
  },
  {
    name: 'loses no increment of a counter that two opened stores compare and set',
    run: (open) =>
      withStores(open, 2, async (stores) => {
        const writers = stores.flatMap((store) => numbers(5).map(() => store));
        await Promise.all(
          writers.map(async (store) => {
            for (const _ of numbers(10)) await increment(store, 'counter');
          }),
        );
        await assertWholeLog(stores[0], 'counter', numbers(writers.length * 10).map(String));
      }),
  },
  {
    name: 'keeps a session of one opened store from the readers of another, and its commits waiting',
    run: (open) =>
      withStores(open, 2, async ([keeper, other]) => {
        const session = await keeper.maintain();
        await session.apply({
          logs: [{ log: 'log', entries: [{ sequence: 1, stamp: 1, value: '"kept"' }] }],
        });
        const waiting = other.commit({ atMs: AT_MS, appends: [{ log: 'log', value: '"after"' }] });
        assert.equal(await other.head('log'), null);
        await session.commit();
        await waiting;
        await assertWholeLog(other, 'log', ['"kept"', '"after"']);
      }),
  },
];

type Stores = readonly [Awaited<ReturnType<OpenStore>>, Awaited<ReturnType<OpenStore>>];

async function withStores(
  open: OpenStore,
  count: 1 | 2,
  body: (stores: Stores) => Promise<void>,
): Promise<void> {
  const first = await open();
  const second = count === 2 ? await open() : first;
  try {
    await body([first, second]);
  } finally {
    await Promise.all([first.close(), second.close()]);
  }
}
