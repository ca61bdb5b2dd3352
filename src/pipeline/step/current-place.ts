/** Where a walk stands: the node it is at in the innermost definition, and the nodes around it. */
import type { WalkerState, WalkStatus } from './walker-state.ts';

/** The place a walk stands at. */
export type CurrentPlace = {
  readonly node: string;
  /** The nodes whose definitions it is in, outermost first. */
  readonly within: readonly string[];
  readonly status: WalkStatus;
};

/** Returns where a walk stands. */
export function currentPlace({ node, inner, status }: WalkerState): CurrentPlace {
  if (inner === null) return { node, within: [], status };
  const place = currentPlace(inner);
  return { ...place, within: [node, ...place.within] };
}
