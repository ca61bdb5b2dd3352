/** How a person can name a run. */
import { beforeAll, expect, test } from 'vitest';
import { type Id, makeId, type Sha256 } from '../../kernel/index.ts';
import { createMemoryStore, frameLogValue } from '../../ledger/index.ts';
import { eventAppends } from '../../pipeline/index.ts';
import { runEvent } from '../../record/index.ts';
import { findRun, findRuns } from './find-run.ts';
import { runRecordLog } from './run-record.ts';

const runOf = (beginning: string): Id<'run'> => makeId('run', beginning.padEnd(64, '0') as Sha256);
const [old, young] = [runOf('abcd1'), runOf('abcd2')];
const store = createMemoryStore();

beforeAll(async () => {
  for (const [run, atMs] of [
    [old, 1_000],
    [young, 2_000],
  ] as const)
    await store.commit({
      atMs,
      appends: eventAppends(run, [runEvent('run-ended', { run, status: 'done' })]),
    });
});

test('runs are listed newest first', async () => {
  expect(await findRuns(store)).toEqual([
    { run: young, startedMs: 2_000 },
    { run: old, startedMs: 1_000 },
  ]);
});

test.each([
  ['latest', young],
  ['abcd1', old],
  ['run:abcd1', old],
  ['ABCD2', young],
  [old, old],
])('%s is %s', async (text, expected) => {
  expect(await findRun(store, text)).toBe(expected);
});

test.each([
  ['abcd', 'may mean run:abcd2'],
  ['ffff', 'no run begins with `ffff`'],
  ['abc', 'no run begins with'],
  ['../x', 'no run begins with'],
  ['', 'no run begins with'],
])('%j is refused', async (text, message) => {
  await expect(findRun(store, text)).rejects.toThrow(message);
});

test('there may be no run yet', async () => {
  await expect(findRun(createMemoryStore(), 'latest')).rejects.toThrow('there is no run yet');
});

test('`latest` is the newest investigation, where there is one', async () => {
  const mixed = createMemoryStore();
  const begin = (run: Id<'run'>, atMs: number, logs: readonly string[] = []) =>
    mixed.commit({
      atMs,
      appends: [
        ...eventAppends(run, [runEvent('run-started', { run, inputs: {} })]),
        ...logs.map((log) => ({ log, value: frameLogValue(makeId('frame', '0'.repeat(64) as Sha256)) })),
      ],
    });
  await begin(old, 1_000);
  expect(await findRun(mixed, 'latest')).toBe(old);
  await begin(young, 2_000, [runRecordLog(young)]);
  await begin(runOf('abcd3'), 3_000);
  expect(await findRun(mixed, 'latest')).toBe(young);
  expect(await findRun(mixed, 'abcd3')).toBe(runOf('abcd3'));
});
