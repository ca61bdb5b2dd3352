/**
 * The tables of the embedded store. Names and ids are compared by their bytes (BINARY is SQLite's default), so ranges
 * come in the order the port promises.
 */

/** Marks a SQLite file as a ledger: `Pnmb` in ASCII. */
export const APPLICATION_ID = 0x506e_6d62;

/** The version of the tables below, kept in the file as `user_version`. */
export const SCHEMA_VERSION = 1;

/** Makes an empty file a ledger; the page size must come before the first table. */
export const CREATE_LEDGER = `
PRAGMA page_size = 16384;
BEGIN IMMEDIATE;
CREATE TABLE object (number INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, bytes BLOB NOT NULL) STRICT;
CREATE TABLE tombstone (id BLOB NOT NULL PRIMARY KEY, reason TEXT NOT NULL, agent TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE log (
  number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,
  length INTEGER NOT NULL, stamp INTEGER NOT NULL, digest BLOB NOT NULL
) STRICT;
CREATE TABLE entry (
  log INTEGER NOT NULL, sequence INTEGER NOT NULL, stamp INTEGER NOT NULL, value TEXT NOT NULL,
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
