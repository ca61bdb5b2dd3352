/** Declares frames invalid: they and all that rests on them are stale from then on, until they are made anew. */
import { digestOf, type FrameId, PenumbraError } from '../../kernel/index.ts';
import { type Precondition, parseFrame, type Subject } from '../../ledger/index.ts';
import { invalidation } from '../snapshot/frame-status.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { requireNode } from './resolve-node.ts';

/** What to invalidate: one frame, or those that stand at a path, all or of one type. */
export type InvalidationRequest =
  | { readonly frameId: FrameId }
  | { readonly path: string; readonly type?: string | undefined };

/** Invalidates frames and returns which, or the condition of the snapshot that does not hold any more. */
export async function invalidateFrames(
  snapshot: Snapshot,
  request: InvalidationRequest,
  agentId: string,
): Promise<readonly FrameId[] | { readonly unmet: Precondition }> {
  const { store, clock } = snapshot.ledger;
  const frames = await framesToInvalidate(snapshot, request);
  const appends = frames.map(({ subject, frameId }) => invalidation(subject, frameId, agentId));
  if (appends.length === 0) return [];
  const outcome = await store.commit({ atMs: clock.now(), requires: snapshot.conditions, appends });
  return outcome.committed ? frames.map(({ frameId }) => frameId) : { unmet: outcome.unmet };
}

/** Returns the frames that a request names, or throws where it names none that is there. */
export async function framesToInvalidate(
  snapshot: Snapshot,
  request: InvalidationRequest,
): Promise<readonly { readonly subject: Subject; readonly frameId: FrameId }[]> {
  if ('frameId' in request) {
    const [bytes] = await snapshot.ledger.store.getMany([digestOf(request.frameId)]);
    if (bytes) return [{ subject: parseFrame(bytes).subject, frameId: request.frameId }];
    throw new PenumbraError('frame-not-found', `${request.frameId} is not in the ledger`);
  }
  const { path, type } = request;
  requireNode(snapshot, path);
  const places = await snapshot.current(path);
  return places
    .filter((place) => type === undefined || place.type === type)
    .map(({ frameId, recordedAs }) => ({ frameId, subject: { kind: 'node', id: recordedAs } }));
}
