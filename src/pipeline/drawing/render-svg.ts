/** A graph as an SVG picture: zones as tinted boxes, loops dashed, shortcuts bold, advice dotted. No script, no link. */
import type { Graph } from '../definition/graph.ts';
import { composePicture, type Picture, type PictureZone } from './compose-picture.ts';
import { describeGraph } from './describe-graph.ts';
import type { LineKind } from './drawn-graph.ts';
import type { PictureLine } from './picture-line.ts';
import { lineHeights, textStyles } from './picture-place.ts';
import { escapeMarkup, svgElement, svgText } from './svg-markup.ts';
import { svgPlace } from './svg-place.ts';
import { elementClass, PICTURE_CLASS, svgStyle } from './svg-style.ts';
import { drawableText } from './text-size.ts';

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
