/** The embedded store: one SQLite file that several processes read and write at once. */
import { resolve } from 'node:path';
import type { Maintenance, Store } from '../../ledger/index.ts';
import { checkStructure } from './check-structure.ts';
import { createCommitQueue } from './commit-queue.ts';
import { type Connection, connect } from './connection.ts';
import { prepareFile } from './ledger-file.ts';
import { startMaintenance } from './maintenance.ts';
import { requireKnownVersion } from './open-database.ts';
import { type Patience, whenFree } from './patience.ts';
import { createReader, type RunRead } from './reader.ts';
import { closedFault } from './store-faults.ts';
import { createTurnstile } from './turnstile.ts';

/** Where the store lies and how it waits. */
export type SqliteStoreOptions = {
  readonly file: string;
  /** Whether to make the file and its directory where there is none; true unless told. */
  readonly create?: boolean;
  /** How long a call waits for other processes before it throws `store-busy`. */
  readonly maxWaitMs?: number;
  /** Spreads the attempts of processes that wait for each other: returns a number from 0 up to 1. */
  readonly random?: () => number;
  /** How many pages of 16 KiB the file may have before the store counts as full. */
  readonly maxPages?: number;
};

/** A call of a tool waits for a lock twice, to look and to be put on record, and is answered while somebody still waits. */
const MAX_WAIT_MS = 10_000;

/** Opens the ledger in a file. */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const location = resolve(options.file);
  const patience = { maxWaitMs: options.maxWaitMs ?? MAX_WAIT_MS, random: options.random ?? Math.random };
  const openConnection = (): Promise<Connection> =>
    whenFree(() => connect(location, options.maxPages), location, patience);
  await whenFree(() => prepareFile(location, options.create ?? true), location, patience);
  return createStore(await openConnection(), openConnection, patience);
}

function createStore(
  connection: Connection,
  openConnection: () => Promise<Connection>,
  patience: Patience,
): Store {
  const { location, database } = connection;
  const enter = createTurnstile();
  const queue = createCommitQueue(connection, enter, patience);
  let session: Maintenance | null = null;
  let closing: Promise<void> | null = null;

  const requireOpen = (): void => {
    if (closing) throw closedFault(location, 'the store');
  };
  const run: RunRead = async (read) => {
    requireOpen();
    return whenFree(() => onKnownTables(connection, read), location, patience);
  };
  const maintain = async (leave: () => void): Promise<Maintenance> => {
    try {
      requireOpen();
      session = await startMaintenance(await openConnection(), patience, leave);
    } catch (fault) {
      leave();
      throw fault;
    }
    if (closing) await session.abandon();
    return session;
  };
  const close = async (): Promise<void> => {
    await session?.abandon();
    await queue.drained();
    database.close();
  };

  return {
    ...createReader(run),
    location,
    async commit(batch) {
      requireOpen();
      return queue.commit(batch);
    },
    async maintain() {
      requireOpen();
      return maintain(await enter());
    },
    checkStructure: () => run(checkStructure),
    close: () => (closing ??= close()),
  };
}

/** Runs a read; one that fails because a newer program changed the tables says so. */
function onKnownTables<Result>(connection: Connection, read: (connection: Connection) => Result): Result {
  try {
    return read(connection);
  } catch (error) {
    requireKnownVersion(connection, connection.location);
    throw error;
  }
}
