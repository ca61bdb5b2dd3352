/** What a picture of a graph shows, whatever draws it: which places beside the nodes, and lines in the order of edges. */
import { ANY_NODE } from '../definition/definition.ts';
import type { Edge, Graph } from '../definition/graph.ts';

/** How a line looks: an edge that is just taken, one that skips, one that goes back, one that only advises. */
export type LineKind = 'plain' | 'shortcut' | 'loop' | 'advisory';

/** A line from one place to another, with what is written on it. */
export type DrawnLine = {
  readonly from: string;
  readonly to: string;
  readonly kind: LineKind;
  readonly labels: readonly string[];
};

/** Returns the places beside the nodes that a picture needs: `_any` if an edge leaves it, and the terminals that are reached. */
export function drawnPlaces(graph: Graph): {
  readonly hasAny: boolean;
  readonly terminals: readonly string[];
} {
  const used = new Set(drawnLines(graph).flatMap(({ from, to }) => [from, to]));
  return {
    hasAny: used.has(ANY_NODE),
    terminals: graph.terminals.filter((name) => used.has(name) || name === graph.done),
  };
}

/** Returns a line for every edge and each of its further targets, and one for every node that ends the walk by itself. */
export function drawnLines(graph: Graph): readonly DrawnLine[] {
  return [
    ...graph.edges.flatMap(edgeLines),
    ...nodesWithoutEdges(graph).map((from) => ({ from, to: graph.done, kind: 'plain' as const, labels: [] })),
  ];
}

/** Joins the lines of one look that run between the same places; what is written on them stands together. */
export function joinLines(lines: readonly DrawnLine[]): readonly DrawnLine[] {
  const joined = Map.groupBy(lines, ({ from, to, kind }) => JSON.stringify([from, to, kind]));
  return [...joined.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [{ ...first, labels: [...first.labels, ...others.flatMap(({ labels }) => labels)] }],
  );
}

/** Returns what a terminal is called in a picture. */
export function terminalTitle(name: string): string {
  return name.replace(/^_/, '').replaceAll('_', ' ');
}

function edgeLines(edge: Edge): DrawnLine[] {
  const kind = kindOf(edge);
  const full = edge.id === edge.name ? edge.id : `${edge.id} ${edge.name}`;
  const further = new Set(edge.targets.filter((to) => to !== edge.to));
  return [
    { from: edge.from, to: edge.to, kind, labels: [full] },
    ...[...further].map((to) => ({ from: edge.from, to, kind, labels: [edge.id] })),
  ];
}

function kindOf({ advisory, loop, shortcut }: Edge): LineKind {
  if (advisory) return 'advisory';
  if (loop) return 'loop';
  return shortcut ? 'shortcut' : 'plain';
}

function nodesWithoutEdges({ nodes, edges }: Graph): readonly string[] {
  const sources = new Set(edges.filter(({ advisory }) => !advisory).map(({ from }) => from));
  return nodes.map(({ name }) => name).filter((name) => !sources.has(name));
}
