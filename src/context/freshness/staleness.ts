/** Whether a frame is fresh, and if not, why. A stale frame is always shown, and always marked as stale. */
import type { ContentId, FrameId } from '../../kernel/index.ts';
import type { Basis, Frame } from '../../ledger/index.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/** The reasons for a frame to be stale, with descriptions. */
export const staleReasons = {
  'content-changed': 'Bytes it rests on are not those of the workspace any more.',
  'place-changed': 'A place it rests on has moved, changed or gone.',
  'frame-superseded': 'A frame it rests on was followed by another.',
  'frame-stale': 'A frame it rests on is stale itself.',
  'frame-missing': 'A frame it rests on is not in the ledger, or no longer among what it is made from.',
  'children-changed': 'The directory has other children with frames than those it was made from.',
  'external-changed': 'Something outside that it rests on has another value now.',
  'producer-changed': 'What made it has another version now.',
  invalidated: 'Someone declared it invalid.',
} as const;

/** Why a frame is stale. */
export type StaleReason = keyof typeof staleReasons;

/** The scan that first saw the change; its number is null if that scan is not recorded yet. */
export type SinceScan = { readonly scan: number | null; readonly root: ContentId };

/** The changed input, its value before and after (null: absent), and the scan since which it differs. */
export type Staleness = {
  readonly reason: StaleReason;
  readonly input: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly since: SinceScan | null;
};

/** A frame to be judged. */
export type JudgedFrame = {
  readonly frameId: FrameId;
  readonly frame: Frame;
  readonly basis: Basis;
  /** The current path of its subject; null if the subject is not a node. */
  readonly at: string | null;
};

/** Judges frames of one snapshot, each once. */
export type Judge = {
  readonly snapshot: Snapshot;
  /** Returns why a frame is stale, or null if it is fresh. */
  judge(judged: JudgedFrame): Promise<Staleness | null>;
};
