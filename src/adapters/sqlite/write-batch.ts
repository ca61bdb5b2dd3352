/** Writes one batch inside the transaction that is open. Everything that can refuse it comes before the first write. */
import {
  type AppendedEntry,
  type Batch,
  type BatchOutcome,
  erasedError,
  holds,
  type IndexEntry,
  type LogHead,
  logsTouched,
  type PreconditionView,
  placeAppends,
} from '../../ledger/index.ts';
import type { Connection } from './connection.ts';
import { hasObject, type NumberedHead, readHead, toKey, tombstonesOf } from './rows.ts';
import { addMember, insertEntry, putObject, removeTombstone } from './write-rows.ts';

type Heads = ReadonlyMap<string, NumberedHead>;

/** Writes a batch, or nothing where a precondition does not hold. */
export function writeBatch(connection: Connection, batch: Batch): BatchOutcome {
  const heads = readHeads(connection, logsTouched(batch));
  const view = viewOf(connection, heads);
  const unmet = batch.requires?.find((condition) => !holds(condition, view));
  if (unmet) return { committed: false, unmet };
  const buried = tombstonesOf(connection, batch.puts ?? []);
  for (const [id, reason] of buried) if (reason === 'erased') throw erasedError(id);
  const known = new Map([...heads].map(([log, { head }]) => [log, head]));
  const placed = placeAppends(batch.appends ?? [], known, batch.atMs);

  for (const object of batch.puts ?? []) putObject(connection, object);
  for (const id of buried.keys()) removeTombstone(connection, id);
  writeEntries(connection, heads, placed);
  for (const entry of batch.adds ?? []) addMember(connection, entry);
  return { committed: true, entries: placed.entries };
}

function readHeads(connection: Connection, logs: readonly string[]): Heads {
  const heads = new Map<string, NumberedHead>();
  for (const log of logs) {
    const found = readHead(connection, log);
    if (found) heads.set(log, found);
  }
  return heads;
}

function viewOf(connection: Connection, heads: Heads): PreconditionView {
  return {
    head: (log) => heads.get(log)?.head ?? null,
    hasObject: (id) => hasObject(connection, id),
    hasMember: (entry) => hasMember(connection, entry),
  };
}

function hasMember({ prepare }: Connection, { index, key, member }: IndexEntry): boolean {
  const found = prepare('SELECT 1 FROM member WHERE index_name = ? AND key = ? AND member = ?').get(
    index,
    key,
    member,
  );
  return found !== undefined;
}

function writeEntries(
  { prepare }: Connection,
  before: Heads,
  placed: { readonly entries: readonly AppendedEntry[]; readonly heads: ReadonlyMap<string, LogHead> },
): void {
  const numbers = new Map<string, number>();
  for (const [log, { sequence, stamp, digest }] of placed.heads) {
    const known = before.get(log)?.number;
    const result =
      known === undefined
        ? prepare('INSERT INTO log (name, length, stamp, digest) VALUES (?, ?, ?, ?)').run(
            log,
            sequence,
            stamp,
            toKey(digest),
          )
        : prepare('UPDATE log SET length = ?, stamp = ?, digest = ? WHERE number = ?').run(
            sequence,
            stamp,
            toKey(digest),
            known,
          );
    numbers.set(log, known ?? Number(result.lastInsertRowid));
  }
  for (const entry of placed.entries) insertEntry({ prepare }, numbers.get(entry.log) as number, entry);
}
