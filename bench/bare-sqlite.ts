// The bare database that ledgers are compared with: the same file, read and written by plain statements.

import { DatabaseSync } from 'node:sqlite';
import type { Sha256 } from '../src/kernel/index.ts';

/** Opens a ledger's file with the settings of the embedded store, so that commits are as durable. */
export function openBare(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA synchronous = FULL; PRAGMA cache_size = -16384');
  return database;
}

/** Returns an id as the bytes it is stored as. */
export function toKey(id: Sha256): Uint8Array {
  return Buffer.from(id, 'hex');
}

/** What rows to read: the logs with their entries, and objects. */
export type BareRows = { readonly logs: readonly string[]; readonly keys: readonly Uint8Array[] };

/** Makes the function that reads rows in one snapshot. */
export function createBareRead(database: DatabaseSync, { logs, keys }: BareRows): () => unknown {
  const begin = database.prepare('BEGIN');
  const end = database.prepare('ROLLBACK');
  const selectLog = database.prepare('SELECT number, length, stamp, digest FROM log WHERE name = ?');
  const selectEntries = database.prepare(
    'SELECT sequence, stamp, value FROM entry WHERE log = ? ORDER BY sequence',
  );
  const selectObject = database.prepare('SELECT bytes FROM object WHERE id = ?');
  return () => {
    begin.run();
    const entries = logs.map((log) => selectEntries.all(Number(selectLog.get(log)?.number)));
    const objects = keys.map((key) => selectObject.get(key)?.bytes);
    end.run();
    return { entries, objects };
  };
}
