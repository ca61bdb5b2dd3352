/**
 * Inputs and results of a step: the next state, additions to the context, external effects, and an
 * explanation.
 */

import type { CanonicalValue } from '../../kernel/index.ts';
import type { Element } from '../agents/index.ts';
import type { Artifact, RecordedArtifact } from '../nodes/artifact.ts';
import type { Consideration } from './choose-edge.ts';
import type { LastAgent, WalkerState, WalkStatus } from './walker-state.ts';

/** An effect of a step, to be recorded or carried out; `within` names the enclosing nodes. */
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

/** Explains the result of a step. */
export type Explanation = {
  readonly node: string;
  /** The edges considered, in order. */
  readonly considered: readonly Consideration[];
  readonly summary: string;
};

/** The outcome of one step. */
export type Transition = {
  readonly next: WalkerState;
  /** Values added to the walk's context by the edge. */
  readonly additions: { readonly [key: string]: CanonicalValue };
  readonly effects: readonly Effect[];
  readonly explanation: Explanation;
};

/** An artifact, or why there is none, and how the node was worked. */
export type StepReport = {
  readonly output?: Artifact | null;
  /** The recorded form of the output, if already known. */
  readonly recorded?: RecordedArtifact;
  /** Why there is no output; `isTimeUp` if the walk ran out of time and nobody failed. */
  readonly failure?: { readonly reason: string; readonly isTimeUp?: boolean };
  readonly worn?: readonly string[];
  /** The element of the agent; defaults to the node's. */
  readonly element?: Element | null;
  readonly elapsedMs?: number;
  /** The agent that worked. */
  readonly agent?: LastAgent | null;
};
