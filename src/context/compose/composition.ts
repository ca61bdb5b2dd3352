/** What composing answers: the frames in their order, and everything that was gathered but is not among them. */
import type { FrameId } from '../../kernel/index.ts';
import type { Versioned } from '../../ledger/index.ts';
import type { NodeFrame } from '../frames/node-frame.ts';
import type { FrameSource } from './compose-request.ts';

/** Why a gathered frame is not in a composition, with its meaning in one sentence. */
export const leaveBounds = {
  frames: 'As many frames as asked for come before it.',
  bytes: 'Its content does not fit into the bytes that remain.',
  tokens: 'Its content does not fit into the tokens that remain.',
  duplicate: 'It is there already, or another frame of its type has the same content.',
  removed: 'Its content was removed from the ledger by the rules.',
  stale: 'It is stale, and only fresh frames were asked for.',
} as const;

/** What kept a frame out. */
export type LeaveBound = keyof typeof leaveBounds;

/** A frame with where it was gathered. */
export type GatheredFrame = NodeFrame & {
  readonly path: string;
  readonly source: FrameSource;
  /** How well its content answers the query, where there is one; a whole number. */
  readonly score?: number;
};

/** A frame of a composition. */
export type CompositionFrame = GatheredFrame & {
  /** How many tokens its content has, where tokens are bounded. */
  readonly tokens?: number;
};

/** A gathered frame that is not in the composition. */
export type LeftOutFrame = { readonly frameId: FrameId; readonly path: string; readonly bound: LeaveBound };

/** The answer to a request; what it shows was read, and nothing was written. */
export type Composition = {
  readonly frames: readonly CompositionFrame[];
  /** Removed, stale and duplicate ones by id, then those that did not fit, in the order they would have had. */
  readonly leftOut: readonly LeftOutFrame[];
  /** The related paths and subjects where there is no node, by code point. */
  readonly missing: readonly string[];
  /** Of the frames; tokens are null where they were not counted. */
  readonly totals: { readonly frames: number; readonly bytes: number; readonly tokens: number | null };
  readonly order: Versioned;
  /** What counted tokens, or null. */
  readonly counter: Versioned | null;
};
