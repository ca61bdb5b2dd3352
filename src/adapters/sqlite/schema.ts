/**
 * The tables of the embedded store. Names and ids are compared by their bytes (BINARY is SQLite's default), so ranges
 * come in the order the port promises.
 */

/** Marks a SQLite file as a ledger: `Pnmb` in ASCII. */
export const APPLICATION_ID = 0x506e_6d62;

/** The version of the tables below, kept in the file as `user_version`. */
export const SCHEMA_VERSION = 1;

/**
 * Makes an empty file a ledger; the page size must come before the first table. What is declared here is checked when
 * rows are written and again by `PRAGMA integrity_check`, so a row that a failing disk has altered is found there.
 *
 * A tombstone `remains` while bytes of its erased object may still stand in the file. Nothing else in a ledger vouches
 * for a tombstone, so the index holds a second copy of each for the integrity check to compare.
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
