/** A graph as a Mermaid flow chart: zones as boxes, loops dashed, shortcuts bold, advice dotted. */
import { ANY_NODE } from '../definition/definition.ts';
import type { Graph } from '../definition/graph.ts';
import { type DrawnLine, drawnLines, drawnPlaces, type LineKind, terminalTitle } from './drawn-graph.ts';
import { elementColor } from './element-color.ts';
import { type MermaidIds, mermaidIds, mermaidLabel } from './mermaid-text.ts';

const arrows: { readonly [Kind in LineKind]: string } = {
  plain: '-->',
  shortcut: '==>',
  loop: '-.->',
  advisory: '-.-',
};

/** Longer ones, for what leads out of a zone to an end: ends stand below zones, and not among their labels. */
const longArrows = { ...arrows, plain: '--->', shortcut: '===>' };

/** Mermaid puts first what is named first, so what leads on stands before what skips or goes back. */
const order: readonly LineKind[] = ['plain', 'shortcut', 'loop', 'advisory'];

/** Renders a graph; equal graphs give equal text. */
export function renderMermaid(graph: Graph): string {
  const names = graph.nodes.map(({ name }) => name);
  const { hasAny, terminals } = drawnPlaces(graph);
  const ids = mermaidIds(
    [...names, ANY_NODE, ...graph.terminals],
    graph.zones.map(({ name }) => name),
  );
  const zoned = new Set(graph.zones.flatMap((zone) => zone.nodes));
  const nodeLine = (name: string) => `${ids.node(name)}["${mermaidLabel(name)}"]`;
  const all = drawnLines(graph);
  const lines = [
    'flowchart TD',
    ...graph.zones.flatMap((zone) => [
      `  subgraph ${ids.zone(zone.name)}["${mermaidLabel(zone.name)}"]`,
      ...zone.nodes.map((name) => `    ${nodeLine(name)}`),
      '  end',
    ]),
    ...names.filter((name) => !zoned.has(name)).map((name) => `  ${nodeLine(name)}`),
    ...(hasAny ? [`  ${ids.node(ANY_NODE)}{{"any step"}}`] : []),
    ...terminals.map((name) => `  ${ids.node(name)}(["${mermaidLabel(terminalTitle(name))}"])`),
    ...order.flatMap((kind) =>
      all
        .filter((line) => line.kind === kind)
        .map((line) =>
          lineText(line, { ids, isEnding: zoned.has(line.from) && terminals.includes(line.to) }),
        ),
    ),
    ...elementLines(graph, ids),
  ];
  return `${lines.join('\n')}\n`;
}

function lineText(
  { from, to, kind, labels }: DrawnLine,
  { ids, isEnding }: { readonly ids: MermaidIds; readonly isEnding: boolean },
): string {
  const arrow = (isEnding ? longArrows : arrows)[kind];
  const label = labels.length === 0 ? '' : `|"${mermaidLabel(labels.join(' '))}"|`;
  return `  ${ids.node(from)} ${arrow}${label} ${ids.node(to)}`;
}

/** Gives the nodes of each element its colour. */
function elementLines({ nodes }: Graph, ids: MermaidIds): string[] {
  const byElement = Map.groupBy(nodes, ({ element }) => element);
  return [...byElement].flatMap(([element, members]) => {
    const color = elementColor(element);
    if (element === null || color === null) return [];
    return [
      `  classDef ${element} stroke:${color.light},stroke-width:2px`,
      `  class ${members.map(({ name }) => ids.node(name)).join(',')} ${element}`,
    ];
  });
}
