/**
 * Follows a growing log and the frames it names. It reads only new entries, checks that they lead to the
 * digest of the head, and verifies each frame.
 */
import { canonicalText, type FrameId, PenumbraError, type Sha256 } from '../../../kernel/index.ts';
import {
  extendDigest,
  type FrameRecord,
  frameIdIn,
  frameLog,
  type LogEntry,
  readFrames,
  type StoreReader,
  type Subject,
} from '../../../ledger/index.ts';

/** How far a log has been read. */
export type LogPlace = { readonly sequence: number; readonly digest: Sha256 | null };

export const LOG_START: LogPlace = { sequence: 0, digest: null };

/**
 * The new entries of a log. If `isRestart` is true, a merge rewrote the log and these are all of its entries.
 */
export type LogGrowth = {
  readonly entries: readonly LogEntry[];
  readonly place: LogPlace;
  readonly isRestart: boolean;
};

/** Reads the new entries of a log, or throws `digest-mismatch`. */
export async function followLog(store: StoreReader, log: string, from: LogPlace): Promise<LogGrowth> {
  const growth = (await tryFollowLog(store, log, from)) ?? (await tryFollowLog(store, log, LOG_START));
  if (growth) return growth;
  throw new PenumbraError('digest-mismatch', `the entries of log \`${log}\` do not lead to its digest`, {
    data: { log },
    hint: 'run `penumbra validate`, and import an export of a whole copy',
  });
}

/** Reads the entries after a place, or returns null if they do not lead to the head. */
export async function tryFollowLog(
  store: StoreReader,
  log: string,
  from: LogPlace,
): Promise<LogGrowth | null> {
  const head = await store.head(log);
  if (!head) return { entries: [], place: LOG_START, isRestart: from.sequence > 0 };
  if (head.digest === from.digest) return { entries: [], place: from, isRestart: false };
  const entries = await entriesBetween(store, log, { after: from.sequence, last: head.sequence });
  const digest = entries.reduce<Sha256 | null>(extendDigest, from.digest);
  if (digest !== head.digest) return null;
  return { entries, place: { sequence: head.sequence, digest }, isRestart: from.sequence === 0 };
}

async function entriesBetween(
  store: StoreReader,
  log: string,
  { after, last }: { readonly after: number; readonly last: number },
): Promise<readonly LogEntry[]> {
  const entries: LogEntry[] = [];
  while (after + entries.length < last) {
    const page = await store.readLog(log, {
      after: after + entries.length,
      limit: last - after - entries.length,
    });
    if (page.length === 0) break;
    for (const entry of page) entries.push(entry);
  }
  return entries;
}

/** What the frames of a log must be. */
type LogFrames<Value> = {
  readonly log: string;
  readonly subject: Subject;
  readonly type: string;
  /** Parses the content; returns null if it is not valid. */
  readonly toValue: (handle: FrameId, content: Uint8Array) => Value | null;
};

const GROUP = 256;

/** Reads the frames of entries in order, skipping those whose content was removed by retention or erasure. */
async function readLogFrames<Value>(
  store: StoreReader,
  expected: LogFrames<Value>,
  entries: readonly LogEntry[],
): Promise<readonly Value[]> {
  const values: Value[] = [];
  for (let start = 0; start < entries.length; start += GROUP) {
    const ids = entries.slice(start, start + GROUP).map(({ value }) => frameIdIn(expected.log, value));
    for (const record of await readFrames(store, ids)) {
      if (record.frame === null) throw corrupt(expected.log, record.id, 'is not in the ledger');
      if (record.content !== null) values.push(toValid(expected, record, record.content));
    }
  }
  return values;
}

function toValid<Value>(
  { log, subject, type, toValue }: LogFrames<Value>,
  { id, frame }: FrameRecord,
  content: Uint8Array,
): Value {
  const isHere = frame?.type === type && canonicalText(frame.subject) === canonicalText(subject);
  const value = isHere && frame.mediaType === 'application/json' ? toValue(id, content) : null;
  if (value === null) throw corrupt(log, id, `is not a valid ${type}`);
  return value;
}

function corrupt(log: string, frame: FrameId, fault: string): PenumbraError {
  return new PenumbraError('log-corrupt', `log \`${log}\` names ${frame}, which ${fault}`, {
    data: { log, frame },
    hint: 'run `penumbra validate` to see what it affects, and import an export of a whole copy',
  });
}

/** Which frames to follow, and how to parse their content (null if it is not valid). */
type FollowedFrames<Value> = {
  readonly subject: Subject;
  readonly type: string;
  readonly toValue: (handle: FrameId, content: Uint8Array) => Value | null;
};

/** Returns a function that brings the values up to the head of the log. */
export function followFrames<Value extends { readonly handle: FrameId }>(
  store: StoreReader,
  frames: FollowedFrames<Value>,
): () => Promise<ReadonlyMap<string, Value>> {
  const log = frameLog(frames.subject, frames.type);
  let place: LogPlace = LOG_START;
  let values = new Map<string, Value>();
  return async () => {
    const growth = await followLog(store, log, place);
    const added = await readLogFrames(store, { log, ...frames }, growth.entries);
    if (growth.isRestart) values = new Map();
    for (const value of added) values.set(value.handle, value);
    place = growth.place;
    return values;
  };
}
