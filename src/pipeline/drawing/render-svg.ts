/**
 * Renders a graph as SVG: zones as tinted boxes, loops dashed, shortcuts bold, advisory edges dotted. No
 * scripts or links.
 */
import { ANY_NODE } from '../definition/definition.ts';
import type { Edge, Graph } from '../definition/graph.ts';
import { composePicture, type Picture, type PictureZone } from './compose-picture.ts';
import {
  drawableText,
  hasKnownWidth,
  type LineKind,
  type TextStyle,
  terminalTitle,
  textWidth,
} from './drawn-graph.ts';
import type { PlacedBox } from './lay-out-picture.ts';
import { lineHeights, type PicturePlace, textStyles } from './picture-place.ts';
import type { PictureLine } from './route-lines.ts';
import { elementClass, PICTURE_CLASS, svgStyle } from './svg-style.ts';

const MARGIN = 20;
const LEGEND_HEIGHT = 30;

/** Renders a graph; equal graphs give equal bytes. */
export async function renderSvg(graph: Graph): Promise<string> {
  const picture = await composePicture(graph);
  const { left, top, width, height } = extentOf(picture);
  const root = {
    xmlns: 'http://www.w3.org/2000/svg',
    class: PICTURE_CLASS,
    role: 'img',
    width,
    height,
    viewBox: `${left} ${top} ${width} ${height}`,
  };
  const parts = [
    svgElement('title', {}, escapeMarkup(`Pipeline ${drawableText(graph.name)}`)),
    svgElement('desc', {}, escapeMarkup(describeGraph(graph))),
    svgElement('style', {}, `\n${svgStyle()}\n`),
    svgElement('rect', { class: 'paper', x: left, y: top, width, height }),
    ...picture.zones.map(svgZone),
    ...picture.lines.map(svgLine),
    ...picture.places.map(svgPlace),
    ...picture.lines.flatMap(svgLabel),
    ...picture.zones.map(svgZoneTitle),
    svgLegend(picture, { x: left + MARGIN, y: top + height - MARGIN }),
  ];
  return `${svgElement('svg', root, '\n', parts.join('\n'), '\n')}\n`;
}

function extentOf({ zones, places, lines }: Picture) {
  const boxes = [...zones, ...places, ...lines.map(({ box }) => box).filter(({ width }) => width > 0)];
  const least = (ends: readonly number[]) => Math.floor(ends.reduce((a, b) => Math.min(a, b), 0)) - MARGIN;
  const left = least(boxes.map(({ x, width }) => x - width / 2));
  const top = least(boxes.map(({ y, height }) => y - height / 2));
  const right = -least(boxes.map(({ x, width }) => -(x + width / 2)));
  const bottom = -least(boxes.map(({ y, height }) => -(y + height / 2)));
  return { left, top, width: right - left, height: bottom - top + LEGEND_HEIGHT };
}

function svgZone({ x, y, width, height, element }: PictureZone): string {
  const attributes = { x: x - Math.floor(width / 2), y: y - Math.floor(height / 2), width, height, rx: 12 };
  return svgElement('g', { class: `zone ${elementClass(element)}` }, svgElement('rect', attributes));
}

function svgZoneTitle({ title, titleAt, element }: PictureZone): string {
  const text = svgText(title, { ...titleAt }, textStyles.zone);
  return svgElement('g', { class: `zone ${elementClass(element)}` }, text);
}

function svgLine({ kind, way, head }: PictureLine): string {
  return svgElement(
    'g',
    { class: `line ${kind}` },
    svgElement('path', { class: 'way', d: way }),
    svgElement('path', { class: 'head', d: head }),
  );
}

function svgLabel({ labels, box: { x, y, width, height } }: PictureLine): string[] {
  if (labels.length === 0) return [];
  const [left, top] = [x - Math.floor(width / 2), y - Math.floor(height / 2)];
  const lines = labels.map((label, index) =>
    svgText(label, { x, y: top + 13 + index * lineHeights.label, 'text-anchor': 'middle' }, textStyles.label),
  );
  return [
    svgElement(
      'g',
      { class: 'label' },
      svgElement('rect', { x: left, y: top, width, height, rx: 4 }),
      ...lines,
    ),
  ];
}

const meanings: { readonly [Kind in LineKind]: string } = {
  plain: 'edge',
  shortcut: 'shortcut',
  loop: 'loop',
  advisory: 'advice, never taken',
};

