/** One connection to the ledger's file, with cached prepared statements. */

import { statSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { damagedFault, foreignFault, isWithoutCompanions, versionFault } from './sqlite-fault.ts';

/**
 * Opens a file for reading and, if permissions allow, writing; a file that is not a known ledger is left
 * unchanged.
 */
function openDatabase(file: string): DatabaseSync {
  const glance = openReadable(file, true);
  try {
    requireLedger(glance, file);
    requireWhole(glance, file);
  } finally {
    glance.close();
  }
  return openReadable(file, false);
}

/** Throws unless the tables have the version this program knows. */
export function requireKnownVersion(database: Pick<DatabaseSync, 'prepare'>, file: string): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
  if (version > SCHEMA_VERSION) throw versionFault(file, version, SCHEMA_VERSION);
  if (version < SCHEMA_VERSION) throw damagedFault(file, 'is a ledger without its tables');
}

function requireLedger(database: DatabaseSync, file: string): void {
  const application = database.prepare('PRAGMA application_id').get()?.application_id;
  if (application !== APPLICATION_ID) throw foreignFault(file);
  requireKnownVersion(database, file);
}

/**
 * SQLite itself does not detect a truncation within the last page. Data still in the write-ahead log need not
 * be in the file.
 */
function requireWhole(database: DatabaseSync, file: string): void {
  database.exec('BEGIN');
  const pages = Number(database.prepare('PRAGMA page_count').get()?.page_count);
  const pageBytes = Number(database.prepare('PRAGMA page_size').get()?.page_size);
  const isCut = sizeOf(`${file}-wal`) === 0 && sizeOf(file) < pages * pageBytes;
  if (isCut) throw damagedFault(file, 'is cut off');
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * A reader without write access to the directory cannot use the write-ahead log. If there is no such log,
 * nothing is pending, and the file can be read as it is.
 */
function openReadable(file: string, readOnly: boolean): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly });
  try {
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    return database;
  } catch (error) {
    database.close();
    if (!isWithoutCompanions(error) || sizeOf(`${file}-wal`) > 0) throw error;
    return new DatabaseSync(`${pathToFileURL(file)}?immutable=1`, { readOnly: true });
  }
}

/** Marks a SQLite file as a ledger: `Pnmb` in ASCII. */
const APPLICATION_ID = 0x506e_6d62;

/** The version of the tables below, kept in the file as `user_version`. */
const SCHEMA_VERSION = 1;

/**
 * Turns an empty file into a ledger; the page size must be set before the first table. The declared
 * constraints are checked when rows are written and again by `PRAGMA integrity_check`, which therefore finds
 * a row altered by a failing disk.
 *
 * A tombstone `remains` while bytes of its erased object may still be in the file. Nothing else in a ledger
 * vouches for a tombstone, so the index holds a second copy of each for the integrity check to compare. Names
 * and ids are compared by their bytes (BINARY is SQLite's default), so ranges come in the order the port
 * promises.
 */
export const CREATE_LEDGER = `
PRAGMA page_size = 16384;
BEGIN IMMEDIATE;
CREATE TABLE object (
  number INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE CHECK (length(id) = 32), bytes BLOB NOT NULL
) STRICT;
CREATE TABLE tombstone (
  id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 32), reason TEXT NOT NULL CHECK (reason IN ('dropped', 'erased')),
  agent TEXT NOT NULL, remains INTEGER NOT NULL CHECK (remains IN (0, 1))
) STRICT, WITHOUT ROWID;
CREATE INDEX tombstone_copy ON tombstone (remains, reason, agent);
CREATE TABLE log (
  number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, length INTEGER NOT NULL CHECK (length > 0),
  stamp INTEGER NOT NULL, digest BLOB NOT NULL CHECK (length(digest) = 32)
) STRICT;
CREATE TABLE entry (
  log INTEGER NOT NULL, sequence INTEGER NOT NULL CHECK (sequence > 0), stamp INTEGER NOT NULL, value TEXT NOT NULL,
  PRIMARY KEY (log, sequence)
) STRICT, WITHOUT ROWID;
CREATE TABLE member (
  index_name TEXT NOT NULL, key TEXT NOT NULL, member TEXT NOT NULL,
  PRIMARY KEY (index_name, key, member)
) STRICT, WITHOUT ROWID;
PRAGMA application_id = ${APPLICATION_ID};
PRAGMA user_version = ${SCHEMA_VERSION};
COMMIT;
PRAGMA journal_mode = WAL;
`;

/** A connection and its prepared statements. */
export type Connection = {
  readonly location: string;
  readonly database: DatabaseSync;
  /** Returns the prepared statement of a text, preparing it the first time. */
  readonly prepare: (sql: string) => StatementSync;
};

/**
 * Opens a connection to an existing ledger; throws SQLite's own errors, or a fault if the file is not a
 * ledger.
 */
export function connect(file: string, maxPages?: number): Connection {
  const database = openDatabase(file);
  const statements = new Map<string, StatementSync>();
  const prepare = (sql: string): StatementSync => {
    const known = statements.get(sql);
    if (known) return known;
    const statement = database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  try {
    // A cache of 16 MiB; waiting for locks happens outside, so that it does not block the event loop.
    database.exec('PRAGMA busy_timeout = 0; PRAGMA synchronous = FULL; PRAGMA cache_size = -16384');
    if (maxPages !== undefined) database.exec(`PRAGMA max_page_count = ${maxPages}`);
    return { location: file, database, prepare };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Starts a write transaction, unless a newer program has changed the tables since they were opened. */
export function begin(connection: Connection): void {
  connection.prepare('BEGIN IMMEDIATE').run();
  try {
    requireKnownVersion(connection, connection.location);
  } catch (error) {
    rollBack(connection);
    throw error;
  }
}

/** Rolls a transaction back; SQLite may have done so itself after a failure. */
export function rollBack({ database, prepare }: Connection): void {
  if (database.isTransaction) prepare('ROLLBACK').run();
}

/** Runs reads that must see the same state of the store. */
export function inSnapshot<Result>(connection: Connection, read: () => Result): Result {
  if (connection.database.isTransaction) return read();
  connection.prepare('BEGIN').run();
  try {
    return read();
  } finally {
    rollBack(connection);
  }
}
