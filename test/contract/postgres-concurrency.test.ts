// Many workers on one PostgreSQL store: what must hold between processes, seen with several opened stores.

import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import {
  type Batch,
  type BatchOutcome,
  type Precondition,
  type StoredObject,
  toObject,
} from '../../src/ledger/index.ts';
import { database, open, useDatabase } from './postgres-fixture.ts';
import { ask } from './postgres-own-server.ts';

useDatabase();

const member = (name: string) => ({ index: 'index', key: 'key', member: name });
const absent = (name: string): Precondition => ({ kind: 'member-absent', ...member(name) });

function committed(outcomes: readonly BatchOutcome[]): number {
  return outcomes.filter((outcome) => outcome.committed).length;
}

async function waiting(count: number): Promise<void> {
  const isWaiting = async () => {
    const [row] = await ask(
      database.url,
      `SELECT count(*)::integer AS waiting FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return Number(row?.waiting) >= count;
  };
  await vi.waitUntil(isWaiting, { timeout: 120_000 });
}

test('any number of workers may open an empty database at once', async () => {
  const opened = await Promise.all(Array.from({ length: 12 }, () => open({ poolSize: 2 })));
  for (const [number, store] of opened.entries()) {
    await store.commit({ atMs: 1, appends: [{ log: 'log', value: `${number}` }] });
  }
  expect(await opened[0]?.statistics()).toMatchObject({ logs: 1, entries: 12 });
});

describe('a member that must be absent', () => {
  test('is added by exactly one of many who add it at once', async () => {
    const [one, two] = [await open(), await open()];
    for (let round = 0; round < 25; round++) {
      const name = `member-${round}`;
      const outcomes = await Promise.all(
        Array.from({ length: 8 }, (_, number) =>
          (number % 2 ? one : two).commit({
            atMs: 1,
            requires: [absent(name)],
            appends: [{ log: `${round}/${number}`, value: '1' }],
            adds: [member(name)],
          }),
        ),
      );
      expect(committed(outcomes)).toBe(1);
      expect(outcomes.filter((outcome) => !outcome.committed)[0]).toEqual({
        committed: false,
        unmet: absent(name),
      });
    }
    expect(await one.statistics()).toMatchObject({ logs: 25, members: 25 });
  });

  test('keeps two batches apart of which each adds what the other needs absent', async () => {
    const [one, two] = [await open(), await open()];
    for (let round = 0; round < 50; round++) {
      const [left, right] = [`left-${round}`, `right-${round}`];
      const outcomes = await Promise.all([
        one.commit({ atMs: 1, requires: [absent(left)], adds: [member(right)] }),
        two.commit({ atMs: 1, requires: [absent(right)], adds: [member(left)] }),
      ]);
      expect(committed(outcomes)).toBe(1);
    }
    expect(await one.listMembers('index', 'key', {})).toHaveLength(50);
  });

  test('is not in the store afterwards unless it was added', async () => {
    const store = await open();
    await store.commit({ atMs: 1, requires: [absent('other'), absent('mine')], adds: [member('mine')] });
    expect(await store.listMembers('index', 'key', {})).toEqual(['mine']);
  });

  test('waits for a batch that is adding it, and is found', async () => {
    const store = await open();
    const adding = await beginElsewhere(`INSERT INTO penumbra.member VALUES ('index', 'key', 'name')`);
    const commit = store.commit({ atMs: 1, requires: [absent('name')], adds: [member('name')] });
    await waiting(1);
    await adding.end('COMMIT');
    expect(await commit).toEqual({ committed: false, unmet: absent('name') });
  });

  test('waits for a batch that was adding it in vain, and is written', async () => {
    const store = await open();
    const adding = await beginElsewhere(`INSERT INTO penumbra.member VALUES ('index', 'key', 'name')`);
    const commit = store.commit({ atMs: 1, requires: [absent('name')], adds: [member('name')] });
    await waiting(1);
    await adding.end('ROLLBACK');
    expect(await commit).toMatchObject({ committed: true });
  });
});

test('batches that write the same objects and members in opposite order do not deadlock', async () => {
  const [one, two] = [await open(), await open()];
  for (let round = 0; round < 10; round++) {
    const objects = Array.from({ length: 300 }, (_, number) => toObject(`object ${round} ${number}`));
    const batch = (puts: readonly StoredObject[]): Batch => ({
      atMs: 1,
      puts,
      adds: puts.map(({ id }) => member(id)),
    });
    const outcomes = [one.commit(batch(objects)), two.commit(batch(objects.toReversed()))];
    expect(committed(await Promise.all(outcomes))).toBe(2);
  }
  expect(await one.statistics()).toMatchObject({ objects: 3000, members: 3000 });
  await one.close();
  await two.close();
  const deadlocks = 'SELECT deadlocks::integer FROM pg_stat_database WHERE datname = current_database()';
  expect(await ask(database.url, deadlocks)).toEqual([{ deadlocks: 0 }]);
});

test('batches on different logs do not wait for each other, and those on one log do', async () => {
  const [one, two] = [await open(), await open({ timeouts: { lockMs: 100 } })];
  await one.commit({ atMs: 1, appends: [{ log: 'same', value: '1' }] });
  const holding = await beginElsewhere(`INSERT INTO penumbra.member VALUES ('index', 'key', 'name')`);
  const held = one.commit({ atMs: 1, appends: [{ log: 'same', value: '2' }], adds: [member('name')] });
  await waiting(1);
  expect(await two.commit({ atMs: 1, appends: [{ log: 'other', value: '1' }] })).toMatchObject({
    committed: true,
  });
  await expect(two.commit({ atMs: 1, appends: [{ log: 'same', value: '3' }] })).rejects.toMatchObject({
    code: 'store-busy',
    hint: expect.stringContaining('pg_stat_activity'),
  });
  await holding.end('COMMIT');
  expect(await held).toMatchObject({ committed: true, entries: [{ sequence: 2 }] });
});

test('a batch on more logs than locks are taken for is written alone', async () => {
  const [one, two] = [await open(), await open({ timeouts: { lockMs: 100 } })];
  const appends = Array.from({ length: 65 }, (_, number) => ({ log: `log-${number}`, value: '1' }));
  const holding = await beginElsewhere(`INSERT INTO penumbra.member VALUES ('index', 'key', 'name')`);
  const held = one.commit({ atMs: 1, appends, adds: [member('name')] });
  await waiting(1);
  await expect(two.commit({ atMs: 1, puts: [toObject('one')] })).rejects.toMatchObject({
    code: 'store-busy',
  });
  await holding.end('COMMIT');
  expect(await held).toMatchObject({ committed: true });
  expect(await two.statistics()).toMatchObject({ logs: 65, entries: 65, objects: 0 });
});

test('reads are answered while more commits wait than there are connections', async () => {
  const [one, two] = [await open({ poolSize: 2 }), await open()];
  const session = await two.maintain();
  const commits = Array.from({ length: 10 }, (_, number) =>
    one.commit({ atMs: 1, appends: [{ log: `${number}`, value: '1' }] }),
  );
  await waiting(1);
  expect(await one.statistics()).toMatchObject({ entries: 0 });
  await session.abandon();
  expect(committed(await Promise.all(commits))).toBe(10);
});

/** Begins a transaction of another program with a statement. */
async function beginElsewhere(statement: string) {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('BEGIN');
  await client.query(statement);
  return {
    async end(last: 'COMMIT' | 'ROLLBACK'): Promise<void> {
      await client.query(last);
      await client.end();
    },
  };
}
