/**
 * The store port: what a ledger needs from a database. Every implementation passes the same contract suite,
 * sorts names and ids by their bytes, and verifies each object it returns.
 */
import type { Sha256 } from '../../kernel/index.ts';
import type { Batch, BatchOutcome, IndexEntry, Rewrite } from './batch.ts';
import type { LogEntry, LogHead } from './log.ts';
import type { Tombstone } from './stored-object.ts';

/** A page of a range: rows after a cursor, at most `limit` (and never more than `limits.pageRows`). */
export type Page<Cursor> = { readonly after?: Cursor; readonly limit?: number };

/** An object without its bytes. */
export type ObjectInfo = { readonly id: Sha256; readonly size: number };

/** The size of a store's contents. */
export type StoreStatistics = {
  readonly objects: number;
  readonly objectBytes: number;
  readonly logs: number;
  readonly entries: number;
  readonly members: number;
  readonly tombstones: number;
};

/** Reads from a store. Reads never write, never wait for writers and never see half a batch. */
export interface StoreReader {
  /**
   * Returns the bytes of each object in the order requested, null if it does not exist; throws
   * `hash-mismatch`.
   */
  getMany(ids: readonly Sha256[]): Promise<readonly (Uint8Array | null)[]>;
  /** Returns for each id whether the object exists. */
  hasMany(ids: readonly Sha256[]): Promise<readonly boolean[]>;
  /** Lists objects by id; `prefix` is a hex prefix of the id. */
  listObjects(page: Page<Sha256> & { readonly prefix?: string }): Promise<readonly ObjectInfo[]>;
  /** Lists the tombstones of removed objects, by id. */
  listTombstones(page: Page<Sha256>): Promise<readonly Tombstone[]>;
  /** Returns the tombstone of an object, if any. */
  tombstone(id: Sha256): Promise<Tombstone | null>;
  /** Returns the last entry of a log, or null for an empty log. */
  head(log: string): Promise<LogHead | null>;
  /** Lists logs by name with their heads. */
  listHeads(page: Page<string> & { readonly prefix?: string }): Promise<readonly LogHead[]>;
  /** Reads entries of a log in order, starting after a sequence. */
  readLog(log: string, page: Page<number>): Promise<readonly LogEntry[]>;
  /** Lists the members of one set, by name. */
  listMembers(index: string, key: string, page: Page<string>): Promise<readonly string[]>;
  /** Lists every index entry, by (index, key, member). */
  listIndexEntries(page: Page<IndexEntry>): Promise<readonly IndexEntry[]>;
  statistics(): Promise<StoreStatistics>;
}

/** Opens, reads, writes and closes one ledger's database. */
export interface Store extends StoreReader {
  /** Location of the store for display; never includes a password. */
  readonly location: string;
  /**
   * Writes a batch atomically. Once this resolves with `committed`, the batch survives any crash. Batches
   * submitted to one store for the same log are written in submission order.
   */
  commit(batch: Batch): Promise<BatchOutcome>;
  /** Blocks all other writers until the returned session is committed or abandoned. */
  maintain(): Promise<Maintenance>;
  /** Checks the database's own structures and returns a line for each problem. */
  checkStructure(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** The result of a maintenance session. */
export type MaintenanceOutcome = {
  /** Where erased bytes may still be readable and what to do about it, for display; null if none remain. */
  readonly remains: string | null;
};

/**
 * An exclusive maintenance session. Its reads see its own changes; nobody else sees them until the commit.
 */
export interface Maintenance extends StoreReader {
  apply(rewrite: Rewrite): Promise<void>;
  /**
   * Commits the work. If erased bytes could not be removed everywhere, it still commits and reports where
   * they remain.
   */
  commit(): Promise<MaintenanceOutcome>;
  abandon(): Promise<void>;
}

/** Runs work in a maintenance session, which is committed if the work succeeds and abandoned if it throws. */
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
