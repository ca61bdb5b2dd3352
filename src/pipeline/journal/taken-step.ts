/** A step between being taken and being recorded. */
import type { Graph } from '../definition/graph.ts';
import type { Transition } from '../step/transition.ts';
import type { PerformedStep } from '../walk/perform-step.ts';
import type { WalkName } from './case-progress.ts';

/** A step that was taken, on which graph and in which walk of its case. */
export type TakenStep = {
  readonly graph: Graph;
  readonly walk: WalkName;
  readonly transition: Transition;
  readonly performed: PerformedStep;
  /** The person who answered in place of the agent, where one did. */
  readonly overriddenBy?: string;
};
