/** The parts of a graph to draw, for any renderer: places besides the nodes, and lines in edge order. */
import { ANY_NODE } from '../definition/definition.ts';
import type { Edge, Graph } from '../definition/graph.ts';

/** Character widths in thousandths of the font size; other characters count as wide as a capital. */
const classes: readonly (readonly [characters: RegExp, width: number])[] = [
  [/[ijlI.,:;'|! ]/, 345],
  [/[frt()[\]{}/\\-]/, 430],
  [/[mwMW@%]/, 1_010],
  [/[a-z0-9_"*?]/, 645],
  [/[ -~]/, 850],
  [/[·…]/, 1_010],
];
const UNKNOWN = 1_150;
const BOLD = 112;
const MOST_CHARACTERS = 66;

/** The style of a text. */
export type TextStyle = { readonly size: number; readonly isBold?: boolean };

/** Returns an upper bound for the width of a text in pixels. */
export function textWidth(text: string, { size, isBold = false }: TextStyle): number {
  let width = 0;
  for (const character of text) width += classes.find(([one]) => one.test(character))?.[1] ?? UNKNOWN;
  return Math.ceil((width * size * (isBold ? BOLD : 100)) / 100_000);
}

/** Checks whether all characters of a text have a known width. */
export function hasKnownWidth(text: string): boolean {
  return /^[ -~·…]*$/.test(text);
}

/**
 * Invisible, directional and XML-invalid characters, listed by number so that no Unicode version changes a
 * picture.
 */
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff\u{e0000}-\u{e007f}]+/gu;

/**
 * Returns a text as one drawable line: invisible and directional characters become dots, and very long text
 * is cut.
 */
export function drawableText(text: string): string {
  const characters = [...text.toWellFormed().replace(UNSEEN, '·')];
  if (characters.length <= MOST_CHARACTERS) return characters.join('');
  return `${characters.slice(0, MOST_CHARACTERS - 1).join('')}…`;
}

/**
 * The style of a line: a normal edge, one that skips ahead, one that goes back, one that is only advisory.
 */
export type LineKind = 'plain' | 'shortcut' | 'loop' | 'advisory';

/** A line between two places, with its labels. */
export type DrawnLine = {
  readonly from: string;
  readonly to: string;
  readonly kind: LineKind;
  readonly labels: readonly string[];
};

/** Returns the places needed besides the nodes: `_any` if it has an edge, and reachable terminals. */
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

/**
 * Returns a line for every edge and each of its alternative targets, and one for every node that ends the
 * walk.
 */
export function drawnLines(graph: Graph): readonly DrawnLine[] {
  return [
    ...graph.edges.flatMap(edgeLines),
    ...nodesWithoutEdges(graph).map((from) => ({ from, to: graph.done, kind: 'plain' as const, labels: [] })),
  ];
}

/** Merges lines of the same style between the same places, joining their labels. */
export function joinLines(lines: readonly DrawnLine[]): readonly DrawnLine[] {
  const joined = Map.groupBy(lines, ({ from, to, kind }) => JSON.stringify([from, to, kind]));
  return [...joined.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [{ ...first, labels: [...first.labels, ...others.flatMap(({ labels }) => labels)] }],
  );
}

/** Returns the display name of a terminal. */
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
