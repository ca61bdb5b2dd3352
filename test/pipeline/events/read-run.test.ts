// A run read from its log in a store: whole, damaged, and as a newer program left it.

import { describe, expect, test } from 'vitest';
import { type CanonicalValue, canonicalText, makeId, sha256 } from '../../../src/kernel/index.ts';
import { createMemoryStore, type Store } from '../../../src/ledger/index.ts';
import { readRun, runLog } from '../../../src/pipeline/index.ts';
import { readRunEvents } from '../../../src/pipeline/journal/run-log.ts';
import { foldRun } from '../../../src/record/index.ts';
import { asVersion1, newerEvent, sampleEvents } from './sample-events.ts';

const run = makeId('run', sha256('run'));
const log = runLog(run);

async function storeWith(values: readonly string[]): Promise<Store> {
  const store = createMemoryStore();
  await store.commit({ atMs: 1, appends: values.map((value) => ({ log, value })) });
  return store;
}

const textOf = (event: unknown) => canonicalText(event as CanonicalValue);
const whole = sampleEvents.map(textOf);

/** A store that gives other entries than it has. */
function damaged(store: Store, change: (entries: Awaited<ReturnType<Store['readLog']>>) => unknown): Store {
  const readLog = async (...asked: Parameters<Store['readLog']>) => change(await store.readLog(...asked));
  return { ...store, readLog: readLog as Store['readLog'] };
}

test('a run is what its events tell, whichever version wrote them', async () => {
  expect(await readRun(await storeWith(whole), run)).toEqual(foldRun(sampleEvents));
  const mixed = sampleEvents.map((event, index) => (index % 2 === 0 ? asVersion1(event) : event));
  const { cases, entries } = await readRun(await storeWith(mixed.map(textOf)), run);
  expect(entries).toBe(19);
  expect(cases[0]?.steps).toEqual(foldRun(sampleEvents).cases[0]?.steps);
});

test('a run that was never begun is empty', async () => {
  expect(await readRun(createMemoryStore(), run)).toEqual(foldRun([]));
});

test('what a newer program wrote is missing and counted', async () => {
  const store = await storeWith([...whole.slice(0, 4), textOf(newerEvent), ...whole.slice(4)]);
  expect(await readRun(store, run)).toEqual({ ...foldRun(sampleEvents), entries: 20, unread: 1 });
});

test('all events of a run are had, or none where a newer program wrote some of them', async () => {
  expect(await readRunEvents(await storeWith(whole), run)).toEqual(sampleEvents);
  const store = await storeWith([...whole, textOf(newerEvent)]);
  await expect(readRunEvents(store, run)).rejects.toMatchObject({
    code: 'store-version',
    data: { run, unread: 1 },
  });
});

describe('a log is refused', () => {
  test.each<[string, Parameters<typeof damaged>[1], string]>([
    ['without its first entry', (all) => all.slice(1), 'event 1 of'],
    ['with a gap', (all) => all.toSpliced(6, 1), 'event 7 of'],
    ['with an entry twice', (all) => all.toSpliced(6, 0, ...all.slice(6, 7)), 'event 8 of'],
    ['without its last entry', (all) => all.slice(0, -1), 'the log has 19 entries'],
    ['of which nothing is left', () => [], 'the log has 19 entries'],
    ['whose order was changed', (all) => all.toReversed(), 'event 1 of'],
  ])('%s', async (_what, change, message) => {
    const store = damaged(await storeWith(whole), change);
    await expect(readRun(store, run)).rejects.toMatchObject({
      code: 'log-corrupt',
      message: expect.stringContaining(message),
      hint: expect.stringContaining('penumbra validate'),
    });
  });

  test.each([
    ['with a kind that nobody knows', { version: 1, kind: 'case-split' }, 'unknown kind `case-split`'],
    [
      'with a field of the wrong type',
      { ...sampleEvents[3], step: '1' },
      '`step` of step-entered is no number',
    ],
    ['with a list for an event', [], 'it is not a record'],
  ])('%s', async (_what, event, detail) => {
    const store = await storeWith([...whole, textOf(event)]);
    await expect(readRun(store, run)).rejects.toMatchObject({
      code: 'log-corrupt',
      message: `event 20 of \`${run}\` cannot be read: ${detail}`,
    });
  });
});
