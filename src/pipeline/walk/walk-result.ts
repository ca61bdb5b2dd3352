/** How a walk went, as its caller reads it: decimals throughout, errors as errors. */
import { PenumbraError } from '../../kernel/index.ts';
import type { Artifact } from '../nodes/artifact.ts';
import { readArtifact } from '../nodes/recorded-artifact.ts';
import type { WalkerState, WalkStatus, WalkStep } from '../step/walker-state.ts';

/** What makes the artifact of a terminal from how the walk went. */
export type TerminalBuilders = { readonly [terminal: string]: (state: WalkerState) => Artifact };

/** How a walk went. */
export type WalkResult = {
  readonly status: Exclude<WalkStatus, 'walking'>;
  readonly terminal: string | null;
  readonly visited: readonly string[];
  readonly history: readonly WalkStep[];
  readonly advisories: readonly WalkStep[];
  readonly loops: { readonly [node: string]: number };
  /** The last artifact of each node. */
  readonly outputs: { readonly [node: string]: Artifact };
  /** What the terminal's builder made. */
  readonly artifact?: Artifact;
  readonly error?: PenumbraError;
  /** Why the walk was exhausted, paused or cancelled. */
  readonly reason?: string;
  readonly state: WalkerState;
};

/** Returns how a walk went that ended in a state. */
export function walkResult(state: WalkerState, builders: TerminalBuilders = {}): WalkResult {
  const { status, terminal, visited, history, advisories, counters, fault, reason } = state;
  const builder = terminal !== null && Object.hasOwn(builders, terminal) ? builders[terminal] : undefined;
  return Object.freeze({
    status: status as WalkResult['status'],
    terminal,
    visited,
    history,
    advisories,
    loops: counters.loops,
    outputs: Object.fromEntries(
      Object.entries(state.outputs).map(([node, recorded]) => [node, readArtifact(recorded)]),
    ),
    ...(builder && { artifact: builder(state) }),
    ...(fault && { error: new PenumbraError(fault.code, fault.message, { data: { node: fault.node } }) }),
    ...(reason !== null && { reason }),
    state,
  });
}
