/** Reads frames: by id, the current ones of a subject, and its history. */
import { type ContentId, digestOf, type FrameId, type Id, PenumbraError } from '../../kernel/index.ts';
import { frameIdIn, type LogEntry, recordedMsOf } from '../store/log.ts';
import { everyHead, readWholeLog } from '../store/pages.ts';
import type { StoreReader } from '../store/store.ts';
import { type Basis, parseBasis } from './basis.ts';
import { type Frame, frameLogPrefix, parseFrame, type Subject } from './frame.ts';
import type { Ledger } from './frame-type.ts';

/**
 * A frame as read. Frame and basis are null if the ledger has no such frame, content is null if it was
 * removed.
 */
export type FrameRecord = {
  readonly id: FrameId;
  readonly frame: Frame | null;
  readonly basis: Basis | null;
  readonly content: Uint8Array | null;
};

/** A frame with its position in its log. */
export type PlacedFrame = FrameRecord & {
  readonly frame: Frame;
  readonly basis: Basis;
  readonly type: string;
  readonly sequence: number;
  readonly stamp: number;
  readonly recordedMs: number;
};

/** A frame and its basis, without content. */
export type FrameBasis = Omit<FrameRecord, 'content'>;

/** Reads frames by id, in the order requested; throws if a part is missing without having been removed. */
export async function readFrames(
  store: StoreReader,
  ids: readonly FrameId[],
): Promise<readonly FrameRecord[]> {
  const bases = await readFrameBases(store, ids);
  const contents = (await readContents(store, bases)).values();
  return bases.map((record) => ({ ...record, content: contents.next().value ?? null }));
}

/** Reads frames and their bases, each basis once; throws if a basis is missing. */
export async function readFrameBases(
  store: StoreReader,
  ids: readonly FrameId[],
): Promise<readonly FrameBasis[]> {
  const frames = (await store.getMany(ids.map(digestOf))).map((bytes) => bytes && parseFrame(bytes));
  const basisIds = [...new Set(frames.flatMap((frame) => (frame ? [frame.basis] : [])))];
  const found = await store.getMany(basisIds.map(digestOf));
  const bases = new Map(basisIds.map((id, index) => [id, found[index]]));
  const parsed = new Map<string, Basis>();
  return ids.map((id, index) => {
    const frame = frames[index] ?? null;
    if (!frame) return { id, frame, basis: null };
    const bytes = bases.get(frame.basis);
    if (!bytes) throw missing(id, frame.basis);
    const basis = parsed.get(frame.basis) ?? parseBasis(bytes);
    parsed.set(frame.basis, basis);
    return { id, frame, basis };
  });
}

/** Reads the contents of frames in order; null if a content was removed or the frame does not exist. */
export async function readContents(
  store: StoreReader,
  frames: readonly Pick<FrameRecord, 'id' | 'frame'>[],
): Promise<readonly (Uint8Array | null)[]> {
  const known = frames.flatMap(({ frame }) => (frame ? [digestOf(frame.content)] : []));
  const found = (await store.getMany(known)).values();
  return Promise.all(
    frames.map(({ id, frame }) => {
      const content = frame ? (found.next().value ?? null) : null;
      return frame && content === null ? settleContent(store, id, frame.content) : content;
    }),
  );
}

/** Returns a subject's current frames: the head of each `single` type, every frame of each `many` type. */
export async function currentFrames(ledger: Ledger, subject: Subject): Promise<readonly PlacedFrame[]> {
  const prefix = frameLogPrefix(subject);
  const found: PlacedFrame[] = [];
  for await (const head of everyHead(ledger.store, prefix)) {
    const isMany = ledger.types.get(head.log.slice(prefix.length))?.cardinality === 'many';
    const entries = isMany ? await readWholeLog(ledger.store, head.log) : [head];
    for (const frame of await place(ledger.store, { log: head.log, prefix, entries })) found.push(frame);
  }
  return found;
}

/** Returns all frames a subject ever had, oldest first. */
export async function frameHistory(ledger: Ledger, subject: Subject): Promise<readonly PlacedFrame[]> {
  const prefix = frameLogPrefix(subject);
  const found: PlacedFrame[] = [];
  for await (const { log } of everyHead(ledger.store, prefix)) {
    const entries = await readWholeLog(ledger.store, log);
    for (const frame of await place(ledger.store, { log, prefix, entries })) found.push(frame);
  }
  return found.sort((a, b) => a.stamp - b.stamp || (a.id < b.id ? -1 : 1));
}

async function place(
  store: StoreReader,
  {
    log,
    prefix,
    entries,
  }: { readonly log: string; readonly prefix: string; readonly entries: readonly LogEntry[] },
): Promise<readonly PlacedFrame[]> {
  const type = log.slice(prefix.length);
  const ids = entries.map((entry) => frameIdIn(log, entry.value));
  return (await readFrames(store, ids)).map(({ id, frame, basis, content }, index) => {
    if (!frame || !basis) throw missing(`log \`${log}\``, id);
    const { sequence, stamp } = entries[index] as LogEntry;
    const recordedMs = recordedMsOf(stamp);
    return { id, frame, basis, content, type, sequence, stamp, recordedMs };
  });
}

/** Throws unless a missing content was removed by collection. */
async function settleContent(
  store: StoreReader,
  id: FrameId,
  contentId: ContentId,
): Promise<Uint8Array | null> {
  const digest = digestOf(contentId);
  if (await store.tombstone(digest)) return null;
  // A dropped content may have been written again meanwhile.
  const [content] = await store.getMany([digest]);
  if (!content) throw missing(id, contentId);
  return content;
}

function missing(from: string, to: Id): PenumbraError {
  return new PenumbraError('store-damaged', `${from} names ${to}, which is neither there nor was removed`, {
    data: { object: to },
    hint: 'run `penumbra validate` to see what it affects, and import an export that still has it',
  });
}
