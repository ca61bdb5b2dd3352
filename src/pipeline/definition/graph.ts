/**
 * A pipeline as a graph: nodes, edges and zones in file order, frozen, with names resolved and defaults
 * filled in.
 */
import {
  assertInvariant,
  type CanonicalValue,
  deepFreeze,
  type Sha256,
  taggedHash,
} from '../../kernel/index.ts';
import type { Element, Stickiness } from '../agents/index.ts';
import type { ConfigValue } from '../expressions/cel-environment.ts';
import { type Expression, isExpression, parseExpression } from '../expressions/expression.ts';
import { encodeDecimals } from '../nodes/decimal-form.ts';
import { ANY_NODE, type Definition, type EdgeDraft, knownTerminals, type NodeDraft } from './definition.ts';

/** Adjacent nodes that share an element and the reach of memory. */
export type Zone = {
  readonly name: string;
  readonly nodes: readonly string[];
  readonly element: Element | null;
  readonly stickiness: Stickiness;
};

/** A node of a graph. */
export type GraphNode = {
  readonly name: string;
  readonly element: Element | null;
  readonly family: string | null;
  /** The type of the node's output. */
  readonly artifact: string | null;
  /** The masks worn here, outermost first. */
  readonly masks: readonly string[];
  /** The role that works here, if chosen by role instead of affinity. */
  readonly role: string | null;
  /** The definition walked here instead of asking an agent. */
  readonly pipeline: string | null;
};

/** An edge of a graph; edges from one source are tried in order. */
export type Edge = {
  readonly id: string;
  readonly name: string;
  /** A node, or `_any`. */
  readonly from: string;
  /** A node or a terminal. */
  readonly to: string;
  readonly shortcut: boolean;
  readonly loop: boolean;
  /** A label for display. */
  readonly condition: string | null;
  readonly when: string | null;
  /** The loop limit: a number, or an expression over config. */
  readonly max: number | string | null;
  /** Recorded if true, never taken. */
  readonly advisory: boolean;
  /** Alternative targets, selected by `target`. */
  readonly targets: readonly string[];
  readonly target: string | null;
  /** Values added to the walk's context when the edge is taken: texts are expressions. */
  readonly set: { readonly [name: string]: ConfigValue };
};

/** A loaded pipeline. */
export type Graph = {
  readonly name: string;
  readonly description: string | null;
  readonly vars: { readonly [name: string]: ConfigValue };
  readonly zones: readonly Zone[];
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly Edge[];
  /** Edges with a label but no expression: a graph with any cannot be walked. */
  readonly unbound: readonly Edge[];
  readonly terminals: readonly string[];
  readonly start: string;
  /** The target of a node without outgoing edges. */
  readonly done: string;
  /** The definitions walked by nodes, by name. */
  readonly nested: { readonly [name: string]: Graph };
  /** Binds checkpoints to this structure; labels and descriptions are not included. */
  readonly hash: Sha256;
};

/** Builds a graph from a definition whose names have been checked. */
export function buildGraph(definition: Definition, nested: { readonly [name: string]: Graph }): Graph {
  const edges = (definition.edges ?? []).map(buildEdge);
  const parts = {
    name: definition.pipeline,
    description: definition.description ?? null,
    vars: definition.vars ?? {},
    zones: Object.entries(definition.zones ?? {}).map(
      ([name, { nodes, element = null, stickiness = 0 }]): Zone => ({ name, nodes, element, stickiness }),
    ),
    nodes: (definition.nodes ?? []).map(buildNode),
    edges,
    terminals: [...new Set([...knownTerminals, ...(definition.terminals ?? [])])],
    start: definition.start ?? '',
    done: definition.done ?? '_done',
    nested,
  };
  const unbound = edges.filter(({ when, condition }) => when === null && condition !== null);
  return deepFreeze({ ...parts, unbound, hash: hashDefinition(parts) });
}

function buildNode(draft: NodeDraft): GraphNode {
  const {
    name,
    element = null,
    family = null,
    artifact = null,
    masks = [],
    role = null,
    pipeline = null,
  } = draft;
  return { name, element, family, artifact, masks, role, pipeline };
}

function buildEdge(draft: EdgeDraft): Edge {
  return {
    id: draft.id,
    name: draft.name ?? draft.id,
    from: draft.from ?? '',
    to: draft.to ?? '',
    shortcut: draft.shortcut ?? false,
    loop: draft.loop ?? false,
    condition: draft.condition ?? null,
    when: draft.when ?? null,
    max: draft.max ?? null,
    advisory: draft.advisory ?? false,
    targets: draft.targets ?? [],
    target: draft.target ?? null,
    set: draft.set ?? {},
  };
}

/** Hashes everything that affects a walk. */
function hashDefinition(graph: Omit<Graph, 'hash' | 'unbound'>): Sha256 {
  const { name, vars, zones, nodes, edges, terminals, start, done, nested } = graph;
  const inner = Object.fromEntries(Object.entries(nested).map(([key, { hash }]) => [key, hash]));
  const structure = { name, vars, zones, nodes, edges: edges.map(decisiveParts), terminals, start, done };
  return taggedHash('penumbra/pipeline/1', encodeDecimals({ ...structure, nested: inner }) as CanonicalValue);
}

function decisiveParts({ name: _name, condition, when, ...edge }: Edge): object {
  // Whether an edge without an expression is unconditional or unbound does matter.
  return { ...edge, when, isBound: when !== null || condition === null };
}

/** An edge with its expressions. */
export type Route = {
  readonly edge: Edge;
  readonly when: Expression | null;
  readonly max: Expression | number | null;
  readonly target: Expression | null;
  readonly set: readonly (readonly [string, Expression | number | boolean])[];
};

/** The nodes and routes of a graph. */
type Routes = {
  readonly nodes: ReadonlyMap<string, GraphNode>;
  /** Tried at every node before its own routes. */
  readonly any: readonly Route[];
  readonly from: ReadonlyMap<string, readonly Route[]>;
  /** All routes tried at a node, in order. */
  readonly tried: ReadonlyMap<string, readonly Route[]>;
};

const known = new WeakMap<Graph, Routes>();

/** Returns the routes of a graph. */
export function routesOf(graph: Graph): Routes {
  const made = known.get(graph);
  if (made) return made;
  const from = Map.groupBy(graph.edges.map(parseEdge), ({ edge }) => edge.from);
  const nodes = new Map(graph.nodes.map((node) => [node.name, node]));
  const any = from.get(ANY_NODE) ?? [];
  const tried = new Map(graph.nodes.map(({ name }) => [name, [...any, ...(from.get(name) ?? [])]]));
  const routes = { nodes, any, from, tried };
  known.set(graph, routes);
  return routes;
}

function parseEdge(edge: Edge): Route {
  return {
    edge,
    when: edge.when === null ? null : parseChecked(edge.when),
    max: typeof edge.max === 'string' ? parseChecked(edge.max) : edge.max,
    target: edge.target === null ? null : parseChecked(edge.target),
    set: Object.entries(edge.set).map(([name, value]) => [
      name,
      typeof value === 'string' ? parseChecked(value) : value,
    ]),
  };
}

function parseChecked(text: string): Expression {
  const parsed = parseExpression(text);
  assertInvariant(isExpression(parsed), `the expression \`${text}\` was checked when its graph was loaded`);
  return parsed;
}
