/** Explains a frame: every input of its basis down to file bytes, and what rests on it. Pure data; nothing is written. */
import { type FrameId, PenumbraError } from '../../kernel/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import type { Tree } from '../scan/tree.ts';
import { type ExplainedInput, explainInputs } from './explain-inputs.ts';
import { type Dependants, findDependants } from './find-dependants.ts';
import { followInputs, type LeftOut } from './follow-inputs.ts';
import type { FrameSummary } from './read-provenance.ts';
import { placesIn } from './tree-places.ts';

/** Why a frame is what it is. */
export type FrameExplanation = Dependants & {
  readonly frame: FrameSummary;
  /** What it rests on, in the order it was used. */
  readonly inputs: readonly ExplainedInput[];
  readonly leftOut: LeftOut;
};

/** Explains a frame; with a tree it tells which of the bytes it rests on are still there, and where. */
export async function explainFrame(
  { store }: Ledger,
  frameId: FrameId,
  { tree }: { readonly tree?: Tree } = {},
): Promise<FrameExplanation> {
  const followed = await followInputs(store, frameId);
  const found = followed.frames.get(frameId);
  if (!found)
    throw new PenumbraError('frame-not-found', `${frameId} is not in the ledger`, {
      data: { frame: frameId },
      hint: 'see the frames that rest on a path with `penumbra explain PATH`',
    });
  const inputs = explainInputs(frameId, followed, tree ? placesIn(tree) : null);
  const { leftOut } = followed;
  return { frame: found.frame, inputs, leftOut, ...(await findDependants(store, [frameId])) };
}