function svgLegend({ lines }: Picture, { x, y }: { readonly x: number; readonly y: number }): string {
  const kinds = (Object.keys(meanings) as LineKind[]).filter((kind) =>
    lines.some((line) => line.kind === kind),
  );
  const entries = kinds.map((kind, index) => {
    const left = x + index * 100;
    return svgElement(
      'g',
      { class: kind },
      svgElement('path', { class: 'way', d: `M${left} ${y - 4}H${left + 28}` }),
      svgText(meanings[kind], { x: left + 36, y }, textStyles.label),
    );
  });
  return svgElement('g', { class: 'legend' }, ...entries);
}

/** Describes the start of the walk, the contents of each zone, and the targets of each edge. */
function describeGraph(graph: Graph): string {
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

/** Draws a place. */
function svgPlace(place: PicturePlace & PlacedBox): string {
  const { x, y, width, shape, element, title } = place;
  if (shape === 'start') return svgElement('circle', { class: 'start', cx: x, cy: y, r: width / 2 });
  const lines = shape === 'node' ? nodeLines(place) : [titleAt(title, x, y + 5)];
  return `${svgElement('g', { class: `place ${shape} ${elementClass(element)}` }, ...outline(place), ...lines)}\n`;
}

function outline({ x, y, width, height, shape, isNested }: PicturePlace & PlacedBox): string[] {
  const [left, top] = [x - width / 2, y - height / 2];
  if (shape === 'any') {
    const [bottom, right] = [top + height, left + width];
    return [
      svgElement('path', {
        d: `M${left} ${y}L${left + 16} ${top}H${right - 16}L${right} ${y}L${right - 16} ${bottom}H${left + 16}Z`,
      }),
    ];
  }
  const corner = shape === 'terminal' ? height / 2 : 8;
  const inner = { class: 'inner', x: left + 4, y: top + 4, width: width - 8, height: height - 8, rx: 5 };
  return [
    svgElement('rect', { x: left, y: top, width, height, rx: corner }),
    ...(isNested ? [svgElement('rect', inner)] : []),
  ];
}

function nodeLines({ x, y, height, title, detail, element, badges }: PicturePlace & PlacedBox): string[] {
  const top = y - height / 2 + lineHeights.padding;
  const below = top + lineHeights.title + (detail === '' ? 0 : lineHeights.detail);
  return [
    titleAt(title, x, top + 15),
    ...(detail === '' ? [] : detailLine({ detail, element, x, y: top + lineHeights.title + 11 })),
    ...badges.map((badge, index) => badgeAt(badge, x, below + index * lineHeights.badge)),
  ];
}

function titleAt(title: string, x: number, y: number): string {
  return svgText(title, { class: 'title', x, y, 'text-anchor': 'middle' }, textStyles.title);
}

/** The element's dot precedes the words; both are centred together. */
function detailLine(line: {
  readonly detail: string;
  readonly element: string | null;
  readonly x: number;
  readonly y: number;
}): string[] {
  const { detail, element, x, y } = line;
  const attributes = { class: 'detail', y, 'text-anchor': 'middle' };
  if (element === null) return [svgText(detail, { ...attributes, x }, textStyles.detail)];
  const left = x - Math.round(textWidth(detail, textStyles.detail) / 2);
  return [
    svgElement('circle', { class: 'dot', cx: left - 1, cy: y - 4, r: 4 }),
    svgText(detail, { ...attributes, x: x + 6 }, textStyles.detail),
  ];
}

function badgeAt(badge: string, x: number, y: number): string {
  const width = textWidth(badge, textStyles.badge) + 14;
  return svgElement(
    'g',
    { class: 'badge' },
    svgElement('rect', { x: x - Math.round(width / 2), y: y + 2, width, height: 16, rx: 8 }),
    svgText(badge, { x, y: y + 14, 'text-anchor': 'middle' }, textStyles.badge),
  );
}

/** Attributes in output order; numbers are integers. */
type Attributes = { readonly [name: string]: string | number };

/** Renders an element with its children. */
function svgElement(name: string, attributes: Attributes, ...inside: readonly string[]): string {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escapeMarkup(String(value))}"`,
  );
  const start = `<${name}${written.join('')}`;
  return inside.length === 0 ? `${start}/>` : `${start}>${inside.join('')}</${name}>`;
}

/** Renders a text; one whose width varies between fonts is fitted to its reserved width. */
function svgText(text: string, attributes: Attributes, style: TextStyle): string {
  const fitted = hasKnownWidth(text)
    ? {}
    : { textLength: Math.max(1, textWidth(text, style)), lengthAdjust: 'spacingAndGlyphs' };
  return svgElement('text', { ...attributes, ...fitted }, escapeMarkup(text));
}

/** Escapes a text for elements and attributes. */
function escapeMarkup(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
