/** What came of working at a node, as the step is told of it. */
import type { Element } from '../../agents/index.ts';
import type { Artifact } from '../nodes/artifact.ts';
import type { LastAgent } from './walker-state.ts';

/** An artifact, or why there is none, and how it was worked. */
export type StepReport = {
  readonly output?: Artifact | null;
  /** Why there is no output; `isTimeUp` where the walk's own time ended and nobody failed. */
  readonly failure?: { readonly reason: string; readonly isTimeUp?: boolean };
  readonly worn?: readonly string[];
  /** The element of the agent that worked; without it, the node's. */
  readonly element?: Element | null;
  readonly elapsedMs?: number;
  /** Who worked. */
  readonly agent?: LastAgent | null;
};
