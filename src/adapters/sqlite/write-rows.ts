/** The single writes that batches and rewrites are made of. */
import type { Sha256 } from '../../kernel/index.ts';
import type { IndexEntry, LogEntry, StoredObject } from '../../ledger/index.ts';
import type { Connection } from './connection.ts';
import { toKey } from './rows.ts';

type Statements = Pick<Connection, 'prepare'>;

/** Stores an object; one whose bytes went bad is mended. */
export function putObject({ prepare }: Statements, { id, bytes }: StoredObject): void {
  prepare(`INSERT INTO object (id, bytes) VALUES (?, ?)
    ON CONFLICT (id) DO UPDATE SET bytes = excluded.bytes WHERE bytes IS NOT excluded.bytes`).run(
    toKey(id),
    bytes,
  );
}

/** Forgets that an object was dropped. */
export function removeTombstone({ prepare }: Statements, id: Sha256): void {
  prepare('DELETE FROM tombstone WHERE id = ?').run(toKey(id));
}

/** Adds an entry to the log with a number. */
export function insertEntry(
  { prepare }: Statements,
  log: number,
  { sequence, stamp, value }: LogEntry,
): void {
  prepare('INSERT INTO entry (log, sequence, stamp, value) VALUES (?, ?, ?, ?)').run(
    log,
    sequence,
    stamp,
    value,
  );
}

/** Adds a member to an index; once is enough. */
export function addMember({ prepare }: Statements, { index, key, member }: IndexEntry): void {
  prepare('INSERT OR IGNORE INTO member (index_name, key, member) VALUES (?, ?, ?)').run(index, key, member);
}
