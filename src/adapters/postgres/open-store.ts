/**
 * Opens a ledger in a PostgreSQL database: the store that many workers on many machines share. Nothing is kept in the
 * process between two calls, so any number of processes may have the same store open.
 */
import { type Store, type StoreReader, takeBatch } from '../../ledger/index.ts';
import { checkStructure } from './check-structure.ts';
import { commitBatch } from './commit-batch.ts';
import { Connections } from './connections.ts';
import { hasAnswered, isTransient } from './faults.ts';
import { beginMaintenance } from './maintenance.ts';
import { createReader } from './reader.ts';
import { retry } from './retry.ts';
import { checkServer, migrate, needsMigration } from './schema-version.ts';
import { defaultTimeouts, type Timeouts } from './session.ts';
import { createTurns } from './turns.ts';

/** How often a server that does not answer is asked when a store is opened. */
const FIRST_ATTEMPTS = 3;

/** How to reach a store. */
export type PostgresStoreOptions = {
  /** `postgres://user:password@host:port/database`; the schema in it is always `penumbra`. */
  readonly url: string;
  /** Whether to make the schema where there is none; true unless told. */
  readonly create?: boolean;
  /** How many connections are held at most, half for reading and half for writing; 8 unless told. */
  readonly poolSize?: number;
  /** How often work is begun when connections break; 8 unless told, which takes about four seconds. */
  readonly attempts?: number;
  readonly timeouts?: Partial<Timeouts>;
};

/** Connects, creates the schema where that is wanted or migrates it where that is needed, and returns the store. */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { url, create = true, poolSize = 8, attempts = 8 } = options;
  const connections = new Connections({
    url,
    poolSize,
    attempts,
    timeouts: { ...defaultTimeouts, ...options.timeouts },
  });
  try {
    await connections.track(() => reach(connections, attempts));
    const isBehind = await connections.run(() => needsMigration(connections.read, { create }));
    if (isBehind) await connections.run(() => connections.write(migrate));
  } catch (error) {
    await connections.close();
    throw error;
  }
  return createStore(connections);
}

/** Asks the server for the first time: one that does not answer is soon given up on, one that is busy is waited for. */
function reach({ read }: Connections, attempts: number): Promise<void> {
  let silences = 0;
  const isWorthWaiting = (error: unknown): boolean =>
    isTransient(error) && (hasAnswered(error) || ++silences < FIRST_ATTEMPTS);
  return retry(() => checkServer(read), { attempts, isTransient: isWorthWaiting });
}

function createStore(connections: Connections): Store {
  const takeTurn = createTurns();
  return {
    ...retriedReader(connections),
    location: connections.location,
    async commit(batch) {
      const taken = takeBatch(batch);
      const write = () => connections.retry(() => commitBatch(connections, taken));
      return connections.track(() => takeTurn(taken, write));
    },
    maintain: () => connections.run(() => beginMaintenance(connections)),
    checkStructure: () => connections.run(() => checkStructure(connections)),
    close: () => connections.close(),
  };
}

function retriedReader(connections: Connections): StoreReader {
  return createReader((statement, values) => connections.run(() => connections.read(statement, values)));
}
