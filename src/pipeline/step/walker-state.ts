/**
 * The state of a walk as canonical data, and the ways a walk ends or stops. Whoever stores it after every step can go on
 * from there exactly. Decimals are in their recorded form; `inner` is the walk of the definition that the current node walks.
 */

import { type BasisPoints, type CanonicalValue, PenumbraError, type Sha256 } from '../../kernel/index.ts';
import type { Element } from '../agents/index.ts';
import { EXHAUSTED } from '../definition/definition.ts';
import type { RecordedArtifact } from '../nodes/artifact.ts';
import type { WalkCounters } from '../nodes/node.ts';

/** The version of the form below; a checkpoint of another one is not read. */
export const WALKER_STATE_VERSION = 1;

/** The status of a walk. */
export type WalkStatus = 'walking' | 'paused' | 'done' | 'exhausted' | 'failed' | 'cancelled';

/** One completed step: the node, and the edge taken from it, or null where it has none. */
export type WalkStep = { readonly node: string; readonly edge: string | null };

/** Why a walk stopped. */
export type WalkFault = {
  readonly code: 'agent-failed' | 'invalid-pipeline';
  readonly message: string;
  readonly node: string;
};

/** What is kept of the agent that worked last. */
export type LastAgent = { readonly name: string; readonly element: Element | null };

/** The state of a walk. */
export type WalkerState = {
  readonly version: number;
  readonly id: string;
  /** The hash of the definition that is walked. */
  readonly definition: Sha256;
  readonly status: WalkStatus;
  /** The node the walk is at; after its end, the last one. */
  readonly node: string;
  readonly terminal: string | null;
  /** How many steps were taken, those of inner walks included. */
  readonly steps: number;
  readonly counters: Omit<WalkCounters, 'worn'>;
  /** The artifact each node had when a loop last left it, as a hash. */
  readonly loopArtifacts: { readonly [node: string]: Sha256 };
  readonly visited: readonly string[];
  readonly history: readonly WalkStep[];
  readonly advisories: readonly WalkStep[];
  readonly context: { readonly [key: string]: CanonicalValue };
  /** The last artifact of each node. */
  readonly outputs: { readonly [node: string]: RecordedArtifact };
  readonly prior: RecordedArtifact | null;
  readonly confidences: readonly { readonly node: string; readonly confidence: BasisPoints }[];
  /** What the run lays over the definition's `vars`. */
  readonly config: { readonly [name: string]: CanonicalValue };
  /** Who worked last; the next choice among equals depends on it. */
  readonly lastAgent: LastAgent | null;
  readonly inner: WalkerState | null;
  readonly fault: WalkFault | null;
  /** Why the walk paused, was exhausted or cancelled. */
  readonly reason: string | null;
};

/** Where a walk is. */
export type CurrentPlace = {
  readonly node: string;
  /** The nodes whose definitions it is in, outermost first. */
  readonly within: readonly string[];
  readonly status: WalkStatus;
};

/** Returns where a walk is. */
export function currentPlace({ node, inner, status }: WalkerState): CurrentPlace {
  if (inner === null) return { node, within: [], status };
  const place = currentPlace(inner);
  return { ...place, within: [node, ...place.within] };
}

/** The longest reason that is kept. */
const LONGEST_REASON = 1_000;
const NO_REASON = 'no reason given';

/** Returns a reason as a well-formed text of bounded length; what cannot become a text is told as that. */
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

/** Ends a walk that has used up what it was given. */
export function exhaustWalk(state: WalkerState, reason: string): WalkerState {
  return { ...state, status: 'exhausted', terminal: EXHAUSTED, reason: reasonText(reason) };
}

/** Ends a walk that cannot go on. */
export function failWalk(state: WalkerState, fault: WalkFault): WalkerState {
  return { ...state, status: 'failed', fault: { ...fault, message: reasonText(fault.message) } };
}

/** Ends a walk that nobody waits for any more; the reason is whatever it was called off with. */
export function cancelWalk(state: WalkerState, reason: unknown): WalkerState {
  return { ...state, status: 'cancelled', reason: reasonText(reason) };
}

/** Stops a walk where it is, to be taken up again. */
export function pauseWalk(state: WalkerState, reason: string): WalkerState {
  return { ...state, status: 'paused', reason: reasonText(reason) };
}

/** Takes up a walk that was paused; one that has ended stays ended. */
export function resumeWalk(state: WalkerState): WalkerState {
  if (state.status === 'walking') return state;
  if (state.status !== 'paused')
    throw new PenumbraError('usage', `the walk \`${state.id}\` is ${state.status} and cannot go on`, {
      hint: 'start a new walk',
    });
  return { ...state, status: 'walking', reason: null };
}
