/**
 * Opens a ledger in a PostgreSQL database: the store that many workers on many machines share. Nothing is kept in the
 * process between two calls, so any number of processes may have the same store open.
 */
import { checkBatch, type Store, type StoreReader } from '../../ledger/index.ts';
import { checkStructure } from './check-structure.ts';
import { commitBatch } from './commit-batch.ts';
import { Connections } from './connections.ts';
import { beginMaintenance } from './maintenance.ts';
import { createReader } from './reader.ts';
import { checkServer, migrate, needsMigration } from './schema-version.ts';
import { defaultTimeouts, type Timeouts } from './session.ts';
import { createTurns } from './turns.ts';

/** How to reach a store. */
export type PostgresStoreOptions = {
  /** `postgres://user:password@host:port/database`; the schema in it is always `penumbra`. */
  readonly url: string;
  /** How many connections are held at most, half for reading and half for writing; 8 unless told. */
  readonly poolSize?: number;
  /** How often work is begun when connections break; 8 unless told, which takes about four seconds. */
  readonly attempts?: number;
  readonly timeouts?: Partial<Timeouts>;
};

/** Connects, creates or migrates the schema where that is needed, and returns the store. */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { url, poolSize = 8, attempts = 8 } = options;
  const connections = new Connections({
    url,
    poolSize,
    attempts,
    timeouts: { ...defaultTimeouts, ...options.timeouts },
  });
  try {
    await connections.run(() => checkServer(connections.read));
    const isBehind = await connections.run(() => needsMigration(connections.read));
    if (isBehind) await connections.run(() => connections.write(migrate));
  } catch (error) {
    await connections.close();
    throw error;
  }
  return createStore(connections);
}

function createStore(connections: Connections): Store {
  const takeTurn = createTurns();
  return {
    ...retriedReader(connections),
    location: connections.location,
    async commit(batch) {
      checkBatch(batch);
      const write = () => connections.retry(() => commitBatch(connections, batch));
      return connections.track(() => takeTurn(batch, write));
    },
    maintain: () => connections.run(() => beginMaintenance(connections)),
    checkStructure: () => connections.run(() => checkStructure(connections)),
    close: () => connections.close(),
  };
}

function retriedReader(connections: Connections): StoreReader {
  return createReader((statement, values) => connections.run(() => connections.read(statement, values)));
}
