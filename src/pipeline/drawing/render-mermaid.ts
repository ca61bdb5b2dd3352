/** A graph as a Mermaid flow chart: zones as boxes, loops dashed, shortcuts bold, advice dotted. */
import { ANY_NODE } from '../definition/definition.ts';
import type { Graph } from '../definition/graph.ts';
import {
  type DrawnLine,
  drawableText,
  drawnLines,
  drawnPlaces,
  type LineKind,
  terminalTitle,
} from './drawn-graph.ts';
import { elementColor } from './svg-style.ts';

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

/** Words that mean something to Mermaid where an id begins. */
const words: readonly string[] = [
  'accdescr',
  'acctitle',
  'call',
  'class',
  'click',
  'default',
  'direction',
  'end',
  'flowchart',
  'graph',
  'href',
  'interpolate',
  'linkstyle',
  'style',
  'subgraph',
  '_blank',
  '_parent',
  '_self',
  '_top',
];

/** What alone would be a kind of arrow head. */
const marks: readonly string[] = ['o', 'v', 'x'];

/** The ids of nodes and zones, each its own. */
type MermaidIds = {
  readonly node: (name: string) => string;
  readonly zone: (name: string) => string;
};

/** Gives every node and zone an id: its own name where that can be one; a zone called like a node gets `zone_`. */
function mermaidIds(nodes: readonly string[], zones: readonly string[]): MermaidIds {
  const taken = new Set<string>();
  const ids = new Map(nodes.map((name) => [name, freeId(plainId(name, 'node_'), taken)]));
  const zoneIds = new Map(
    zones.map((name) => [
      name,
      freeId(ids.has(name) ? `zone_${plainName(name)}` : plainId(name, 'zone_'), taken),
    ]),
  );
  return {
    node: (name) => ids.get(name) ?? plainId(name, 'node_'),
    zone: (name) => zoneIds.get(name) ?? name,
  };
}

/** All of ASCII but what is surely harmless, and the signs Mermaid itself puts in place of an escape. */
const ACTIVE = /[!-'*:-@[-^`{-~°¶ßﬂ]/gu;

/** Writes a label: whatever could be markup, an icon, a formula or a directive is written by its number. */
function mermaidLabel(text: string): string {
  const label = drawableText(text).replace(ACTIVE, (character) => `#${character.codePointAt(0)};`);
  // An empty label is a syntax error.
  return label.trim() === '' ? '#160;' : label;
}

function plainId(name: string, prefix: string): string {
  const plain = plainName(name);
  const low = plain.toLowerCase();
  // Mermaid keeps ids as keys of plain objects.
  const isInherited = plain in Object.prototype;
  const isReserved = isInherited || marks.includes(low) || words.some((word) => low.startsWith(word));
  return isReserved || !/^[A-Za-z_]/.test(plain) ? `${prefix}${plain}` : plain;
}

/** Two dashes are an arrow, and so is one at the end of an id. */
function plainName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_').replace(/-(?![A-Za-z0-9])/g, '_');
}

function freeId(wanted: string, taken: Set<string>): string {
  let id = wanted;
  for (let count = 2; taken.has(id); count++) id = `${wanted}_${count}`;
  taken.add(id);
  return id;
}
