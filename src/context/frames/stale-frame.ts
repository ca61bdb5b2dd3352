/** A stale frame as lists name it: what it is, whose, and why it does not hold. */
import type { FrameId } from '../../kernel/index.ts';
import type { Judge } from '../freshness/judged-frame.ts';
import type { Staleness } from '../freshness/staleness.ts';
import type { FramePlace } from './gather-frames.ts';
import { judgePlaced } from './read-node.ts';

/** A stale frame with the node it is about. */
export type StaleFrame = {
  readonly path: string;
  readonly frameId: FrameId;
  readonly type: string;
  readonly agent: string;
  readonly stale: Staleness;
};

/** Returns those of the frames at places of a node that are stale, in their order. */
export async function staleFramesAt(
  judge: Judge,
  path: string,
  places: readonly FramePlace[],
): Promise<readonly StaleFrame[]> {
  const judged = await judgePlaced(judge, path, places);
  return judged.flatMap(({ id, frame: { type, agent }, stale }) =>
    stale ? [{ path, frameId: id, type, agent, stale }] : [],
  );
}
