/**
 * Follows a log as it grows, and the frames that it names: reads only what is new, checks that the entries lead to the digest
 * of its head, and verifies each frame.
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

/** Where reading a log begins. */
export const LOG_START: LogPlace = { sequence: 0, digest: null };

/** What is new in a log; `isRestart` where it was rewritten (by a merge) and the entries are all of it. */
export type LogGrowth = {
  readonly entries: readonly LogEntry[];
  readonly place: LogPlace;
  readonly isRestart: boolean;
};

/** Reads what a log has grown by, or throws `digest-mismatch`. */
export async function followLog(store: StoreReader, log: string, from: LogPlace): Promise<LogGrowth> {
  const growth = (await tryFollowLog(store, log, from)) ?? (await tryFollowLog(store, log, LOG_START));
  if (growth) return growth;
  throw new PenumbraError('digest-mismatch', `the entries of log \`${log}\` do not lead to its digest`, {
    data: { log },
    hint: 'run `penumbra validate`, and import an export of a whole copy',
  });
}

/** Reads what a log has grown by since a place, or returns null where the place does not lead to its head. */
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
  /** Reads a content, or returns null for one that is not valid. */
  readonly toValue: (handle: FrameId, content: Uint8Array) => Value | null;
};

const GROUP = 256;

/** Reads the frames of entries in their order; one whose content retention or erasure removed is passed over. */
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

/** Which frames are followed, and how their content is read: null for one that is not valid. */
type FollowedFrames<Value> = {
  readonly subject: Subject;
  readonly type: string;
  readonly toValue: (handle: FrameId, content: Uint8Array) => Value | null;
};

/** Returns what brings the values up to the log's head. */
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
