/** A frame before its judge: what it is, what it rests on, and where its subject is now. */
import type { FrameId } from '../../kernel/index.ts';
import type { Basis, Frame } from '../../ledger/index.ts';
import type { Standpoint } from '../workspace/standpoint.ts';
import type { Staleness } from './staleness.ts';

/** A frame to be judged. */
export type JudgedFrame = {
  readonly frameId: FrameId;
  readonly frame: Frame;
  readonly basis: Basis;
  /** The path that its subject has now; null for what is no node. */
  readonly at: string | null;
};

/** Judges frames from one standpoint, each once. */
export type Judge = {
  readonly standpoint: Standpoint;
  /** Returns why a frame is stale, or null where it is fresh. */
  judge(judged: JudgedFrame): Promise<Staleness | null>;
};
