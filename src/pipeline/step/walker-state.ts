/**
 * The state of a walk as canonical data, and the ways a walk ends or stops. Stored after every step, it
 * allows exact resumption. Decimals are in recorded form; `inner` is the nested walk of the current node.
 */

import { type BasisPoints, type CanonicalValue, PenumbraError, type Sha256 } from '../../kernel/index.ts';
import type { Element } from '../agents/index.ts';
import { EXHAUSTED } from '../definition/definition.ts';
import type { RecordedArtifact } from '../nodes/artifact.ts';
import type { WalkCounters } from '../nodes/node.ts';

/** The version of this format; checkpoints of other versions are not read. */
export const WALKER_STATE_VERSION = 1;

export type WalkStatus = 'walking' | 'paused' | 'done' | 'exhausted' | 'failed' | 'cancelled';

/** One completed step: the node, and the edge taken from it, or null if none was. */
export type WalkStep = { readonly node: string; readonly edge: string | null };

/** Why a walk stopped. */
export type WalkFault = {
  readonly code: 'agent-failed' | 'invalid-pipeline';
  readonly message: string;
  readonly node: string;
};

/** The agent that worked last. */
export type LastAgent = { readonly name: string; readonly element: Element | null };

/** The state of a walk. */
export type WalkerState = {
  readonly version: number;
  readonly id: string;
  /** The hash of the definition. */
  readonly definition: Sha256;
  readonly status: WalkStatus;
  /** The current node; after the end, the last one. */
  readonly node: string;
  readonly terminal: string | null;
  /** The number of steps, including those of inner walks. */
  readonly steps: number;
  readonly counters: Omit<WalkCounters, 'worn'>;
  /** The hash of each node's artifact when a loop last left it. */
  readonly loopArtifacts: { readonly [node: string]: Sha256 };
  readonly visited: readonly string[];
  readonly history: readonly WalkStep[];
  readonly advisories: readonly WalkStep[];
  readonly context: { readonly [key: string]: CanonicalValue };
  /** The last artifact of each node. */
  readonly outputs: { readonly [node: string]: RecordedArtifact };
  readonly prior: RecordedArtifact | null;
  readonly confidences: readonly { readonly node: string; readonly confidence: BasisPoints }[];
  /** The run's overrides of the definition's `vars`. */
  readonly config: { readonly [name: string]: CanonicalValue };
  /** The agent that worked last; breaks ties in the next choice. */
  readonly lastAgent: LastAgent | null;
  readonly inner: WalkerState | null;
  readonly fault: WalkFault | null;
  /** Why the walk paused, was exhausted or cancelled. */
  readonly reason: string | null;
};

/** The position of a walk. */
export type CurrentPlace = {
  readonly node: string;
  /** The enclosing nodes, outermost first. */
  readonly within: readonly string[];
  readonly status: WalkStatus;
};

/** Returns the position of a walk. */
export function currentPlace({ node, inner, status }: WalkerState): CurrentPlace {
  if (inner === null) return { node, within: [], status };
  const place = currentPlace(inner);
  return { ...place, within: [node, ...place.within] };
}

/** The maximum length of a stored reason. */
const LONGEST_REASON = 1_000;
const NO_REASON = 'no reason given';

/**
 * Returns a reason as well-formed text of bounded length, with a placeholder for what cannot be converted to
 * text.
 */
export function reasonText(reason: unknown): string {
  const text = textOf(reason);
  return text.slice(0, LONGEST_REASON).toWellFormed() || NO_REASON;
}

function textOf(reason: unknown): string {
  try {
    return String((reason instanceof Error ? reason.message : reason) ?? NO_REASON);
  } catch {
    return 'the reason cannot be read';
  }
}

/** Ends a walk at a terminal. */
export function finishWalk(state: WalkerState, terminal: string): WalkerState {
  return { ...state, status: terminal === EXHAUSTED ? 'exhausted' : 'done', terminal };
}

/** Ends a walk that reached a limit. */
export function exhaustWalk(state: WalkerState, reason: string): WalkerState {
  return { ...state, status: 'exhausted', terminal: EXHAUSTED, reason: reasonText(reason) };
}

/** Ends a walk that cannot continue. */
export function failWalk(state: WalkerState, fault: WalkFault): WalkerState {
  return { ...state, status: 'failed', fault: { ...fault, message: reasonText(fault.message) } };
}

/** Ends a walk that was cancelled, for any reason value. */
export function cancelWalk(state: WalkerState, reason: unknown): WalkerState {
  return { ...state, status: 'cancelled', reason: reasonText(reason) };
}

/** Pauses a walk for later resumption. */
export function pauseWalk(state: WalkerState, reason: string): WalkerState {
  return { ...state, status: 'paused', reason: reasonText(reason) };
}

/** Resumes a paused walk; an ended one is unchanged. */
export function resumeWalk(state: WalkerState): WalkerState {
  if (state.status === 'walking') return state;
  if (state.status !== 'paused')
    throw new PenumbraError('usage', `the walk \`${state.id}\` is ${state.status} and cannot go on`, {
      hint: 'start a new walk',
    });
  return { ...state, status: 'walking', reason: null };
}
