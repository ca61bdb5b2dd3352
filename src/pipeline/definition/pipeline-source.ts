/** The text a graph was loaded from, kept beside it: comments are for people and no part of the data. */
import type { Graph } from './graph.ts';

const sources = new WeakMap<Graph, string>();

/** Remembers the text of a graph. */
export function keepSource(graph: Graph, text: string): void {
  sources.set(graph, text);
}

/** Returns the text a graph was loaded from, or null where it was made otherwise. */
export function sourceOf(graph: Graph): string | null {
  return sources.get(graph) ?? null;
}
