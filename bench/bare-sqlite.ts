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
