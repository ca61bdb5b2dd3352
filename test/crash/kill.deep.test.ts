// A hundred SIGKILLs at random moments under load, on both databases: nothing acknowledged is lost, the ledger is
// valid, and it opens without a manual step. On PostgreSQL the server itself is crashed, too.

import { randomInt } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { openStore, storeAddress } from '../../src/engine/open-ledger.ts';
import { everyEntry, type Store, toObject, validateLedger } from '../../src/ledger/index.ts';
import { type OwnServer, startOwnServer } from '../contract/postgres-own-server.ts';
import { COUNTER, FIRST_LOG, payloadOf, startWriter, type Writer } from './crash-plan.ts';
import { sharedDatabases, type TestStore } from './test-stores.ts';

const KILLS = 100;
const SERVER_CRASHES = 10;
/** How long a writer may run before it is killed: from before its first write to hundreds later. */
const LONGEST_RUN_MS = 400;

describe.each(Object.entries(sharedDatabases))('writers killed on %s', (_name, create) => {
  let place: TestStore | undefined;
  afterEach(() => place?.remove());

  test(`${KILLS} times lose nothing that was acknowledged and leave a valid ledger`, async () => {
    place = await create();
    const { address } = place;
    let acknowledged = 0;
    for (let round = 0; round < KILLS / 2; round++) {
      const writers = ['a', 'b'].map((side) => startWriter(address, `${side}${round}`));
      // Half of the kills hit while the process starts or opens the store, half in the midst of writing.
      if (round % 2 === 0) await Promise.all(writers.map(firstAcknowledgement));
      await Promise.all(writers.map((writer) => killAtRandomMoment(writer)));
      acknowledged += writers.reduce((sum, writer) => sum + writer.acknowledged(), 0);
      await expectWhole(address, writers);
    }
    expect(acknowledged).toBeGreaterThan(KILLS);
  });
});

describe('a PostgreSQL server crashed', () => {
  let server: OwnServer | undefined;
  afterEach(() => server?.remove());

  test(`${SERVER_CRASHES} times under load recovers with all that was acknowledged`, async () => {
    server = await startOwnServer();
    for (let round = 0; round < SERVER_CRASHES; round++) {
      const writer = startWriter(server.url, `s${round}`);
      await firstAcknowledgement(writer);
      await pause(randomInt(LONGEST_RUN_MS));
      await server.crash();
      writer.kill();
      await writer.ended;
      await server.start();
      await expectWhole(server.url, [writer]);
    }
  });
});

async function killAtRandomMoment(writer: Writer): Promise<void> {
  await pause(randomInt(LONGEST_RUN_MS));
  writer.kill();
  const { code, errors } = await writer.ended;
  expect({ code, errors }).toEqual({ code: null, errors: '' });
}

async function firstAcknowledgement(writer: Writer): Promise<void> {
  let hasEnded = false;
  void writer.ended.then(() => {
    hasEnded = true;
  });
  while (writer.acknowledged() === 0 && !hasEnded) await pause(5);
}

async function expectWhole(address: string, writers: readonly Writer[]): Promise<void> {
  const store = await openStore(storeAddress(address, '/'), { create: true });
  try {
    const written = await numbersByWriter(store);
    for (const writer of writers) {
      const last = writer.acknowledged();
      const numbers = written.get(writer.name) ?? [];
      expect(numbers).toEqual(numbers.map((_, index) => index + 1));
      expect(numbers.length).toBeGreaterThanOrEqual(last);
      const ids = numbers.map((number) => toObject(payloadOf(writer.name, number)).id);
      expect(await store.getMany(ids)).not.toContain(null);
    }
    const counter = await store.head(COUNTER);
    expect(Number(counter?.value ?? 0)).toBe(counter?.sequence ?? 0);
    expect((await validateLedger(store)).faults).toEqual([]);
  } finally {
    await store.close();
  }
}

async function numbersByWriter(store: Store): Promise<ReadonlyMap<string, number[]>> {
  const numbers = new Map<string, number[]>();
  for await (const { value } of everyEntry(store, FIRST_LOG)) {
    const { writer, number } = JSON.parse(value) as { writer: string; number: number };
    numbers.set(writer, [...(numbers.get(writer) ?? []), number]);
  }
  return numbers;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
