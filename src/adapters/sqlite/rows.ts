/** The representation of ids and heads in rows, and the lookups shared by reads and writes. */
import { isSha256, type Sha256 } from '../../kernel/index.ts';
import type {
  IndexEntry,
  LogEntry,
  LogHead,
  StoredObject,
  Tombstone,
  TombstoneReason,
} from '../../ledger/index.ts';
import type { Connection } from './connection.ts';
import { DamagedRow, isInteger, isKey, isText, type Row, readRows } from './read-rows.ts';

/** A head with the number of its log in this file. */
export type NumberedHead = { readonly number: number; readonly head: LogHead };

/** The columns of a head, for reads that list or look one up; includes a log that lost its last entry. */
export const SELECT_HEAD = `SELECT log.number, log.name, log.length, log.stamp, log.digest,
  entry.stamp AS last_stamp, entry.value
  FROM log LEFT JOIN entry ON entry.log = log.number AND entry.sequence = log.length`;

// A constant text: statements are looked up by text, and a new string would have to be hashed each time.
const SELECT_HEAD_OF_LOG = `${SELECT_HEAD} WHERE log.name = ?`;

/** Returns the stored bytes of an id. */
export function toKey(id: Sha256): Uint8Array {
  return Buffer.from(id, 'hex');
}

/** Returns the key to search for; an invalid id becomes a key that no row has and that sorts first. */
export function toSearchKey(text: string): Uint8Array {
  return isSha256(text) ? toKey(text) : new Uint8Array(0);
}

/** Returns the id of stored bytes. */
export function toId({ buffer, byteOffset, length }: Uint8Array<ArrayBuffer>): Sha256 {
  return Buffer.from(buffer, byteOffset, length).toString('hex') as Sha256;
}

/**
 * Converts a row to a head. Stamps grow with every entry, so an altered length leads to a different stamp.
 */
export function toHead(row: Row): LogHead {
  const { name, length, stamp, last_stamp: lastStamp, value, digest } = row;
  const isWhole = isText(name) && isInteger(length) && isInteger(stamp) && isText(value) && isKey(digest);
  if (isWhole && stamp === lastStamp)
    return { log: name, sequence: length, stamp, value, digest: toId(digest) };
  throw new DamagedRow(`the head of log ${name} is not its last entry`);
}

/** Reads the head of a log and the log's number. */
export function readHead({ prepare }: Connection, log: string): NumberedHead | null {
  const [found] = readRows(prepare(SELECT_HEAD_OF_LOG), [log], (row) => ({
    number: row.number as number,
    head: toHead(row),
  }));
  return found ?? null;
}

/** Returns whether an object is stored. */
export function hasObject({ prepare }: Connection, id: Sha256): boolean {
  return prepare('SELECT 1 FROM object WHERE id = ?').get(toSearchKey(id)) !== undefined;
}

/** Converts a row to a tombstone. */
export function toTombstone({ id, reason, agent }: Row): Tombstone {
  if (!isKey(id)) throw new DamagedRow('a tombstone has no id');
  if (isReason(reason) && isText(agent)) return { id: toId(id), reason, agent };
  throw new DamagedRow(`the tombstone of ${toId(id)} has no reason or agent`);
}

/** Returns the tombstones of some objects; most stores have none, which is checked quickly. */
export function tombstonesOf(
  { prepare }: Connection,
  objects: readonly { readonly id: Sha256 }[],
): ReadonlyMap<Sha256, TombstoneReason> {
  const found = new Map<Sha256, TombstoneReason>();
  if (objects.length === 0 || !prepare('SELECT 1 FROM tombstone LIMIT 1').get()) return found;
  for (const { id } of objects) {
    const row = prepare('SELECT id, reason, agent FROM tombstone WHERE id = ?').get(toKey(id));
    if (row) found.set(id, toTombstone(row).reason);
  }
  return found;
}

function isReason(value: unknown): value is TombstoneReason {
  return value === 'dropped' || value === 'erased';
}

type Statements = Pick<Connection, 'prepare'>;

/** Stores an object, replacing corrupt bytes. */
export function putObject({ prepare }: Statements, { id, bytes }: StoredObject): void {
  prepare(`INSERT INTO object (id, bytes) VALUES (?, ?)
    ON CONFLICT (id) DO UPDATE SET bytes = excluded.bytes WHERE bytes IS NOT excluded.bytes`).run(
    toKey(id),
    bytes,
  );
}

/** Removes the tombstone of an object. */
export function removeTombstone({ prepare }: Statements, id: Sha256): void {
  prepare('DELETE FROM tombstone WHERE id = ?').run(toKey(id));
}

/** Adds an entry to the log with the given number. */
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

/** Adds a member to an index, unless it is already there. */
export function addMember({ prepare }: Statements, { index, key, member }: IndexEntry): void {
  prepare('INSERT OR IGNORE INTO member (index_name, key, member) VALUES (?, ?, ?)').run(index, key, member);
}
