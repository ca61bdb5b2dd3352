/**
 * The store port: what a ledger needs from a database. Every implementation passes the same contract suite, orders
 * names and ids by their bytes, and verifies each object it hands out.
 */
import type { Sha256 } from '../../kernel/index.ts';
import type { Batch, BatchOutcome, IndexEntry, Rewrite } from './batch.ts';
import type { LogEntry, LogHead } from './log.ts';
import type { Tombstone } from './stored-object.ts';

/** A page of a range: what comes after a cursor, at most `limit` rows (and never more than `limits.pageRows`). */
export type Page<Cursor> = { readonly after?: Cursor; readonly limit?: number };

/** An object without its bytes. */
export type ObjectInfo = { readonly id: Sha256; readonly size: number };

/** How much a store holds. */
export type StoreStatistics = {
  readonly objects: number;
  readonly objectBytes: number;
  readonly logs: number;
  readonly entries: number;
  readonly members: number;
  readonly tombstones: number;
};

/** Reads from a store. Nothing here writes, waits for writers, or sees half a batch. */
export interface StoreReader {
  /** Returns the bytes of each object in the order asked, null where there is none; throws `hash-mismatch`. */
  getMany(ids: readonly Sha256[]): Promise<readonly (Uint8Array | null)[]>;
  /** Tells for each id whether the object is there. */
  hasMany(ids: readonly Sha256[]): Promise<readonly boolean[]>;
  /** Lists objects by id; `prefix` is the beginning of an id in hex. */
  listObjects(page: Page<Sha256> & { readonly prefix?: string }): Promise<readonly ObjectInfo[]>;
  /** Lists what is left of removed objects, by id. */
  listTombstones(page: Page<Sha256>): Promise<readonly Tombstone[]>;
  /** Returns the tombstone of an object, if it has one. */
  tombstone(id: Sha256): Promise<Tombstone | null>;
  /** Returns the end of a log, or null for a log without entries. */
  head(log: string): Promise<LogHead | null>;
  /** Lists logs by name with their heads. */
  listHeads(page: Page<string> & { readonly prefix?: string }): Promise<readonly LogHead[]>;
  /** Reads entries of a log in order, after a sequence. */
  readLog(log: string, page: Page<number>): Promise<readonly LogEntry[]>;
  /** Lists the members of one set, by name. */
  listMembers(index: string, key: string, page: Page<string>): Promise<readonly string[]>;
  /** Lists every index entry, by (index, key, member). */
  listIndexEntries(page: Page<IndexEntry>): Promise<readonly IndexEntry[]>;
  statistics(): Promise<StoreStatistics>;
}

/** Opens, reads, writes and closes one ledger's database. */
export interface Store extends StoreReader {
  /** Where the store lies, for people; never with a password. */
  readonly location: string;
  /**
   * Writes a batch whole or not at all; once this resolves with `committed` the batch survives any crash. Batches that
   * one store is given for the same log are written in the order they were given.
   */
  commit(batch: Batch): Promise<BatchOutcome>;
  /** Keeps all other writers out until the returned session is committed or abandoned. */
  maintain(): Promise<Maintenance>;
  /** Checks the database's own structures and returns what is wrong with them, one line each. */
  checkStructure(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** What became of a maintenance session besides its work. */
export type MaintenanceOutcome = {
  /** Where erased bytes may still be read and what to do about it, for people; null where none are left. */
  readonly remains: string | null;
};

/** One exclusive piece of work on a store; reads see what was applied so far, others see nothing until the commit. */
export interface Maintenance extends StoreReader {
  apply(rewrite: Rewrite): Promise<void>;
  /** Makes the work last. It does so even where erased bytes could not be removed from all places, which it then tells. */
  commit(): Promise<MaintenanceOutcome>;
  abandon(): Promise<void>;
}

/** Runs work in a session that is committed where the work succeeds, and then told of, and abandoned where it throws. */
export async function withMaintenance<Result>(
  store: Store,
  work: (session: Maintenance) => Promise<Result>,
  onCommitted?: (outcome: MaintenanceOutcome) => void,
): Promise<Result> {
  const session = await store.maintain();
  let result: Result;
  try {
    result = await work(session);
  } catch (error) {
    await session.abandon();
    throw error;
  }
  const outcome = await session.commit();
  onCommitted?.(outcome);
  return result;
}
