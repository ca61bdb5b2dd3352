/** How ids and heads stand in rows, and the look-ups that reads and writes share. */
import { isSha256, type Sha256 } from '../../kernel/index.ts';
import type { LogHead, TombstoneReason } from '../../ledger/index.ts';
import type { Connection } from './connection.ts';

/** A row as SQLite returns it. */
export type Row = Readonly<Record<string, unknown>>;

/** A head with the number its log has in this file. */
export type NumberedHead = { readonly number: number; readonly head: LogHead };

/** The columns of a head, for the reads that list or look one up. */
export const SELECT_HEAD = `SELECT log.number, log.name, log.length, log.stamp, log.digest, entry.value
  FROM log JOIN entry ON entry.log = log.number AND entry.sequence = log.length`;

/** Returns an id as the bytes it is stored as. */
export function toKey(id: Sha256): Uint8Array {
  return Buffer.from(id, 'hex');
}

/** Returns the key to look for; what is not an id becomes one that no row has, and that comes before all. */
export function toSearchKey(text: string): Uint8Array {
  return isSha256(text) ? toKey(text) : new Uint8Array(0);
}

/** Returns the id that stored bytes stand for. */
export function toId(key: unknown): Sha256 {
  const { buffer, byteOffset, length } = key as Uint8Array<ArrayBuffer>;
  return Buffer.from(buffer, byteOffset, length).toString('hex') as Sha256;
}

/** Returns a head from its row. */
export function toHead(row: Row): LogHead {
  return {
    log: row.name as string,
    sequence: row.length as number,
    stamp: row.stamp as number,
    value: row.value as string,
    digest: toId(row.digest),
  };
}

/** Reads the head of a log and the number of the log. */
export function readHead({ prepare }: Connection, log: string): NumberedHead | null {
  const row = prepare(`${SELECT_HEAD} WHERE log.name = ?`).get(log);
  return row ? { number: row.number as number, head: toHead(row) } : null;
}

/** Tells whether an object is stored. */
export function hasObject({ prepare }: Connection, id: Sha256): boolean {
  return prepare('SELECT 1 FROM object WHERE id = ?').get(toSearchKey(id)) !== undefined;
}

/** Returns what the tombstones say of some objects; most stores have none, which is quick to see. */
export function tombstonesOf(
  { prepare }: Connection,
  objects: readonly { readonly id: Sha256 }[],
): ReadonlyMap<Sha256, TombstoneReason> {
  const found = new Map<Sha256, TombstoneReason>();
  if (objects.length === 0 || !prepare('SELECT 1 FROM tombstone LIMIT 1').get()) return found;
  for (const { id } of objects) {
    const row = prepare('SELECT reason FROM tombstone WHERE id = ?').get(toKey(id));
    if (row) found.set(id, row.reason as TombstoneReason);
  }
  return found;
}
