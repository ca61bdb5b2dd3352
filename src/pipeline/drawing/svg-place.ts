/** A place of a picture as SVG: its shape, its title, and for a node its element and what is worn there. */
import type { PlacedBox } from './lay-out-picture.ts';
import { lineHeights, type PicturePlace, textStyles } from './picture-place.ts';
import { svgElement, svgText } from './svg-markup.ts';
import { elementClass } from './svg-style.ts';
import { textWidth } from './text-size.ts';

/** Draws a place. */
export function svgPlace(place: PicturePlace & PlacedBox): string {
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

/** The dot of the element stands before the words, and both together in the middle. */
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
