// Five processes write the same heads and logs at once, on both databases.

import { afterEach, describe, expect, test } from 'vitest';
import { openStore, storeAddress } from '../../src/engine/open-ledger.ts';
import { everyEntry, type LogEntry, type Store, validateLedger } from '../../src/ledger/index.ts';
import { COUNTER, FIRST_LOG, SECOND_LOG, startWriter } from './crash-plan.ts';
import { sharedDatabases, type TestStore } from './test-stores.ts';

const WRITERS = ['one', 'two', 'three', 'four', 'five'];
const COUNT = 60;

describe.each(Object.entries(sharedDatabases))('five processes on %s', (_name, create) => {
  let place: TestStore | undefined;
  afterEach(() => place?.remove());

  test('lose nothing, leave no gap, show no half batch, and starve nobody', async () => {
    place = await create();
    const store = await openStore(storeAddress(place.address, '/'), { create: true });
    const writers = WRITERS.map((name) =>
      startWriter(place?.address ?? '', name, { count: COUNT, isGated: true }),
    );
    // All at once: how long a process takes to start says nothing about fairness.
    await Promise.all(writers.map(({ ready }) => ready));
    for (const writer of writers) writer.begin();
    const watching = watchForHalfBatches(store, Promise.all(writers.map(({ ended }) => ended)));
    for (const { ended } of writers) expect(await ended).toEqual({ code: 0, errors: '' });
    expect(await watching).toBeGreaterThan(0);

    const first = await entriesOf(store, FIRST_LOG);
    const written = first.map(({ value }) => JSON.parse(value) as { writer: string; number: number });
    // By the order in the ledger: what a pipe brings, and when, says nothing about who had a turn.
    const untilFirstEnded = written.slice(
      0,
      written.findIndex(({ number }) => number === COUNT),
    );
    expect([...new Set(untilFirstEnded.map(({ writer }) => writer))].sort()).toEqual([...WRITERS].sort());
    expect(first.map(({ sequence }) => sequence)).toEqual(upTo(WRITERS.length * COUNT));
    expect((await entriesOf(store, SECOND_LOG)).map(({ value }) => value)).toEqual(
      first.map(({ value }) => value),
    );
    for (const name of WRITERS) {
      const own = written.filter(({ writer }) => writer === name);
      expect(own.map(({ number }) => number)).toEqual(upTo(COUNT));
    }
    expect((await entriesOf(store, COUNTER)).map(({ value }) => Number(value))).toEqual(
      upTo(WRITERS.length * COUNT),
    );
    expect((await validateLedger(store)).faults).toEqual([]);
    await store.close();
  });
});

/** Reads while others write: the two logs grow together, so the one read later is never the shorter. */
async function watchForHalfBatches(store: Store, end: Promise<unknown>): Promise<number> {
  let isOver = false;
  let readings = 0;
  const over = end.then(() => {
    isOver = true;
  });
  while (!isOver) {
    const second = (await store.head(SECOND_LOG))?.sequence ?? 0;
    const first = (await store.head(FIRST_LOG))?.sequence ?? 0;
    expect(first).toBeGreaterThanOrEqual(second);
    readings++;
    await new Promise(setImmediate);
  }
  await over;
  return readings;
}

async function entriesOf(store: Store, log: string): Promise<readonly LogEntry[]> {
  return Array.fromAsync(everyEntry(store, log));
}

function upTo(last: number): readonly number[] {
  return Array.from({ length: last }, (_, index) => index + 1);
}
