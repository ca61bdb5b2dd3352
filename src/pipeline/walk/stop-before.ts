/** Whether a walk is to stop where it is, before anybody is asked. */
import { cite, didYouMean, PenumbraError } from '../../kernel/index.ts';
import type { Graph } from '../definition/graph.ts';
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

/** Throws where a walk is to stop at a node that it has not. */
export function requireStops(graph: Graph, { pauseAt = [], waitAt = [] }: Stops): void {
  requireNames(graph, pauseAt, namesWithin);
  requireNames(graph, waitAt, namesOf);
}

/** Returns the stops that a graph has, where the same ones are given for several. */
export function stopsWithin(graph: Graph, { pauseAt = [], waitAt = [] }: Stops): Stops {
  const [all, own] = [new Set(namesWithin(graph)), new Set(namesOf(graph))];
  return { pauseAt: pauseAt.filter((name) => all.has(name)), waitAt: waitAt.filter((name) => own.has(name)) };
}

function namesOf({ nodes }: Graph): readonly string[] {
  return nodes.map(({ name }) => name);
}

function namesWithin(graph: Graph): readonly string[] {
  return [...namesOf(graph), ...Object.values(graph.nested).flatMap(namesWithin)];
}

function requireNames(
  graph: Graph,
  given: readonly string[],
  namesIn: (graph: Graph) => readonly string[],
): void {
  if (given.length === 0) return;
  const names = namesIn(graph);
  const unknown = given.find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const near = didYouMean(unknown, names);
  throw new PenumbraError(
    'usage',
    `nobody can wait at ${cite(unknown)}: no node of ${cite(graph.name)}${near}`,
    {
      hint: `the nodes are ${[...new Set(names)].join(', ')}`,
    },
  );
}

function pauseBefore(state: WalkerState, names: readonly string[]): string | null {
  if (isBefore(state) && names.includes(state.node)) return state.node;
  return state.inner && pauseBefore(state.inner, names);
}

/** A walk that has taken a step of the definition within its node is no longer before it. */
function isBefore({ inner }: WalkerState): boolean {
  return inner === null || inner.steps === 0;
}
