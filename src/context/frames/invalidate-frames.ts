/** Declares frames invalid: they and all that rests on them are stale from then on, until they are made anew. */
import { digestOf, type FrameId, PenumbraError } from '../../kernel/index.ts';
import { type Precondition, parseFrame, type Subject } from '../../ledger/index.ts';
import { invalidation } from '../freshness/frame-status.ts';
import type { Standpoint } from '../workspace/standpoint.ts';
import { requireNode } from './require-node.ts';

/** What to invalidate: one frame, or those that stand at a path, all or of one type. */
export type InvalidationRequest =
  | { readonly frameId: FrameId }
  | { readonly path: string; readonly type?: string | undefined };

/** Invalidates frames and returns which, or the condition of the standpoint that does not hold any more. */
export async function invalidateFrames(
  standpoint: Standpoint,
  request: InvalidationRequest,
  agentId: string,
): Promise<readonly FrameId[] | { readonly unmet: Precondition }> {
  const { store, clock } = standpoint.ledger;
  const frames = await framesToInvalidate(standpoint, request);
  const appends = frames.map(({ subject, frameId }) => invalidation(subject, frameId, agentId));
  if (appends.length === 0) return [];
  const outcome = await store.commit({ atMs: clock.now(), requires: standpoint.conditions, appends });
  return outcome.committed ? frames.map(({ frameId }) => frameId) : { unmet: outcome.unmet };
}

/** Returns the frames that a request names, or throws where it names none that is there. */
export async function framesToInvalidate(
  standpoint: Standpoint,
  request: InvalidationRequest,
): Promise<readonly { readonly subject: Subject; readonly frameId: FrameId }[]> {
  if ('frameId' in request) {
    const [bytes] = await standpoint.ledger.store.getMany([digestOf(request.frameId)]);
    if (bytes) return [{ subject: parseFrame(bytes).subject, frameId: request.frameId }];
    throw new PenumbraError('frame-not-found', `${request.frameId} is not in the ledger`);
  }
  const { path, type } = request;
  requireNode(standpoint, path);
  const standing = await standpoint.standing(path);
  return standing
    .filter((place) => type === undefined || place.type === type)
    .map(({ frameId, recordedAs }) => ({ frameId, subject: { kind: 'node', id: recordedAs } }));
}
