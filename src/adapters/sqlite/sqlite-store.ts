/** The embedded store: one SQLite file that several processes can read and write at once. */

import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Maintenance, Store } from '../../ledger/index.ts';
import { createCommitQueue, createMutex, type LockWait, retryWhileBusy } from './commit-queue.ts';
import { type Connection, CREATE_LEDGER, connect, requireKnownVersion } from './connection.ts';
import { startMaintenance } from './maintenance.ts';
import { createReader, type RunRead } from './reader.ts';
import {
  closedFault,
  damagedFault,
  isBusy,
  kindFault,
  leftoverFault,
  missingFault,
  toFault,
} from './sqlite-fault.ts';

/** Where the store is, and how it waits. */
export type SqliteStoreOptions = {
  readonly file: string;
  /** Whether to create the file and its directory if they do not exist; defaults to true. */
  readonly create?: boolean;
  /** How long a call waits for other processes before it throws `store-busy`. */
  readonly maxWaitMs?: number;
  /** Spreads the attempts of processes that wait for each other; returns a number from 0 up to 1. */
  readonly random?: () => number;
  /** The maximum number of 16 KiB pages before the store counts as full. */
  readonly maxPages?: number;
};

/**
 * A tool call waits for a lock twice, to read and to be recorded, and must be answered while its caller still
 * waits.
 */
const MAX_WAIT_MS = 10_000;

/** Opens the ledger in a file. */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const location = resolve(options.file);
  const lockWait = { maxWaitMs: options.maxWaitMs ?? MAX_WAIT_MS, random: options.random ?? Math.random };
  const openConnection = (): Promise<Connection> =>
    retryWhileBusy(() => connect(location, options.maxPages), location, lockWait);
  await retryWhileBusy(() => prepareFile(location, options.create ?? true), location, lockWait);
  return createStore(await openConnection(), openConnection, lockWait);
}

function createStore(
  connection: Connection,
  openConnection: () => Promise<Connection>,
  lockWait: LockWait,
): Store {
  const { location, database } = connection;
  const enter = createMutex();
  const queue = createCommitQueue(connection, enter, lockWait);
  let session: Maintenance | null = null;
  let closing: Promise<void> | null = null;

  const requireOpen = (): void => {
    if (closing) throw closedFault(location, 'the store');
  };
  const run: RunRead = async (read) => {
    requireOpen();
    return retryWhileBusy(() => onKnownTables(connection, read), location, lockWait);
  };
  const maintain = async (leave: () => void): Promise<Maintenance> => {
    try {
      requireOpen();
      session = await startMaintenance(await openConnection(), lockWait, leave);
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

/** Runs a read; if it fails because a newer program changed the tables, the error says so. */
function onKnownTables<Result>(connection: Connection, read: (connection: Connection) => Result): Result {
  try {
    return read(connection);
  } catch (error) {
    requireKnownVersion(connection, connection.location);
    throw error;
  }
}

const MOST_LINES = 1_000;

const checks: readonly string[] = [
  'SELECT integrity_check AS line FROM pragma_integrity_check',
  // Not a FULL JOIN: SQLite makes no index for one, so its cost would grow quadratically with the number of
  // logs.
  `WITH counted AS (SELECT log, count(*) AS entries, max(sequence) AS latest FROM entry GROUP BY log),
        compared AS (SELECT number, name, length, entries, latest FROM log LEFT JOIN counted ON counted.log = log.number
                     UNION ALL SELECT log, NULL, NULL, entries, latest FROM counted
                      WHERE NOT EXISTS (SELECT 1 FROM log WHERE number = counted.log))
   SELECT format('log %s ends at %s but has %d entries up to %d',
                 coalesce(name, 'number ' || number), coalesce(length, 0), coalesce(entries, 0), coalesce(latest, 0)) AS line
     FROM compared WHERE (length, length) IS NOT (entries, latest) LIMIT ${MOST_LINES}`,
  `SELECT format('the head of log %s is not its last entry', name) AS line
     FROM log JOIN entry ON entry.log = log.number AND entry.sequence = log.length
    WHERE log.stamp IS NOT entry.stamp LIMIT ${MOST_LINES}`,
  `SELECT format('object %s has a tombstone and is still there', lower(hex(id))) AS line
     FROM object JOIN tombstone USING (id) LIMIT ${MOST_LINES}`,
];

/** Returns what is wrong with the file's structures, one line each. */
function checkStructure(connection: Connection): readonly string[] {
  return checks.flatMap((check) => findings(connection, check)).filter((line) => line !== 'ok');
}

function findings({ prepare, location }: Connection, check: string): readonly string[] {
  try {
    return prepare(check)
      .all()
      .map((row) => String(row.line));
  } catch (error) {
    if (isBusy(error)) throw error;
    return [(toFault(error, location) as Error).message];
  }
}

const COMPANIONS = ['-wal', '-shm', '-journal'];

/**
 * Ensures that there is a file to open: one that can be a ledger, or a new one if requested. INVARIANT (only
 * SQLite opens the file): closing any other handle on it would drop the locks this process holds.
 */
function prepareFile(file: string, isCreating: boolean): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found) requireFile(file, found);
  else if (!isCreating) throw missingFault(file);
  else createFile(file);
}

function requireFile(file: string, found: Stats): void {
  if (!found.isFile()) throw kindFault(file, kindOf(found));
  if (found.size === 0) throw damagedFault(file, 'is empty');
}

function kindOf(found: Stats): string {
  if (found.isDirectory()) return 'a directory';
  if (found.isFIFO()) return 'a named pipe';
  return found.isSocket() ? 'a socket' : 'a device';
}

/**
 * SQLite would treat an existing write-ahead log as the new file's own. It may contain the newest entries of
 * a ledger that was moved away, and a process may still be writing it, so we must not delete it.
 */
function requireNoLeftovers(file: string): void {
  const leftovers = COMPANIONS.map((ending) => `${file}${ending}`).filter((path) => existsSync(path));
  // Another process may have created its ledger between the two checks; the files then belong to that ledger.
  if (leftovers.length > 0 && !existsSync(file)) throw leftoverFault(file, leftovers);
}

function createFile(file: string): void {
  requireNoLeftovers(file);
  createDirectory(dirname(file));
  const nursery = mkdtempSync(`${file}.new-`);
  try {
    const draft = join(nursery, basename(file));
    const database = new DatabaseSync(draft);
    try {
      database.exec(CREATE_LEDGER);
    } finally {
      database.close();
    }
    placeFile(draft, file);
  } finally {
    rmSync(nursery, { recursive: true, force: true });
  }
}

function createDirectory(directory: string): void {
  if (mkdirSync(directory, { recursive: true }) === undefined) return;
  // A ledger does not belong in the repository it describes, so its directory ignores itself.
  writeFileSync(join(directory, '.gitignore'), '*\n');
}

/** Moves a finished file into place, unless another process was first. */
function placeFile(draft: string, file: string): void {
  try {
    linkOrCopy(draft, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

function linkOrCopy(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'ENOSYS'].includes(codeOf(error))) throw error;
    // Some file systems have no hard links; copying is just as exclusive, though not atomic.
    copyFileSync(draft, file, constants.COPYFILE_EXCL);
  }
}

function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException).code);
}
