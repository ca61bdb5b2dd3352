/** One connection to the ledger's file, with its statements prepared once. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { openDatabase, requireKnownVersion } from './open-database.ts';

/** A connection and its prepared statements. */
export type Connection = {
  readonly location: string;
  readonly database: DatabaseSync;
  /** Returns the prepared statement of a text, preparing it the first time. */
  readonly prepare: (sql: string) => StatementSync;
};

/** Opens a connection to a ledger that exists; throws what SQLite throws, or the fault of what is not a ledger. */
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
    // A cache of 16 MiB; locks are waited for outside, so that waiting does not block the event loop.
    database.exec('PRAGMA busy_timeout = 0; PRAGMA synchronous = FULL; PRAGMA cache_size = -16384');
    if (maxPages !== undefined) database.exec(`PRAGMA max_page_count = ${maxPages}`);
    return { location: file, database, prepare };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Starts a write transaction, unless a newer program has changed the tables since this one opened them. */
export function begin(connection: Connection): void {
  connection.prepare('BEGIN IMMEDIATE').run();
  try {
    requireKnownVersion(connection, connection.location);
  } catch (error) {
    rollBack(connection);
    throw error;
  }
}

/** Ends a transaction and keeps nothing of it; SQLite may have done so itself after a failure. */
export function rollBack({ database, prepare }: Connection): void {
  if (database.isTransaction) prepare('ROLLBACK').run();
}

/** Runs reads that must see one state of the store together. */
export function inSnapshot<Result>(connection: Connection, read: () => Result): Result {
  if (connection.database.isTransaction) return read();
  connection.prepare('BEGIN').run();
  try {
    return read();
  } finally {
    rollBack(connection);
  }
}
