/** Reads frames back: by id, the heads of a subject, and its history. */
import { type ContentId, digestOf, type FrameId } from '../../kernel/index.ts';
import { type LogEntry, STAMPS_PER_MILLISECOND } from '../store/log.ts';
import { everyHead, readWholeLog } from '../store/pages.ts';
import type { StoreReader } from '../store/store.ts';
import { type Basis, parseBasis } from './basis.ts';
import { type Frame, frameLogPrefix, parseFrame } from './frame.ts';
import type { Ledger } from './ledger.ts';
import { frameIdIn } from './put-frame.ts';
import type { Subject } from './subject.ts';

/** A frame as read: null content, basis or frame is one that retention or erasure has removed. */
export type FrameRecord = {
  readonly id: FrameId;
  readonly frame: Frame | null;
  readonly basis: Basis | null;
  readonly content: Uint8Array | null;
};

/** A frame with its place in its log. */
export type PlacedFrame = FrameRecord & {
  readonly type: string;
  readonly sequence: number;
  readonly stamp: number;
  readonly recordedMs: number;
};

/** Reads frames by id, in the order asked. */
export async function readFrames(
  store: StoreReader,
  ids: readonly FrameId[],
): Promise<readonly FrameRecord[]> {
  const frames = (await store.getMany(ids.map(digestOf))).map((bytes) => bytes && parseFrame(bytes));
  const parts = frames.flatMap((frame) => (frame ? [frame.basis, frame.content] : []));
  const bytes = await store.getMany(parts.map((id: Frame['basis'] | ContentId) => digestOf(id)));
  let next = 0;
  return ids.map((id, index) => {
    const frame = frames[index] ?? null;
    if (!frame) return { id, frame, basis: null, content: null };
    const basis = bytes[next++];
    const content = bytes[next++] ?? null;
    return { id, frame, basis: basis ? parseBasis(basis) : null, content };
  });
}

/** Returns the current frames of a subject: the head of each `single` type, every frame of each `many` type. */
export async function currentFrames(ledger: Ledger, subject: Subject): Promise<readonly PlacedFrame[]> {
  const prefix = frameLogPrefix(subject);
  const found: PlacedFrame[] = [];
  for await (const head of everyHead(ledger.store, prefix)) {
    const type = head.log.slice(prefix.length);
    const isMany = ledger.types.get(type)?.cardinality === 'many';
    found.push(
      ...(isMany ? await typeHistory(ledger.store, head.log, type) : await place(ledger.store, type, [head])),
    );
  }
  return found;
}

/** Returns every frame a subject ever had, oldest first. */
export async function frameHistory(ledger: Ledger, subject: Subject): Promise<readonly PlacedFrame[]> {
  const prefix = frameLogPrefix(subject);
  const found: PlacedFrame[] = [];
  for await (const head of everyHead(ledger.store, prefix)) {
    found.push(...(await typeHistory(ledger.store, head.log, head.log.slice(prefix.length))));
  }
  return found.sort((a, b) => a.stamp - b.stamp || (a.id < b.id ? -1 : 1));
}

async function typeHistory(store: StoreReader, log: string, type: string): Promise<readonly PlacedFrame[]> {
  return place(store, type, await readWholeLog(store, log));
}

async function place(
  store: StoreReader,
  type: string,
  entries: readonly LogEntry[],
): Promise<readonly PlacedFrame[]> {
  const records = await readFrames(
    store,
    entries.map((entry) => frameIdIn(entry.value)),
  );
  return records.map((record, index) => {
    const { sequence, stamp } = entries[index] as LogEntry;
    return { ...record, type, sequence, stamp, recordedMs: Math.floor(stamp / STAMPS_PER_MILLISECOND) };
  });
}
