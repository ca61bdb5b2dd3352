/** The walk a case stands in: as it was left, brought over to another definition, or begun. */
import { PenumbraError } from '../../kernel/index.ts';
import type { Graph } from '../definition/graph.ts';
import { type NodeMap, remapWalk } from '../step/remap-walk.ts';
import { retryWalk } from '../step/retry-walk.ts';
import { type StartOptions, startWalk } from '../step/start-walk.ts';
import type { WalkerState } from '../step/walker-state.ts';
import type { WalkName } from './case-progress.ts';
import type { Journal } from './journal.ts';

/** Which walk of a case is meant, and how it is taken up. */
export type StandingOptions = StartOptions & {
  /** Which walk of the case this is, where it takes several. */
  readonly walk?: WalkName;
  /** Whether a walk that failed or was exhausted is asked again where it ended. */
  readonly isRetried?: boolean;
  /** New names of the nodes, where the definition is no longer the one the walk began with. */
  readonly map?: NodeMap | undefined;
};

/** A walk of a case, where it stands. */
export type StandingWalk = { readonly name: WalkName; readonly state: WalkerState };

/** Returns the walk of a case that is meant. */
export function standingWalk(
  { case: id, progress }: Journal,
  graph: Graph,
  { walk: name = { pipeline: graph.name, pass: 1 }, map, isRetried = false, ...start }: StandingOptions,
): StandingWalk {
  const { walk: last } = progress;
  if (last === null || last.pipeline !== name.pipeline || last.pass !== name.pass)
    return { name, state: startWalk(graph, { id, ...start }) };
  const stood = last.state.definition === graph.hash ? last.state : mapped(last.state, { graph, map, id });
  return { name, state: isRetried ? retryWalk(graph, stood) : stood };
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
