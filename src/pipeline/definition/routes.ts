/** The edges of a graph by source, their expressions parsed once. */
import { assertInvariant } from '../../kernel/index.ts';
import { type Expression, isExpression, parseExpression } from '../expressions/expression.ts';
import { ANY_NODE } from './definition.ts';
import type { Edge, Graph, GraphNode } from './graph.ts';

/** An edge with its expressions. */
export type Route = {
  readonly edge: Edge;
  readonly when: Expression | null;
  readonly max: Expression | number | null;
  readonly target: Expression | null;
  readonly set: readonly (readonly [string, Expression | number | boolean])[];
};

/** The nodes and routes of a graph. */
export type Routes = {
  readonly nodes: ReadonlyMap<string, GraphNode>;
  /** Tried at every node before its own. */
  readonly any: readonly Route[];
  readonly from: ReadonlyMap<string, readonly Route[]>;
  /** All that are tried at a node, in order. */
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
