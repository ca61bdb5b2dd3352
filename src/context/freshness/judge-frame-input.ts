/** Judges an input that is another frame: whether it still stands, and whether it is fresh itself. */
import type { FrameId } from '../../kernel/index.ts';
import {
  everyEntry,
  type Frame,
  frameIdIn,
  frameLog,
  frameLogValue,
  type Subject,
} from '../../ledger/index.ts';
import type { Standpoint } from '../workspace/standpoint.ts';
import type { Judge } from './judge.ts';
import type { Staleness } from './staleness.ts';

/** Returns what became of a frame that another rests on, or null where it holds. */
export async function judgeFrameInput(judge: Judge, frameId: FrameId): Promise<Staleness | null> {
  const { standpoint } = judge;
  const [record] = await standpoint.frames([frameId]);
  if (!record?.frame || !record.basis)
    return { reason: 'frame-missing', input: frameId, from: frameId, to: null, since: null };
  const { frame, basis } = record;
  const at = frame.subject.kind === 'node' ? await presentPathOf(standpoint, frameId, frame) : null;
  const head = await standingHead(standpoint, frame, at);
  if (head !== null && head !== frameId)
    return { reason: 'frame-superseded', input: frameId, from: frameId, to: head, since: null };
  return restingOn(frameId, await judge.judge({ frameId, frame, basis, at }));
}

/** Says of a frame that it rests on one that is stale, if it is. */
export function restingOn(input: FrameId, verdict: Staleness | null): Staleness | null {
  return verdict && { ...verdict, reason: 'frame-stale', input };
}

/** Returns the path that the subject of a frame has now. */
export async function presentPathOf(
  { ledger: { store }, presentPath }: Standpoint,
  frameId: FrameId,
  { subject, type }: Frame,
): Promise<string> {
  const sought = frameLogValue(frameId);
  let stamp = 0;
  for await (const entry of everyEntry(store, frameLog(subject, type)))
    if (entry.value === sought) stamp = entry.stamp;
  return presentPath(subject.id, stamp);
}

/** Returns the frame of a `single` type that stands in the place of one, or null where all of its type stand. */
async function standingHead(
  standpoint: Standpoint,
  { subject, type }: Frame,
  at: string | null,
): Promise<FrameId | null> {
  if (standpoint.ledger.types.get(type)?.cardinality !== 'single') return null;
  if (at !== null)
    return (await standpoint.standing(at)).find((place) => place.type === type)?.frameId ?? null;
  return headOf(standpoint, subject, type);
}

async function headOf({ ledger }: Standpoint, subject: Subject, type: string): Promise<FrameId | null> {
  const log = frameLog(subject, type);
  const head = await ledger.store.head(log);
  return head && frameIdIn(log, head.value);
}
