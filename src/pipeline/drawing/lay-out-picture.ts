/**
 * Finds a place for everything by layers, top to bottom, zones kept together. It has a module of its own, because the
 * package behind it is loaded only when something is drawn.
 */
import { Graph, layout } from '@dagrejs/dagre';

/** Something with a size. */
export type Sized = { readonly width: number; readonly height: number };

/** A box around its middle. */
export type PlacedBox = Sized & { readonly x: number; readonly y: number };

/** What is laid out: places and zones by number, and lines that run downwards from one place to another. */
export type LayoutInput = {
  readonly places: readonly (Sized & { readonly zone: number | null })[];
  readonly zones: readonly Sized[];
  readonly lines: readonly {
    readonly from: number;
    readonly to: number;
    readonly label: Sized;
    readonly weight: number;
  }[];
};

/** Where everything stands; a line has the points it passes between its ends, and the middle of its label. */
export type Layout = {
  readonly places: readonly PlacedBox[];
  readonly zones: readonly PlacedBox[];
  readonly lines: readonly { readonly via: readonly Point[]; readonly label: Point }[];
};

/** A point in whole pixels. */
export type Point = { readonly x: number; readonly y: number };

/** Lays a picture out; equal inputs give equal layouts. */
export function layOutPicture({ places, zones, lines }: LayoutInput): Layout {
  // Numbers instead of names, so that no name meets one the package makes up.
  const graph = new Graph({ compound: true, multigraph: true, directed: true });
  graph.setGraph({ rankdir: 'TB', nodesep: 28, edgesep: 18, ranksep: 72 });
  for (const [index, zone] of zones.entries()) graph.setNode(`z${index}`, { ...zone });
  for (const [index, { zone, width, height }] of places.entries()) {
    graph.setNode(`p${index}`, { width, height });
    if (zone !== null) graph.setParent(`p${index}`, `z${zone}`);
  }
  for (const [index, { from, to, label, weight }] of lines.entries())
    graph.setEdge(`p${from}`, `p${to}`, { ...label, labelpos: 'c', minlen: 1, weight }, `l${index}`);
  layout(graph, { customOrder });
  return {
    places: places.map((_, index) => boxOf(graph.node(`p${index}`))),
    zones: zones.map((_, index) => boxOf(graph.node(`z${index}`))),
    lines: lines.map(({ from, to }, index) => {
      const { points = [], x = 0, y = 0 } = graph.edge(`p${from}`, `p${to}`, `l${index}`);
      return { via: points.slice(1, -1).map(whole), label: whole({ x, y }) };
    }),
  };
}

/** What is known of a graph whose nodes have their layers. */
type Layered = {
  nodes(): string[];
  children(name: string): string[];
  node(name: string): { readonly rank?: number; order?: number };
};

/**
 * Orders each layer as the package does and numbers it anew: it gives one number to two neighbours in a zone at times,
 * and then puts both on the same spot.
 */
function customOrder(graph: Layered, order: (graph: Layered, options: object) => void): void {
  order(graph, {});
  const leaves = graph.nodes().filter((name) => graph.children(name).length === 0);
  for (const layer of Map.groupBy(leaves, (name) => graph.node(name).rank).values()) {
    const sorted = layer.toSorted((a, b) => (graph.node(a).order ?? 0) - (graph.node(b).order ?? 0));
    for (const [position, name] of sorted.entries()) graph.node(name).order = position;
  }
}

function boxOf({ x, y, width, height }: PlacedBox): PlacedBox {
  return { ...whole({ x, y }), width: Math.round(width), height: Math.round(height) };
}

function whole({ x, y }: Point): Point {
  return { x: Math.round(x), y: Math.round(y) };
}
