/** The walk a case is in: as it was left, brought over to another definition, or begun. */
import { cite, PenumbraError } from '../../kernel/index.ts';
import type { Graph } from '../definition/graph.ts';
import { type NodeMap, remapWalk } from '../step/remap-walk.ts';
import { enterNested, nestedGraph, type StartOptions, startWalk } from '../step/start-walk.ts';
import type { WalkerState } from '../step/walker-state.ts';
import { type CaseWalk, type WalkName, walksOf } from './case-progress.ts';
import type { Journal } from './journal.ts';

/** Which walk of a case is meant, and how it is taken up. */
export type CurrentWalkOptions = StartOptions & {
  /** Which walk of the case this is, where it takes several. */
  readonly walk?: WalkName;
  /** Whether a walk that failed or was exhausted is asked again where it ended. */
  readonly isRetried?: boolean;
  /** New names of the nodes, where the definition is no longer the one the walk began with. */
  readonly map?: NodeMap | undefined;
};

/** A walk of a case, and how far it has come. */
export type CurrentWalk = { readonly name: WalkName; readonly state: WalkerState };

/** Returns the walk of a case that is meant. */
export function currentWalk(
  { case: id, progress }: Journal,
  graph: Graph,
  { walk: name = { pipeline: graph.name, pass: 1 }, map, isRetried = false, ...start }: CurrentWalkOptions,
): CurrentWalk {
  const last = walksOf(progress).find(
    ({ pipeline, pass }) => pipeline === name.pipeline && pass === name.pass,
  );
  if (last === undefined) return { name, state: beginWalk(graph, { id, map, ...start }) };
  if (last !== progress.walk) return { name, state: requireOver(last, id) };
  const current = last.state.definition === graph.hash ? last.state : mapped(last.state, { graph, map, id });
  return { name, state: isRetried ? retryWalk(graph, current) : current };
}

/** Begins a walk; where its definition is a later one, at the node that its start became. */
export function beginWalk(
  graph: Graph,
  { map = {}, start, ...options }: StartOptions & Pick<CurrentWalkOptions, 'map'>,
): WalkerState {
  if (start === undefined) return startWalk(graph, options);
  return startWalk(graph, { ...options, start: Object.hasOwn(map, start) ? (map[start] as string) : start });
}

/** A case takes its walks one after the other: what an earlier one came to is read, and nothing is added to it. */
function requireOver({ pipeline, pass, state }: CaseWalk, id: string): WalkerState {
  if (state.status !== 'walking') return state;
  throw new PenumbraError('usage', `${cite(id)} has left walk ${pass} of ${cite(pipeline)} for a later one`, {
    data: { case: id, pipeline, pass },
    hint: 'go on with its last walk, or fork the run before that one began',
  });
}

function mapped(
  state: WalkerState,
  { graph, map, id }: { readonly graph: Graph; readonly map: NodeMap | undefined; readonly id: string },
): WalkerState {
  if (map !== undefined) return remapWalk(state, graph, map);
  throw new PenumbraError(
    'invalid-pipeline',
    `\`${id}\` was walked by another definition of \`${graph.name}\``,
    {
      data: { walked: state.definition, given: graph.hash },
      hint: 'go on with the definition it began with, or say by `map` which node became which',
    },
  );
}

/** Returns a walk that failed or was exhausted as one that goes on, and any other as it is. */
function retryWalk(graph: Graph, state: WalkerState): WalkerState {
  if (state.status !== 'failed' && state.status !== 'exhausted') return state;
  const counters = { ...state.counters, role_failed: false };
  const { inner } = state;
  const nested = nestedGraph(graph, state.node);
  return enterNested(graph, {
    ...state,
    status: 'walking',
    terminal: null,
    fault: null,
    reason: null,
    counters,
    inner: inner && nested && retryWalk(nested, inner),
  });
}
