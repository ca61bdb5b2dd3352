/** A frame as a reader of the tree meets it: with its place in the history of a node, and whether it still holds. */
import type { BasisId, ContentId, FrameId } from '../../kernel/index.ts';
import type { Basis } from '../../ledger/index.ts';
import type { Staleness } from '../freshness/staleness.ts';

/** A frame of a node. */
export type NodeFrame = {
  readonly frameId: FrameId;
  readonly type: string;
  readonly agent: string;
  /** The path it was recorded under, which is a former one where the file was renamed since. */
  readonly recordedAs: string;
  /** Its place in the history of the node, 1 for the oldest. */
  readonly sequence: number;
  readonly recordedMs: number;
  readonly mediaType: string;
  readonly contentId: ContentId;
  /** Null where it was removed from the ledger by the rules. */
  readonly content: Uint8Array | null;
  readonly basisId: BasisId;
  readonly basis: Basis;
  readonly fresh: boolean;
  /** Why it is not fresh; missing where it is. */
  readonly stale?: Staleness;
};
