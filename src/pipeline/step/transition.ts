/** What goes into a step and what it changes: the next state, what it adds, what is to be done outside, and why. */

import type { CanonicalValue } from '../../kernel/index.ts';
import type { Element } from '../agents/index.ts';
import type { Artifact, RecordedArtifact } from '../nodes/artifact.ts';
import type { Consideration } from './choose-edge.ts';
import type { LastAgent, WalkerState, WalkStatus } from './walker-state.ts';

/** What happened in a step, for whoever records or carries it out; `within` names the enclosing nodes. */
export type Effect = { readonly within: readonly string[] } & (
  | { readonly kind: 'artifact-recorded'; readonly node: string; readonly artifact: RecordedArtifact }
  | { readonly kind: 'step-failed'; readonly node: string; readonly reason: string }
  | { readonly kind: 'edge-advised'; readonly node: string; readonly edge: string }
  | { readonly kind: 'edge-taken'; readonly node: string; readonly edge: string; readonly to: string }
  | { readonly kind: 'ask-needed'; readonly node: string }
  | {
      readonly kind: 'walk-ended';
      readonly status: WalkStatus;
      readonly terminal: string | null;
      /** Why it was exhausted or failed. */
      readonly reason: string | null;
    }
);

/** Why a step went as it did. */
export type Explanation = {
  readonly node: string;
  /** The edges that were looked at, in order. */
  readonly considered: readonly Consideration[];
  readonly summary: string;
};

/** The outcome of one step. */
export type Transition = {
  readonly next: WalkerState;
  /** What the edge added to the walk's context. */
  readonly additions: { readonly [key: string]: CanonicalValue };
  readonly effects: readonly Effect[];
  readonly explanation: Explanation;
};

/** An artifact, or why there is none, and how it was worked. */
export type StepReport = {
  readonly output?: Artifact | null;
  /** The recorded form of the output, where it was recorded already. */
  readonly recorded?: RecordedArtifact;
  /** Why there is no output; `isTimeUp` where the walk's own time ended and nobody failed. */
  readonly failure?: { readonly reason: string; readonly isTimeUp?: boolean };
  readonly worn?: readonly string[];
  /** The element of the agent that worked; without it, the node's. */
  readonly element?: Element | null;
  readonly elapsedMs?: number;
  /** Who worked. */
  readonly agent?: LastAgent | null;
};
