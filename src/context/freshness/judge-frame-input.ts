/** Judges an input that is another frame: whether it still stands, and whether it is fresh itself. */
import type { FrameId } from '../../kernel/index.ts';
import { everyEntry, type Frame, frameIdIn, frameLog, frameLogValue } from '../../ledger/index.ts';
import type { Standpoint } from '../workspace/standpoint.ts';
import type { Judge } from './judged-frame.ts';
import type { SinceScan, Staleness } from './staleness.ts';

/** Returns what became of a frame that another rests on, or null where it holds. */
export async function judgeFrameInput(judge: Judge, frameId: FrameId): Promise<Staleness | null> {
  const { standpoint } = judge;
  const [record] = await standpoint.frames([frameId]);
  if (!record?.frame || !record.basis)
    return { reason: 'frame-missing', input: frameId, from: frameId, to: null, since: null };
  const { frame, basis } = record;
  const at = frame.subject.kind === 'node' ? await presentPathOf(standpoint, frameId, frame) : null;
  const head = await standingHead(standpoint, frame, at);
  if (head && head.frameId !== frameId) {
    const since = scanInForce(standpoint, head.stamp);
    return { reason: 'frame-superseded', input: frameId, from: frameId, to: head.frameId, since };
  }
  return restingOn(frameId, await judge.judge({ frameId, frame, basis, at }));
}

/** Says of a frame that it rests on one that is stale, if it is. */
export function restingOn(input: FrameId, verdict: Staleness | null): Staleness | null {
  return verdict && { ...verdict, reason: 'frame-stale', input };
}

/** Returns the path that the subject of a frame has now. */
async function presentPathOf(
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

/** Returns the recorded scan that was the last when something was written. */
export function scanInForce({ scans }: Standpoint, stamp: number): SinceScan | null {
  const scan = scans.findLast((recorded) => recorded.stamp <= stamp);
  return scan ? { scan: scan.scan, root: scan.root } : null;
}

type Standing = { readonly frameId: FrameId; readonly stamp: number };

/** Returns the frame of a `single` type that stands in the place of one, or null where all of its type stand. */
async function standingHead(
  standpoint: Standpoint,
  { subject, type }: Frame,
  at: string | null,
): Promise<Standing | null> {
  if (standpoint.ledger.types.get(type)?.cardinality !== 'single') return null;
  if (at !== null) return (await standpoint.standing(at)).find((place) => place.type === type) ?? null;
  const log = frameLog(subject, type);
  const head = await standpoint.ledger.store.head(log);
  return head && { frameId: frameIdIn(log, head.value), stamp: head.stamp };
}
