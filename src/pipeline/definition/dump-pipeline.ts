/**
 * Writes a graph as YAML that loads as an equal graph. A loaded graph is written as its original text, byte
 * for byte, so comments and order are kept; any other is written from its data.
 */
import { Document, isCollection } from 'yaml';
import { knownTerminals } from './definition.ts';
import type { Edge, Graph, GraphNode } from './graph.ts';
import { sourceOf } from './load-pipeline.ts';

/** Returns the definition text of a graph. */
export function dumpPipeline(graph: Graph): string {
  const source = sourceOf(graph);
  if (source !== null) return source;
  const document = new Document(definitionOf(graph));
  keepItemsOnOneLine(document);
  return document.toString({ lineWidth: 0, flowCollectionPadding: true });
}

function definitionOf(graph: Graph): object {
  const terminals = graph.terminals.filter((name) => !knownTerminals.includes(name));
  return {
    pipeline: graph.name,
    ...(graph.description !== null && { description: graph.description }),
    ...(Object.keys(graph.vars).length > 0 && { vars: graph.vars }),
    ...(graph.zones.length > 0 && {
      zones: Object.fromEntries(graph.zones.map(({ name, ...zone }) => [name, withoutDefaults(zone)])),
    }),
    nodes: graph.nodes.map((node: GraphNode) => withoutDefaults(node)),
    ...(graph.edges.length > 0 && {
      edges: graph.edges.map(({ id, name, ...edge }: Edge) =>
        withoutDefaults({ id, name: name === id ? null : name, ...edge }),
      ),
    }),
    ...(terminals.length > 0 && { terminals }),
    start: graph.start,
    done: graph.done,
  };
}

/** Omits what a loader fills in: null, false and empty values. */
function withoutDefaults(record: object): object {
  return Object.fromEntries(
    Object.entries(record).filter(([key, value]) => {
      if (key === 'nodes') return true;
      const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
      return value !== null && value !== false && !isEmpty;
    }),
  );
}

function keepItemsOnOneLine(document: Document): void {
  for (const list of ['nodes', 'edges', 'zones']) {
    const node = document.get(list, true);
    if (!isCollection(node)) continue;
    for (const item of node.items) {
      const value: unknown = 'value' in (item as object) ? (item as { value: unknown }).value : item;
      if (isCollection(value)) value.flow = true;
    }
  }
}
