/**
 * Renders a graph as a Mermaid flow chart: zones as boxes, loops dashed, shortcuts bold, advisory edges
 * dotted.
 */
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

/**
 * Longer arrows for lines from a zone to a terminal, so that terminals are below zones instead of among their
 * labels.
 */
const longArrows = { ...arrows, plain: '--->', shortcut: '===>' };

/** Mermaid places what is named first at the top, so forward edges come before skipping and backward ones. */
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

/** Colours the nodes of each element. */
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

/** Mermaid keywords that an id must not begin with. */
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

/** Single letters that Mermaid would read as an arrow head. */
const marks: readonly string[] = ['o', 'v', 'x'];

/** Unique ids of nodes and zones. */
type MermaidIds = {
  readonly node: (name: string) => string;
  readonly zone: (name: string) => string;
};

/**
 * Assigns unique ids: the name itself if it is valid; a zone with the name of a node gets the prefix `zone_`.
 */
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

/** All ASCII characters not known to be harmless, and those that Mermaid itself uses for escapes. */
const ACTIVE = /[!-'*:-@[-^`{-~°¶ßﬂ]/gu;

/** Escapes a label, so that possible markup, icons, formulas and directives become character codes. */
function mermaidLabel(text: string): string {
  const label = drawableText(text).replace(ACTIVE, (character) => `#${character.codePointAt(0)};`);
  // An empty label is a syntax error.
  return label.trim() === '' ? '#160;' : label;
}

function plainId(name: string, prefix: string): string {
  const plain = plainName(name);
  const low = plain.toLowerCase();
  // Mermaid uses ids as keys of plain objects.
  const isInherited = plain in Object.prototype;
  const isReserved = isInherited || marks.includes(low) || words.some((word) => low.startsWith(word));
  return isReserved || !/^[A-Za-z_]/.test(plain) ? `${prefix}${plain}` : plain;
}

/** Rewrites names with double or final dashes, which would be arrows. */
function plainName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_').replace(/-(?![A-Za-z0-9])/g, '_');
}

function freeId(wanted: string, taken: Set<string>): string {
  let id = wanted;
  for (let count = 2; taken.has(id); count++) id = `${wanted}_${count}`;
  taken.add(id);
  return id;
}
