/** Stores that outlive a process: closed and opened again, or opened twice at once. */
import assert from 'node:assert/strict';
import { toObject } from '../../ledger/index.ts';
import { increment } from './concurrency.ts';
import { describeStore } from './describe-store.ts';
import { assertWholeLog } from './logs.ts';
import {
  AT_MS,
  commit,
  numbers,
  type OpenStore,
  rewrite,
  type StoreCheck,
  someObjects,
} from './store-check.ts';

/** Checks what is promised of a place that is opened more than once. */
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
