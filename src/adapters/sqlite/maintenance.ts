/**
 * A maintenance session: a second connection that holds the write lock, so that the store's own connection
 * and all other processes keep reading and see nothing until the commit.
 */

import type { SQLOutputValue } from 'node:sqlite';
import type { Sha256 } from '../../kernel/index.ts';
import {
  extendDigest,
  type IndexEntry,
  type LogEntry,
  type Maintenance,
  type Rewrite,
  type StoredObject,
  type Tombstone,
  takeRewrite,
} from '../../ledger/index.ts';
import { type LockWait, retryWhileBusy } from './commit-queue.ts';
import { begin, type Connection, rollBack } from './connection.ts';
import { createReader, type RunRead } from './reader.ts';
import { addMember, insertEntry, putObject, removeTombstone, toKey, tombstonesOf } from './rows.ts';
import { closedFault, logInUse, toFault } from './sqlite-fault.ts';

/** Starts a session on its own connection; `onEnd` is called once, when the session is over. */
export async function startMaintenance(
  connection: Connection,
  lockWait: LockWait,
  onEnd: () => void,
): Promise<Maintenance> {
  const { database, location } = connection;
  try {
    await retryWhileBusy(() => begin(connection), location, lockWait);
    // Reduces what deletions leave behind, in case the rest cannot be wiped.
    database.exec('PRAGMA secure_delete = ON');
  } catch (error) {
    database.close();
    throw toFault(error, location);
  }

  let wiping: Promise<string | null> | null = null;
  const requireLive = (): void => {
    if (!database.isOpen || wiping) throw closedFault(location, 'the maintenance session');
  };
  const end = (): void => {
    if (!database.isOpen) return;
    rollBack(connection);
    database.close();
    onEnd();
  };
  const read: RunRead = async (work) => {
    requireLive();
    try {
      return work(connection);
    } catch (error) {
      throw toFault(error, location);
    }
  };
  /**
   * A failed write ends the session: SQLite may have rolled back, and half a rewrite must never be committed.
   */
  const write = (work: () => void): Promise<void> =>
    read(() => {
      try {
        work();
      } catch (error) {
        end();
        throw error;
      }
    });

  return {
    ...createReader(read),
    async apply(rewrite) {
      const taken = takeRewrite(rewrite);
      await write(() => applyRewrite(connection, taken));
    },
    async commit() {
      requireLive();
      const written = write(() => connection.prepare('COMMIT').run());
      wiping = written.then(() => wipeErased(connection, lockWait)).finally(end);
      return { remains: await wiping };
    },
    async abandon() {
      await wiping?.catch(() => null);
      end();
    },
  };
}

/** A reader may keep the log in use for hours. */
const MAX_READER_MS = 5_000;

/**
 * Removes the remains of erased objects from the file; returns where they may remain and what to do, or null.
 */
async function wipeErased(connection: Connection, lockWait: LockWait): Promise<string | null> {
  const { location, database, prepare } = connection;
  const brief = { ...lockWait, maxWaitMs: Math.min(lockWait.maxWaitMs, MAX_READER_MS) };
  try {
    const owed = prepare('SELECT id FROM tombstone WHERE remains = 1').all();
    if (owed.length === 0) return null;
    await retryWhileBusy(() => database.exec('VACUUM'), location, lockWait);
    await retryWhileBusy(() => emptyLog(connection), location, brief);
    await retryWhileBusy(() => settle(connection, owed), location, lockWait);
    return null;
  } catch (error) {
    const { message } = toFault(error, location) as Error;
    return `erased bytes may still be readable in ${location} and its write-ahead log: ${message}; run \`penumbra gc\` once that is over`;
  }
}

function emptyLog({ prepare }: Connection): void {
  const outcome = prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
  if (outcome?.busy !== 0) throw logInUse();
}

/** Settles only these tombstones: a process that has erased more since then settles its own. */
function settle(connection: Connection, owed: readonly Record<string, SQLOutputValue>[]): void {
  begin(connection);
  try {
    const pay = connection.prepare('UPDATE tombstone SET remains = 0 WHERE id = ?');
    for (const { id = null } of owed) pay.run(id);
    connection.prepare('COMMIT').run();
  } finally {
    rollBack(connection);
  }
}

/** Applies the parts of a rewrite in the order of its fields. */
function applyRewrite(connection: Connection, rewrite: Rewrite): void {
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
