/** A graph as a Mermaid flow chart: zones as boxes, loops dashed, advice dotted. */
import { ANY_NODE } from '../definition/definition.ts';
import type { Edge, Graph } from '../definition/graph.ts';

/** Words that mean something else to Mermaid where an id stands. */
const reserved: readonly string[] = [
  'call',
  'class',
  'classdef',
  'click',
  'default',
  'direction',
  'end',
  'flowchart',
  'graph',
  'href',
  'linkstyle',
  'o',
  'style',
  'subgraph',
  'x',
];

/** Renders a graph; equal graphs give equal text. */
export function renderMermaid(graph: Graph): string {
  const nodes = graph.nodes.map(({ name }) => name);
  const zoned = new Set(graph.zones.flatMap((zone) => zone.nodes));
  const used = new Set(graph.edges.flatMap(({ from, to, targets }) => [from, to, ...targets]));
  const lines = [
    'flowchart TD',
    ...graph.zones.flatMap((zone) => [
      `  subgraph ${zoneId(zone.name, nodes)}["${escapeLabel(zone.name)}"]`,
      ...zone.nodes.map((name) => `    ${nodeLine(name)}`),
      '  end',
    ]),
    ...nodes.filter((name) => !zoned.has(name)).map((name) => `  ${nodeLine(name)}`),
    ...(used.has(ANY_NODE) ? [`  ${idOf(ANY_NODE)}{{"any step"}}`] : []),
    ...graph.terminals
      .filter((name) => used.has(name) || name === graph.done)
      .map((name) => `  ${idOf(name)}(["${escapeLabel(name.slice(1).replaceAll('_', ' '))}"])`),
    ...graph.edges.flatMap(edgeLines),
    ...endsWithout(graph).map((name) => `  ${idOf(name)} --> ${idOf(graph.done)}`),
  ];
  return `${lines.join('\n')}\n`;
}

function nodeLine(name: string): string {
  return `${idOf(name)}["${escapeLabel(name)}"]`;
}

function edgeLines(edge: Edge): string[] {
  const arrow = edge.advisory ? '-.-' : edge.loop ? '-.->' : edge.shortcut ? '==>' : '-->';
  const label = `|"${escapeLabel(edge.id === edge.name ? edge.id : `${edge.id} ${edge.name}`)}"|`;
  const ends = new Set([edge.to, ...edge.targets]);
  return [...ends].map((to) => `  ${idOf(edge.from)} ${arrow}${label} ${idOf(to)}`);
}

/** Returns the nodes that lead to the end because no edge leaves them. */
function endsWithout({ nodes, edges }: Graph): string[] {
  const sources = new Set(edges.filter(({ advisory }) => !advisory).map(({ from }) => from));
  return nodes.map(({ name }) => name).filter((name) => !sources.has(name));
}

function zoneId(name: string, nodes: readonly string[]): string {
  return nodes.includes(name) ? `zone_${name}` : idOf(name);
}

function idOf(name: string): string {
  return reserved.includes(name.toLowerCase()) ? `node_${name}` : name;
}

function escapeLabel(text: string): string {
  return text
    .replaceAll('&', '#amp;')
    .replaceAll('"', '#quot;')
    .replaceAll('<', '#lt;')
    .replaceAll('>', '#gt;');
}
