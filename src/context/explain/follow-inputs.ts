/** Follows bases downwards, level by level, so that a bound cuts what is farthest from the frame that is explained. */
import type { FrameId } from '../../kernel/index.ts';
import { type BasisInput, framesIn, type StoreReader } from '../../ledger/index.ts';
import { explainLimits } from './explain-limits.ts';
import { type FrameSummary, readProvenance } from './read-provenance.ts';

/** A frame on the way down, with those of its inputs that are listed. */
type FollowedFrame = { readonly frame: FrameSummary; readonly inputs: readonly BasisInput[] };

/** What lies beyond the bounds. */
export type LeftOut = {
  /** How many inputs are not listed, because the most inputs are. */
  readonly inputs: number;
  /** How many frames are named but not followed, because they lie too deep. */
  readonly frames: number;
};

/** The frames below one frame. */
export type FollowedInputs = {
  /** Each frame that was looked for; null where the ledger has none. */
  readonly frames: ReadonlyMap<FrameId, FollowedFrame | null>;
  /** The frame in whose basis each of them was met first. */
  readonly metIn: ReadonlyMap<FrameId, FrameId>;
  readonly leftOut: LeftOut;
};

/** Follows what a frame rests on, each frame once. */
export async function followInputs(store: StoreReader, start: FrameId): Promise<FollowedInputs> {
  const frames = new Map<FrameId, FollowedFrame | null>();
  const metIn = new Map<FrameId, FrameId>();
  let room: number = explainLimits.inputs;
  let unlisted = 0;
  let level: FrameId[] = [start];
  for (let depth = 0; level.length > 0 && depth < explainLimits.depth; depth++) {
    const found = await readProvenance(store, level);
    const below: FrameId[] = [];
    for (const [position, id] of level.entries()) {
      const { frame, basis } = found[position] ?? {};
      const inputs = basis?.inputs.slice(0, room) ?? [];
      frames.set(id, frame ? { frame, inputs } : null);
      room -= inputs.length;
      unlisted += (basis?.inputs.length ?? 0) - inputs.length;
      for (const next of framesIn({ inputs })) {
        if (next === start || metIn.has(next)) continue;
        metIn.set(next, id);
        below.push(next);
      }
    }
    level = below;
  }
  return { frames, metIn, leftOut: { inputs: unlisted, frames: level.length } };
}
