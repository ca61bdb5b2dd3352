/**
 * The one way to write: a batch of puts, appends and index adds under preconditions, all or nothing, as data.
 * There are no callback transactions, so any store can group, retry or ship batches.
 */
import { isSha256, limits, PenumbraError } from '../../kernel/index.ts';
import type { Append, AppendedEntry } from './log.ts';
import { requireName } from './name.ts';
import type { IndexEntry, Precondition } from './precondition.ts';
import { requireObjectSize, type StoredObject, verifyObject } from './stored-object.ts';

const PRINTABLE = /^[\x20-\x7e]+$/;

/** What to write. */
export type Batch = {
  /** The recorded time, in milliseconds. */
  readonly atMs: number;
  readonly requires?: readonly Precondition[];
  readonly puts?: readonly StoredObject[];
  readonly appends?: readonly Append[];
  readonly adds?: readonly IndexEntry[];
};

/** What became of a batch: written whole, or not at all because a precondition did not hold. */
export type BatchOutcome =
  | { readonly committed: true; readonly entries: readonly AppendedEntry[] }
  | { readonly committed: false; readonly unmet: Precondition };

/** Returns the logs whose heads a batch reads or moves, each once, in order. */
export function logsTouched(batch: Batch): readonly string[] {
  const read = (batch.requires ?? []).flatMap((condition) => ('log' in condition ? [condition.log] : []));
  const moved = (batch.appends ?? []).map((append) => append.log);
  return [...new Set([...read, ...moved])].sort();
}

/** Throws unless a batch is well-formed, within limits, and its objects hash to their ids. */
export function checkBatch(batch: Batch): void {
  const { requires = [], puts = [], appends = [], adds = [] } = batch;
  requireAtMost(
    requires.length + puts.length + appends.length + adds.length,
    limits.batchOperations,
    'operations in a batch',
  );
  if (!Number.isSafeInteger(batch.atMs) || batch.atMs < 0) {
    throw new PenumbraError('usage', `\`${batch.atMs}\` is not a time in whole milliseconds`);
  }
  for (const condition of requires) checkPrecondition(condition);
  checkPuts(puts);
  for (const append of appends) checkAppend(append);
  for (const entry of adds) checkIndexEntry(entry);
}

/** Throws unless objects are within limits and hash to their ids. */
export function checkPuts(puts: readonly StoredObject[]): void {
  let total = 0;
  for (const { id, bytes } of puts) {
    requireObjectSize(id, bytes.length);
    verifyObject(id, bytes);
    total += bytes.length;
  }
  requireAtMost(total, limits.batchBytes, 'bytes in a batch');
}

/** Throws unless an append names a log and has a value that fits; ASCII, so its length is its size. */
export function checkAppend({ log, value }: Append): void {
  requireName(log, 'a log');
  requireAtMost(value.length, limits.logValueBytes, `bytes in an entry of log \`${log}\``);
  if (!PRINTABLE.test(value))
    throw new PenumbraError('not-canonical', `an entry of log \`${log}\` is not canonical JSON`);
}

/** Throws unless the parts of an index entry are names. */
export function checkIndexEntry({ index, key, member }: IndexEntry): void {
  requireName(index, 'an index');
  requireName(key, 'an index key');
  requireName(member, 'an index member');
}

function checkPrecondition(condition: Precondition): void {
  if ('log' in condition) requireName(condition.log, 'a log');
  else if ('index' in condition) checkIndexEntry(condition);
  else if (!isSha256(condition.id))
    throw new PenumbraError('invalid-id', `\`${condition.id}\` is not an object id`);
}

function requireAtMost(count: number, limit: number, what: string): void {
  if (count <= limit) return;
  throw new PenumbraError('limit-exceeded', `${count} ${what}, more than ${limit}`, {
    data: { count, limit, what },
  });
}
