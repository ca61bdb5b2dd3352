/** A producer of frames about the root that rest on something outside the tree, as the history rests on a commit. */
import type { Basis, FrameType } from '../../ledger/index.ts';

/** Makes one frame of the root. Its name is also that of the type of its frames and of the agent that signs them. */
export type OutsideProducer = {
  readonly name: string;
  readonly type: FrameType;
  /** Returns what its frame would rest on now, or null where there is nothing to make it from. */
  basis(): Promise<Basis | null>;
  /** Makes the content for the present basis, or null where that cannot be done. */
  produce(): Promise<string | null>;
};
