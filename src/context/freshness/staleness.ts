/** Whether a frame still holds, and why not: a stale frame is never passed as fresh, and never hidden. */
import type { ContentId, FrameId } from '../../kernel/index.ts';
import type { Basis, Frame } from '../../ledger/index.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/** Every reason for a frame to be stale, with its meaning in one sentence. */
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

/** The scan that first saw an input moved; its number is null while no scan has recorded it yet. */
export type SinceScan = { readonly scan: number | null; readonly root: ContentId };

/** What moved: the input, from what to what (null: gone, or not there before), and since which scan. */
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
  /** The path that its subject has now; null for what is no node. */
  readonly at: string | null;
};

/** Judges frames from one snapshot, each once. */
export type Judge = {
  readonly snapshot: Snapshot;
  /** Returns why a frame is stale, or null where it is fresh. */
  judge(judged: JudgedFrame): Promise<Staleness | null>;
};
