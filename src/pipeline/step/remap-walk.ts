/** Brings a stored walk over to another definition, where somebody says which of its nodes became which. */
import { cite, PenumbraError } from '../../kernel/index.ts';
import type { Graph } from '../definition/graph.ts';
import { enterNested, nestedGraph, refuseUnbound } from './start-walk.ts';
import type { WalkerState } from './walker-state.ts';

/** The new names of nodes, by their old ones; a node that is not named keeps its name. */
export type NodeMap = { readonly [node: string]: string };

/** Returns the walk on another graph, or throws where one of its nodes has no place there. */
export function remapWalk(state: WalkerState, graph: Graph, map: NodeMap): WalkerState {
  const rename = (node: string) => (Object.hasOwn(map, node) ? (map[node] as string) : node);
  const renameKeys = <Value>(record: { readonly [node: string]: Value }) =>
    Object.fromEntries(Object.entries(record).map(([node, value]) => [rename(node), value]));
  refuseUnbound(graph);
  requireNodes(graph, new Set([...state.visited, state.node]), rename);
  const { counters, inner } = state;
  const node = rename(state.node);
  const remapped: WalkerState = {
    ...state,
    definition: graph.hash,
    node,
    counters: { ...counters, loops: renameKeys(counters.loops), visits: renameKeys(counters.visits) },
    loopArtifacts: renameKeys(state.loopArtifacts),
    visited: state.visited.map(rename),
    history: state.history.map((step) => ({ ...step, node: rename(step.node) })),
    advisories: state.advisories.map((step) => ({ ...step, node: rename(step.node) })),
    outputs: renameKeys(state.outputs),
    confidences: state.confidences.map((one) => ({ ...one, node: rename(one.node) })),
    inner: inner && remapWalk(inner, requireNested(graph, node), map),
  };
  // A node that was asked before may walk a definition now.
  return state.status === 'walking' ? enterNested(graph, remapped) : remapped;
}

function requireNodes(
  { name, nodes }: Graph,
  visited: ReadonlySet<string>,
  rename: (node: string) => string,
): void {
  const known = new Set(nodes.map((node) => node.name));
  const renamed = [...visited].map(rename);
  const fail = (problem: string, hint: string) => {
    throw new PenumbraError('invalid-pipeline', problem, { data: { pipeline: name }, hint });
  };
  const lost = renamed.filter((node) => !known.has(node));
  if (lost.length > 0)
    fail(
      `${lost.map(cite).join(', ')}: no such node in ${cite(name)}`,
      'map every node the walk has visited to one of the new definition',
    );
  // What each has counted and made cannot be told apart any more.
  const double = renamed.find((node, index) => renamed.indexOf(node) !== index);
  if (double !== undefined)
    fail(`more than one node became ${cite(double)}`, 'map each node that was visited to one of its own');
}

function requireNested(graph: Graph, node: string): Graph {
  const nested = nestedGraph(graph, node);
  if (nested !== null) return nested;
  throw new PenumbraError('invalid-pipeline', `${cite(node)} no longer walks a definition of its own`, {
    hint: 'go on from a step before it',
  });
}
