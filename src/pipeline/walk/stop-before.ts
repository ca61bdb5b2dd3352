/** Whether a walk is to stop where it stands, before anybody is asked. */
import type { WalkerState } from '../step/walker-state.ts';

/** Where a walk is to stop. */
export type Stops = {
  /** Nodes before which the walk pauses, for somebody to look; also those of nested definitions. */
  readonly pauseAt?: readonly string[] | undefined;
  /** Nodes of the definition itself before which the walk waits for others. */
  readonly waitAt?: readonly string[] | undefined;
};

/** Returns the node before which a walk is to stop, or null. */
export function stopBefore(state: WalkerState, { pauseAt = [], waitAt = [] }: Stops): string | null {
  return isBefore(state) && waitAt.includes(state.node) ? state.node : pauseBefore(state, pauseAt);
}

function pauseBefore(state: WalkerState, names: readonly string[]): string | null {
  if (isBefore(state) && names.includes(state.node)) return state.node;
  return state.inner && pauseBefore(state.inner, names);
}

/** A walk that has taken a step of the definition within its node is no longer before it. */
function isBefore({ inner }: WalkerState): boolean {
  return inner === null || inner.steps === 0;
}
