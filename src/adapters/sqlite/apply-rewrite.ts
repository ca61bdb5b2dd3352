/** Applies a rewrite inside the transaction of a maintenance session. */
import type { Sha256 } from '../../kernel/index.ts';
import {
  extendDigest,
  type IndexEntry,
  type LogEntry,
  type Rewrite,
  type StoredObject,
  type Tombstone,
} from '../../ledger/index.ts';
import type { Connection } from './connection.ts';
import { toKey, tombstonesOf } from './rows.ts';
import { addMember, insertEntry, putObject, removeTombstone } from './write-rows.ts';

/** Applies the parts of a rewrite in the order of its fields. */
export function applyRewrite(connection: Connection, rewrite: Rewrite): void {
  putAll(connection, rewrite.puts ?? []);
  for (const tombstone of rewrite.tombstones ?? []) bury(connection, tombstone);
  for (const id of rewrite.removals ?? []) removeObject(connection, id);
  for (const { log, entries } of rewrite.logs ?? []) replaceLog(connection, log, entries);
  for (const entry of rewrite.adds ?? []) addMember(connection, entry);
  for (const entry of rewrite.memberRemovals ?? []) removeMember(connection, entry);
}

function putAll(connection: Connection, objects: readonly StoredObject[]): void {
  const buried = tombstonesOf(connection, objects);
  for (const object of objects) if (buried.get(object.id) !== 'erased') putObject(connection, object);
  for (const [id, reason] of buried) if (reason === 'dropped') removeTombstone(connection, id);
}

function bury(connection: Connection, { id, reason, agent }: Tombstone): void {
  removeObject(connection, id);
  connection
    .prepare(`INSERT INTO tombstone (id, reason, agent, remains) VALUES (?1, ?2, ?3, ?2 = 'erased')
      ON CONFLICT (id) DO UPDATE SET reason = excluded.reason, agent = excluded.agent,
        remains = CASE reason WHEN 'erased' THEN remains ELSE excluded.remains END
      WHERE reason <> 'erased' OR excluded.reason = 'erased'`)
    .run(toKey(id), reason, agent);
}

function removeObject({ prepare }: Connection, id: Sha256): void {
  prepare('DELETE FROM object WHERE id = ?').run(toKey(id));
}

function removeMember({ prepare }: Connection, { index, key, member }: IndexEntry): void {
  prepare('DELETE FROM member WHERE index_name = ? AND key = ? AND member = ?').run(index, key, member);
}

function replaceLog({ prepare }: Connection, log: string, entries: readonly LogEntry[]): void {
  prepare('DELETE FROM entry WHERE log = (SELECT number FROM log WHERE name = ?)').run(log);
  prepare('DELETE FROM log WHERE name = ?').run(log);
  const last = entries.at(-1);
  if (!last) return;
  const digest = entries.reduce<Sha256 | null>(extendDigest, null) as Sha256;
  const row = prepare('INSERT INTO log (name, length, stamp, digest) VALUES (?, ?, ?, ?)');
  const { lastInsertRowid } = row.run(log, last.sequence, last.stamp, toKey(digest));
  for (const entry of entries) insertEntry({ prepare }, Number(lastInsertRowid), entry);
}
