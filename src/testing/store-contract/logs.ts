/** Checks of logs: no gaps, increasing stamps, and a head whose digest covers all entries. */
import assert from 'node:assert/strict';
import type { Sha256 } from '../../kernel/index.ts';
import { extendDigest, STAMPS_PER_MILLISECOND, type StoreReader } from '../../ledger/index.ts';
import { AT_MS, check, commit, numbers, type StoreCheck } from './store-check.ts';

/**
 * Asserts that a log runs from 1 to n with increasing stamps, and that its head is its last entry with the
 * digest of all.
 */
export async function assertWholeLog(
  store: StoreReader,
  log: string,
  values: readonly string[],
): Promise<void> {
  const entries = await store.readLog(log, {});
  assert.deepEqual(
    entries.map(({ value }) => value),
    values,
  );
  assert.deepEqual(
    entries.map(({ sequence }) => sequence),
    numbers(values.length),
  );
  for (const [position, { stamp }] of entries.entries()) {
    assert.ok(
      position === 0 || stamp > (entries[position - 1]?.stamp ?? 0),
      `stamp ${position} of ${log} rises`,
    );
  }
  const digest = entries.reduce<Sha256 | null>(extendDigest, null);
  assert.deepEqual(await store.head(log), { ...entries.at(-1), log, digest });
}

/** Checks of logs. */
export const logChecks: readonly StoreCheck[] = [
  check('has no head and no entries for a log that nobody wrote', async (store) => {
    assert.equal(await store.head('log'), null);
    assert.deepEqual(await store.readLog('log', {}), []);
    assert.deepEqual(await store.listHeads({}), []);
    assert.equal(await store.head('\ud800'), null);
  }),

  check('numbers the entries of a log from 1 without gaps and chains their digests', async (store) => {
    for (const value of ['1', '2', '3']) await commit(store, { appends: [{ log: 'log', value }] });
    await assertWholeLog(store, 'log', ['1', '2', '3']);
  }),

  check(
    'takes several appends to several logs in one batch, in order, and returns the entries',
    async (store) => {
      await commit(store, { appends: [{ log: 'a', value: '"before"' }] });
      const appends = [
        { log: 'a', value: '1' },
        { log: 'b', value: '2' },
        { log: 'a', value: '3' },
        { log: 'b', value: '4' },
      ];
      const { entries } = await commit(store, { appends });
      assert.deepEqual(
        entries.map(({ log, value }) => ({ log, value })),
        appends,
      );
      assert.deepEqual(
        entries.map(({ sequence }) => sequence),
        [2, 1, 3, 2],
      );
      await assertWholeLog(store, 'a', ['"before"', '1', '3']);
      await assertWholeLog(store, 'b', ['2', '4']);
      assert.deepEqual(
        await store.readLog('b', {}),
        entries.filter(({ log }) => log === 'b').map(({ log, ...entry }) => entry),
      );
    },
  ),

  check('reads a log from a cursor within a limit', async (store) => {
    const values = numbers(20).map(String);
    await commit(store, { appends: values.map((value) => ({ log: 'log', value })) });
    const page = await store.readLog('log', { after: 5, limit: 3 });
    assert.deepEqual(
      page.map(({ sequence }) => sequence),
      [6, 7, 8],
    );
    assert.deepEqual(await store.readLog('log', { after: 20 }), []);
  }),

  check('stamps entries with the recorded time', async (store) => {
    const { entries } = await commit(store, { appends: [{ log: 'log', value: '1' }] });
    assert.equal(entries[0]?.stamp, AT_MS * STAMPS_PER_MILLISECOND);
  }),

  check('lets stamps rise when the clock stands still or goes back', async (store) => {
    for (const atMs of [AT_MS, AT_MS, AT_MS - 60_000, 0])
      await commit(store, { appends: [{ log: 'log', value: '1' }] }, atMs);
    await assertWholeLog(store, 'log', ['1', '1', '1', '1']);
  }),

  check('stamps a batch above every head it appends to or has a condition on', async (store) => {
    await commit(store, { appends: [{ log: 'seen', value: '1' }] }, AT_MS + 5_000);
    await commit(store, { appends: [{ log: 'moved', value: '1' }] }, AT_MS + 9_000);
    const seen = (await store.head('seen'))?.stamp ?? 0;
    const moved = (await store.head('moved'))?.stamp ?? 0;
    const reading = await commit(store, {
      requires: [{ kind: 'log-length', log: 'seen', length: 1 }],
      appends: [{ log: 'new', value: '1' }],
    });
    assert.ok((reading.entries[0]?.stamp ?? 0) > seen);
    const both = await commit(store, {
      appends: [
        { log: 'other', value: '1' },
        { log: 'moved', value: '2' },
      ],
    });
    for (const { stamp } of both.entries) assert.ok(stamp > moved);
  }),
];
