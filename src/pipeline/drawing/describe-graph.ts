/** A graph in words, for whoever cannot see its picture. */
import { ANY_NODE } from '../definition/definition.ts';
import type { Edge, Graph } from '../definition/graph.ts';
import { terminalTitle } from './drawn-graph.ts';
import { drawableText } from './text-size.ts';

/** Describes where a walk begins, what each zone holds, and where each edge leads. */
export function describeGraph(graph: Graph): string {
  const { nodes, edges, zones } = graph;
  const sources = [ANY_NODE, ...nodes.map(({ name }) => name)];
  return [
    `${counted(nodes.length, 'node')}, ${counted(edges.length, 'edge')}, ${counted(zones.length, 'zone')}.`,
    `A walk begins at ${drawableText(graph.start)}.`,
    ...zones.map(
      (zone) => `${drawableText(zone.name)} holds ${zone.nodes.map(drawableText).join(', ') || 'nothing'}.`,
    ),
    ...sources.flatMap((source) => {
      const leaving = edges.filter(({ from }) => from === source);
      if (leaving.length === 0) return [];
      return [`From ${titleOf(source)}: ${leaving.map(describeEdge).join('; ')}.`];
    }),
  ].join(' ');
}

function describeEdge({ id, name, to, targets, advisory, loop, shortcut }: Edge): string {
  const kind = advisory ? ', advice only' : loop ? ', a loop' : shortcut ? ', a shortcut' : '';
  const ends = [...new Set([to, ...targets])].map(titleOf).join(' or ');
  return drawableText(id === name ? id : `${id} ${name}`).concat(` to ${ends}${kind}`);
}

function titleOf(name: string): string {
  if (name === ANY_NODE) return 'any step';
  return drawableText(name.startsWith('_') ? terminalTitle(name) : name);
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
