/** What one step changes: the next state, what it adds, what is to be done outside, and why it went as it did. */
import type { CanonicalValue } from '../../kernel/index.ts';
import type { RecordedArtifact } from '../nodes/recorded-artifact.ts';
import type { Consideration } from './choose-edge.ts';
import type { WalkerState, WalkStatus } from './walker-state.ts';

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
