/**
 * All writes, as data: batches of puts, appends and index adds under preconditions, all or nothing, and the
 * rewrites of merging and collecting. There are no callback transactions, so any store can group, retry or
 * ship batches.
 */
import { isSha256, limits, PenumbraError, parseCanonical, type Sha256 } from '../../kernel/index.ts';
import {
  type Append,
  type AppendedEntry,
  compareEntries,
  isFrameLogValue,
  isStamp,
  LATEST_MS,
  type LogEntry,
  type LogHead,
  splitFrameLog,
} from './log.ts';
import { requireAtMost, requireName } from './name.ts';
import { requireTombstone, type StoredObject, type Tombstone, takeObjects } from './stored-object.ts';

/** A set of writes. */
export type Batch = {
  /** The recorded time, in milliseconds. */
  readonly atMs: number;
  readonly requires?: readonly Precondition[];
  readonly puts?: readonly StoredObject[];
  readonly appends?: readonly Append[];
  readonly adds?: readonly IndexEntry[];
};

/** The result of a batch: written whole, or not at all because a precondition failed. */
export type BatchOutcome =
  | { readonly committed: true; readonly entries: readonly AppendedEntry[] }
  | { readonly committed: false; readonly unmet: Precondition };

/** Returns the logs whose heads a batch reads or moves, deduplicated and sorted. */
export function logsTouched(batch: Batch): readonly string[] {
  const read = (batch.requires ?? []).flatMap((condition) => ('log' in condition ? [condition.log] : []));
  const moved = (batch.appends ?? []).map((append) => append.log);
  return [...new Set([...read, ...moved])].sort();
}

/**
 * Returns a copy of a batch that nobody else can change, or throws unless it is well-formed, within limits,
 * and its objects match their ids. Stores write the copy, however long it waits in a queue.
 */
export function takeBatch(batch: Batch): Batch {
  const { atMs, requires = [], puts = [], appends = [], adds = [] } = batch;
  requireAtMost(
    requires.length + puts.length + appends.length + adds.length,
    limits.batchOperations,
    'operations in a batch',
  );
  if (!Number.isSafeInteger(atMs) || atMs < 0 || atMs > LATEST_MS) {
    throw new PenumbraError('usage', `\`${atMs}\` is not a time in whole milliseconds before the year 2200`);
  }
  return {
    atMs,
    requires: requires.map(takePrecondition),
    puts: takeObjects(puts),
    appends: appends.map(takeAppend),
    adds: adds.map(takeIndexEntry),
  };
}

/** Returns a copy of an append, or throws unless its log name and value are valid. */
export function takeAppend({ log, value }: Append): Append {
  requireName(log, 'a log');
  if (typeof value !== 'string')
    throw new PenumbraError(
      'usage',
      `an entry of log \`${log}\` is not a text but a value of type ${typeof value}`,
    );
  // Canonical JSON is ASCII, so a value's length is its size in bytes.
  requireAtMost(value.length, limits.logValueBytes, `bytes in an entry of log \`${log}\``);
  if (!splitFrameLog(log)) requireCanonical(log, value);
  else if (!isFrameLogValue(value))
    throw new PenumbraError('invalid-frame', `an entry of log \`${log}\` does not name one frame`);
  return { log, value };
}

/** Returns a copy of an index entry, or throws unless its parts are valid names. */
export function takeIndexEntry({ index, key, member }: IndexEntry): IndexEntry {
  requireName(index, 'an index');
  requireName(key, 'an index key');
  requireName(member, 'an index member');
  return { index, key, member };
}

function takePrecondition(condition: Precondition): Precondition {
  if ('log' in condition) requireName(condition.log, 'a log');
  else if ('index' in condition) takeIndexEntry(condition);
  else if (!isSha256(condition.id))
    throw new PenumbraError('invalid-id', `\`${condition.id}\` is not an object id`);
  return { ...condition };
}

