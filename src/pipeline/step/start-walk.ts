/** Starts a walk at its first node. */
import { type CanonicalValue, cite, didYouMean, PenumbraError } from '../../kernel/index.ts';
import { type Graph, routesOf } from '../definition/graph.ts';
import { type Artifact, recordArtifact } from '../nodes/artifact.ts';
import { encodeDecimals } from '../nodes/decimal-form.ts';
import { WALKER_STATE_VERSION, type WalkerState } from './walker-state.ts';

/** The inputs of a walk. */
export type StartOptions = {
  readonly id?: string;
  /** The start node, if not the definition's. */
  readonly start?: string;
  /** Overrides the definition's `vars`. */
  readonly config?: { readonly [name: string]: unknown };
  /** Counters carried over from earlier walks of the case. */
  readonly counters?: { readonly remands?: number; readonly court_ms?: number };
  /** The prior artifact of the first node. */
  readonly prior?: Artifact | null;
  readonly context?: { readonly [key: string]: unknown };
};

/** Returns the initial state of a walk; throws if the graph has unbound edges. */
export function startWalk(graph: Graph, options: StartOptions = {}): WalkerState {
  refuseUnbound(graph);
  const {
    id = graph.name,
    start = graph.start,
    config = {},
    counters = {},
    prior = null,
    context = {},
  } = options;
  requireNode(graph, start);
  const fresh: WalkerState = {
    version: WALKER_STATE_VERSION,
    id,
    definition: graph.hash,
    status: 'walking',
    node: start,
    terminal: null,
    steps: 0,
    counters: {
      loops: {},
      visits: {},
      remands: counters.remands ?? 0,
      handoffs: 0,
      court_ms: counters.court_ms ?? 0,
      role_failed: false,
    },
    loopArtifacts: {},
    visited: [],
    history: [],
    advisories: [],
    context: encodeDecimals(context) as WalkerState['context'],
    outputs: {},
    prior: prior && recordArtifact(prior),
    confidences: [],
    config: encodeDecimals(config) as { readonly [name: string]: CanonicalValue },
    lastAgent: null,
    inner: null,
    fault: null,
    reason: null,
  };
  return enterNode(graph, fresh, start);
}

/** Enters a node: counts the visit and starts its nested walk, if any. */
export function enterNode(graph: Graph, state: WalkerState, name: string): WalkerState {
  const { visits } = state.counters;
  return enterNested(graph, {
    ...state,
    node: name,
    counters: { ...state.counters, visits: { ...visits, [name]: (visits[name] ?? 0) + 1 } },
    visited: [...state.visited, name],
    inner: null,
  });
}

/** Starts the nested walk of the current node, unless in progress. */
export function enterNested(graph: Graph, state: WalkerState): WalkerState {
  const nested = nestedGraph(graph, state.node);
  if (nested === null || state.inner !== null) return state;
  return { ...state, inner: startInner(nested, state, state.node) };
}

/** Returns the graph a node walks, or null if the node is asked. */
export function nestedGraph(graph: Graph, name: string): Graph | null {
  const pipeline = routesOf(graph).nodes.get(name)?.pipeline;
  return pipeline ? (graph.nested[pipeline] ?? null) : null;
}

function startInner(nested: Graph, outer: WalkerState, node: string): WalkerState {
  const { prior, context, config, lastAgent } = outer;
  const { remands, court_ms } = outer.counters;
  const fresh = startWalk(nested, { id: `${outer.id}/${node}`, counters: { remands, court_ms } });
  // Already recorded, so reused as it is.
  return { ...fresh, prior, context, config, lastAgent };
}

function requireNode(graph: Graph, name: string): void {
  const names = graph.nodes.map((node) => node.name);
  if (names.includes(name)) return;
  throw new PenumbraError('usage', `\`${name}\` is no node of \`${graph.name}\`${didYouMean(name, names)}`, {
    hint: `the nodes are ${names.join(', ')}`,
  });
}

/** Throws if a definition, or a nested one, has unbound edges. */
function refuseUnbound({ name, unbound, nested }: Graph): void {
  for (const inner of Object.values(nested)) refuseUnbound(inner);
  if (unbound.length === 0) return;
  const ids = unbound.map(({ id }) => id);
  throw new PenumbraError('invalid-pipeline', `\`${name}\` cannot be walked: ${ids.join(', ')} not bound`, {
    data: { pipeline: name, unbound: ids },
    hint: 'give each edge a `when`, here or in an extension',
  });
}

/** New names of nodes by old name; nodes not listed keep their name. */
export type NodeMap = { readonly [node: string]: string };

/** Moves a walk to another graph, or throws if one of its nodes does not exist there. */
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
  // A node that was asked before may have a nested walk now.
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
  // Counters and artifacts of merged nodes could no longer be told apart.
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
