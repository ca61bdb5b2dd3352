/**
 * Logs: append-only sequences without gaps. The last value of a log is its *head*; moving a head means
 * appending, so every head has a history and compare-and-set is a precondition on the last value.
 *
 * Each entry has a *stamp*: the recorded time in microseconds, increased where needed so that every append
 * sorts after the entries before it. Merging two copies of a log takes the union of their entries ordered by
 * (stamp, value), which is commutative, associative and idempotent, so ledgers can be merged in any order
 * with equal results.
 */
import {
  cite,
  compareCodePoints,
  type FrameId,
  isId,
  PenumbraError,
  type Sha256,
  taggedHash,
} from '../../kernel/index.ts';

/** Stamps per millisecond of recorded time. */
export const STAMPS_PER_MILLISECOND = 1_000;

/** Returns the recorded time of a stamp in milliseconds. */
export function recordedMsOf(stamp: number): number {
  return Math.floor(stamp / STAMPS_PER_MILLISECOND);
}

/** The latest recorded time: the year 2200. Stamps are below 2^53, which is the year 2255. */
export const LATEST_MS = Date.UTC(2200, 0, 1);

/** How many stamps past the latest recorded time are allowed; far more than any ledger has entries. */
const MOST_PUSHES = 1e15;

/** A log entry; `value` is canonical JSON, and every id in it is a reference. */
export type LogEntry = {
  /** 1 for the first entry, without gaps. */
  readonly sequence: number;
  readonly stamp: number;
  readonly value: string;
};

/** The last entry of a log. */
export type LogHead = LogEntry & {
  readonly log: string;
  /** Covers every entry up to this one. */
  readonly digest: Sha256;
};

/** A value to append to a log. */
export type Append = { readonly log: string; readonly value: string };

/** A new entry and the log it belongs to. */
export type AppendedEntry = LogEntry & { readonly log: string };

/**
 * Checks whether a stamp is valid for an entry. Only pushing leads past the latest recorded time, one stamp
 * per entry, so importing a small ledger cannot use up the remaining range.
 */
export function isStamp(stamp: number, entries: number = MOST_PUSHES): boolean {
  return Number.isSafeInteger(stamp) && stamp >= 0 && stamp <= LATEST_MS * STAMPS_PER_MILLISECOND + entries;
}

/** Returns a log's digest after one more entry. */
export function extendDigest(previous: Sha256 | null, entry: Pick<LogEntry, 'stamp' | 'value'>): Sha256 {
  return taggedHash('penumbra/log/1', [previous, entry.stamp, entry.value]);
}

/**
 * Places appends after the current heads and returns the new entries in order, with the resulting heads.
 * Every entry gets a stamp above all given heads, so a batch never sorts before what it read.
 */
export function placeAppends(
  appends: readonly Append[],
  heads: ReadonlyMap<string, LogHead>,
  atMs: number,
): { readonly entries: readonly AppendedEntry[]; readonly heads: ReadonlyMap<string, LogHead> } {
  let newest = 0;
  for (const head of heads.values()) newest = Math.max(newest, head.stamp);
  let stamp = Math.max(atMs * STAMPS_PER_MILLISECOND, newest + 1);
  const moved = new Map<string, LogHead>();
  const entries = appends.map(({ log, value }): AppendedEntry => {
    const head = moved.get(log) ?? heads.get(log) ?? null;
    const entry = { log, sequence: (head?.sequence ?? 0) + 1, stamp: stamp++, value };
    moved.set(log, { ...entry, digest: extendDigest(head?.digest ?? null, entry) });
    return entry;
  });
  return { entries, heads: moved };
}

/** Merges two copies of a log: the union of their entries, renumbered. */
export function mergeEntries(ours: readonly LogEntry[], theirs: readonly LogEntry[]): readonly LogEntry[] {
  return [...ours, ...theirs]
    .sort(compareEntries)
    .filter((entry, index, all) => index === 0 || compareEntries(entry, all[index - 1] as LogEntry) !== 0)
    .map((entry, index) => ({ sequence: index + 1, stamp: entry.stamp, value: entry.value }));
}

/** Orders entries by stamp, then value. */
export function compareEntries(
  a: Pick<LogEntry, 'stamp' | 'value'>,
  b: Pick<LogEntry, 'stamp' | 'value'>,
): number {
  return a.stamp - b.stamp || compareCodePoints(a.value, b.value);
}

const FRAME_LOG = /^frame\/([0-9a-f]{64})\/(.+)$/;
const BEFORE_ID = '{"frame":"';
const AFTER_ID = '"}';

/** Splits the name of a frame log, or returns null for any other log. */
export function splitFrameLog(log: string): { readonly subjectHash: string; readonly type: string } | null {
  const [, subjectHash, type] = FRAME_LOG.exec(log) ?? [];
  return subjectHash === undefined || type === undefined ? null : { subjectHash, type };
}

/** Returns the value for a frame in its log, as canonical JSON. */
export function frameLogValue(frameId: FrameId): string {
  return `${BEFORE_ID}${frameId}${AFTER_ID}`;
}

/** Checks whether a value is valid in a frame log. */
export function isFrameLogValue(value: string): boolean {
  const id = value.slice(BEFORE_ID.length, -AFTER_ID.length);
  return isId(id, 'frame') && frameLogValue(id) === value;
}

/** Returns the frame id of a frame log entry, or throws `log-corrupt`. */
export function frameIdIn(log: string, value: string): FrameId {
  if (isFrameLogValue(value)) return value.slice(BEFORE_ID.length, -AFTER_ID.length) as FrameId;
  throw new PenumbraError('log-corrupt', `log \`${log}\` holds ${cite(value)}, which names no frame`, {
    data: { log },
    hint: 'run `penumbra validate` to see what it affects, and import an export of a whole copy',
  });
}
