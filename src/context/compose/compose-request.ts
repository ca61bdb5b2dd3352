/** What a caller asks of composing: from where, in which order, and how much. */
import type { FrameId } from '../../kernel/index.ts';
import type { Versioned } from '../../ledger/index.ts';
import type { NodeFrame } from '../frames/read-node.ts';

/** The sources of frames with their meaning, the nearest first; a node that several lead to belongs to the first. */
export const frameSources = {
  node: 'The node itself.',
  parent: 'The directory it stands in.',
  ancestors: 'Every directory above it, up to the root.',
  siblings: 'What stands beside it in its directory.',
  children: 'What stands in it, where it is a directory.',
  related: 'The nodes at the paths in `related`.',
  subjects: 'The nodes at the paths in `subjects`, for instance those of a case.',
} as const;

/** Where a frame was gathered from. */
export type FrameSource = keyof typeof frameSources;

/** The orders that are always there, with their meaning; each ends with the frame's id, so none leaves a tie. */
export const frameOrders = {
  recency: 'The newest first.',
  type: 'By the list `types`, then by the name of the type, then the newest first.',
  agent: 'By the list `agents`, then by the name of the agent, then the newest first.',
  relevance: 'The highest score for `query` first, then the nearer source.',
} as const;

/** Which frames are wanted or unwanted; a list that is missing says nothing. */
export type FrameFilter = {
  readonly types?: readonly string[] | undefined;
  readonly agents?: readonly string[] | undefined;
};

/** What a composition may hold at most; a bound that is missing does not bind, and 0 is a bound. */
export type FrameBounds = {
  readonly maxFrames?: number | undefined;
  /** Of all contents together. */
  readonly maxBytes?: number | undefined;
  readonly maxTokens?: number | undefined;
};

/** A request to compose. */
export type ComposeRequest = {
  readonly path: string;
  /** `node` and `ancestors` where it is missing, and `related` and `subjects` where their paths are given. */
  readonly sources?: readonly FrameSource[] | undefined;
  /** A name of `frameOrders` or of a custom order; where it is missing, the one the request has words for. */
  readonly order?: string | undefined;
  readonly query?: string | undefined;
  /** The types in the order of their priority. */
  readonly types?: readonly string[] | undefined;
  /** The agents in the order of their priority. */
  readonly agents?: readonly string[] | undefined;
  readonly related?: readonly string[] | undefined;
  readonly subjects?: readonly string[] | undefined;
  readonly bounds?: FrameBounds;
  readonly include?: FrameFilter | undefined;
  readonly exclude?: FrameFilter | undefined;
  /** Leaves stale frames out; otherwise they stand among the others and say that they are stale. */
  readonly freshOnly?: boolean | undefined;
};

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