function requireCanonical(log: string, value: string): void {
  try {
    parseCanonical(value);
  } catch (cause) {
    if (!(cause instanceof PenumbraError)) throw cause;
    throw new PenumbraError('not-canonical', `an entry of log \`${log}\` has ${cause.message}`, { cause });
  }
}

/** An index entry: `member` belongs to the set named by `index` and `key`. */
export type IndexEntry = { readonly index: string; readonly key: string; readonly member: string };

/** A condition of a batch; `head-is` is compare-and-set on a log's head. */
export type Precondition =
  | { readonly kind: 'head-is'; readonly log: string; readonly value: string | null }
  | { readonly kind: 'head-is-not'; readonly log: string; readonly value: string }
  | { readonly kind: 'log-length'; readonly log: string; readonly length: number }
  | { readonly kind: 'object-present'; readonly id: Sha256 }
  | ({ readonly kind: 'member-present' | 'member-absent' } & IndexEntry);

/** The store state that preconditions are checked against. */
export type PreconditionView = {
  head(log: string): Pick<LogHead, 'sequence' | 'value'> | null;
  hasObject(id: Sha256): boolean;
  hasMember(entry: IndexEntry): boolean;
};

/** Checks whether a precondition holds. */
export function holds(condition: Precondition, view: PreconditionView): boolean {
  switch (condition.kind) {
    case 'head-is':
      return (view.head(condition.log)?.value ?? null) === condition.value;
    case 'head-is-not':
      return view.head(condition.log)?.value !== condition.value;
    case 'log-length':
      return (view.head(condition.log)?.sequence ?? 0) === condition.length;
    case 'object-present':
      return view.hasObject(condition.id);
    case 'member-present':
      return view.hasMember(condition);
    case 'member-absent':
      return !view.hasMember(condition);
  }
}

/** The writes of merging and collecting, as data. */
export type Rewrite = {
  /** Adds objects; replaces corrupt ones, restores dropped ones, skips erased ones. */
  readonly puts?: readonly StoredObject[];
  /**
   * Removes objects and leaves tombstones. An erased object stays erased, though a later erasure may name
   * another agent.
   */
  readonly tombstones?: readonly Tombstone[];
  /** Removes objects without a tombstone. */
  readonly removals?: readonly Sha256[];
  /** Replaces the entries of whole logs. */
  readonly logs?: readonly { readonly log: string; readonly entries: readonly LogEntry[] }[];
  readonly adds?: readonly IndexEntry[];
  readonly memberRemovals?: readonly IndexEntry[];
};

/**
 * Returns a copy of a rewrite that nobody else can change, or throws unless it is well-formed, its objects
 * match their ids, and its logs are complete and ordered.
 */
export function takeRewrite(rewrite: Rewrite): Rewrite {
  const { puts = [], tombstones = [], removals = [], logs = [], adds = [], memberRemovals = [] } = rewrite;
  return {
    puts: takeObjects(puts),
    tombstones: tombstones.map(takeTombstone),
    removals: removals.map(takeId),
    logs: logs.map(({ log, entries }) => ({ log, entries: takeEntries(log, entries) })),
    adds: adds.map(takeIndexEntry),
    memberRemovals: memberRemovals.map(takeIndexEntry),
  };
}

function takeTombstone(tombstone: Tombstone): Tombstone {
  requireTombstone(tombstone);
  return { ...tombstone };
}

function takeId(id: Sha256): Sha256 {
  if (!isSha256(id)) throw new PenumbraError('invalid-id', `\`${id}\` is not an object id`);
  return id;
}

function takeEntries(log: string, entries: readonly LogEntry[]): readonly LogEntry[] {
  return entries.map(({ sequence, stamp, value }, index) => {
    takeAppend({ log, value });
    const previous = entries[index - 1];
    const isNext = sequence === index + 1 && (!previous || compareEntries(previous, { stamp, value }) < 0);
    if (!isNext || !isStamp(stamp))
      throw new PenumbraError('usage', `entry ${sequence} of log \`${log}\` is out of order`);
    return { sequence, stamp, value };
  });
}
