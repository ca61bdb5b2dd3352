/**
 * Composes the picture of a graph: measures everything, computes the layout, routes lines and places texts.
 */
import { PenumbraError } from '../../kernel/index.ts';
import type { Graph } from '../definition/graph.ts';
import { type DrawnLine, drawableText, drawnLines, joinLines, textWidth } from './drawn-graph.ts';
import type { PlacedBox, Point, Sized } from './lay-out-picture.ts';
import { type PicturePlace, picturePlaces, textStyles } from './picture-place.ts';
import { labelSize, type NumberedLine, type PictureLine, routeLines } from './route-lines.ts';

/** A zone of a picture. */
export type PictureZone = PlacedBox & {
  readonly title: string;
  /** The start of the title's baseline. */
  readonly titleAt: Point;
  readonly element: string | null;
};

/** Everything to draw, in whole pixels. */
export type Picture = {
  readonly zones: readonly PictureZone[];
  readonly places: readonly (PicturePlace & PlacedBox)[];
  readonly lines: readonly PictureLine[];
};

const MOST_NODES = 200;
const MOST_LINES = 400;

/** The most width that a zone's title may claim. */
const MOST_TITLE_ROOM = 240;

/** Composes the picture of a graph. */
export async function composePicture(graph: Graph): Promise<Picture> {
  const drawn = joinLines(drawnLines(graph)).map((line) => ({
    ...line,
    labels: line.labels.map(drawableText),
  }));
  requireDrawable(graph, drawn.length);
  const places = picturePlaces(graph, (name) => countPorts(drawn, name));
  const lines = numberLines(graph, places, drawn);
  // Loaded lazily, as most callers that load a pipeline never draw it.
  const { layOutPicture } = await import('./lay-out-picture.ts');
  const layout = layOutPicture({
    places: places.map((place) => roomFor(graph, place, drawn)),
    zones: graph.zones.map(({ name }) => ({ width: zoneTitleWidth(name) + 24, height: 30 })),
    lines: lines.map(({ upper: from, lower: to, label, kind }) => ({
      from,
      to,
      label,
      weight: kind === 'plain' ? 3 : 1,
    })),
  });
  const placed = places.map((place, index) => inRoom(place, layout.places[index], drawn));
  const routed = [
    ...routeLines(lines, { places: placed, lines: layout.lines }),
    ...placed.flatMap((place) => placeSelfLines(selfLinesOf(drawn, place.name), place)),
  ];
  return { zones: titleZones(graph, { zones: layout.zones, placed, routed }), places: placed, lines: routed };
}

/** Throws for graphs whose layout would take minutes and produce an unreadable picture. */
function requireDrawable({ nodes }: Graph, lines: number): void {
  if (nodes.length <= MOST_NODES && lines <= MOST_LINES) return;
  const message = `a picture of ${nodes.length} nodes and ${lines} lines is too large to draw`;
  throw new PenumbraError('limit-exceeded', message, {
    hint: `draw at most ${MOST_NODES} nodes and ${MOST_LINES} lines, or draw it as Mermaid`,
  });
}

/** Returns how many lines meet the busier side of a place, plus one, because loops use the other side. */
function countPorts(lines: readonly DrawnLine[], name: string): number {
  const leaving = lines.filter(({ from }) => from === name).length;
  const coming = lines.filter(({ to }) => to === name).length;
  return Math.max(leaving, coming) + 1;
}

/** Numbers the ends of every line. A loop is laid out in reverse, so that what it repeats stays above it. */
function numberLines(
  graph: Graph,
  places: readonly PicturePlace[],
  drawn: readonly DrawnLine[],
): readonly NumberedLine[] {
  const indexes = new Map(places.map(({ name }, index) => [name, index]));
  const entry = { from: null, to: graph.start, kind: 'plain', labels: [] } as const;
  return [entry, ...drawn].flatMap((line) => {
    const [from, to] = [indexes.get(line.from), indexes.get(line.to)];
    if (from === undefined || to === undefined || from === to) return [];
    const { kind, labels } = line;
    const isUpwards = kind === 'loop' && places[to]?.shape === 'node';
    const ends = isUpwards ? { upper: to, lower: from } : { upper: from, lower: to };
    return [{ kind, labels, ...ends, isUpwards, label: labelSize(labels) }];
  });
}

/**
 * Returns the space reserved for a place, including lines beside it and, for the first of a zone, the zone's
 * title.
 */
function roomFor(
  graph: Graph,
  place: PicturePlace,
  drawn: readonly DrawnLine[],
): Sized & { readonly zone: number | null } {
  const beside = selfLinesRoom(selfLinesOf(drawn, place.name));
  const index = graph.zones.findIndex(({ nodes }) => place.name !== null && nodes.includes(place.name));
  const zone = graph.zones[index];
  const title = zone?.nodes[0] === place.name ? 2 * zoneTitleWidth(zone?.name ?? '') : 0;
  return {
    width: Math.max(place.width + beside.width, Math.min(title, MOST_TITLE_ROOM)),
    height: Math.max(place.height, beside.height),
    zone: zone === undefined ? null : index,
  };
}

/** Positions a place in its space, left of what is beside it. */
function inRoom(
  place: PicturePlace,
  room: PlacedBox | undefined,
  drawn: readonly DrawnLine[],
): PicturePlace & PlacedBox {
  const beside = selfLinesRoom(selfLinesOf(drawn, place.name)).width;
  return { ...place, x: (room?.x ?? 0) - beside / 2, y: room?.y ?? 0 };
}

function titleZones(
  graph: Graph,
  found: {
    readonly zones: readonly PlacedBox[];
    readonly placed: readonly PlacedBox[];
    readonly routed: readonly PictureLine[];
  },
): readonly PictureZone[] {
  const lines = found.routed.flatMap(({ points, box }) => [...areasOfLine(points), areaOf(box)]);
  const taken = [...found.placed.map(areaOf), ...lines];
  return found.zones.map((box, index) => {
    const { name = '', element = null } = graph.zones[index] ?? {};
    const titleAt = placeZoneTitle(box, zoneTitleWidth(name), taken);
    return { ...box, title: drawableText(name), titleAt, element };
  });
}

function zoneTitleWidth(name: string): number {
  return textWidth(drawableText(name), textStyles.zone);
}

/** A rectangle given by its corners. */
type Area = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

const INDENT = 12;
const STEP = 8;
const HEIGHT = 20;

/** Returns the left end of the title's baseline; the upper left corner if nothing is free. */
function placeZoneTitle(zone: PlacedBox, width: number, taken: readonly Area[]): Point {
  const { left, top, right, bottom } = areaOf(zone);
  const places: Point[] = [];
  for (const y of [top + 4, bottom - HEIGHT - 4])
    for (let x = left + INDENT; x + width <= right - INDENT; x += STEP) places.push({ x, y });
  const isFree = ({ x, y }: Point) =>
    !taken.some((area) => overlaps(area, { left: x - 4, top: y, right: x + width + 4, bottom: y + HEIGHT }));
  const { x, y } = places.find(isFree) ?? { x: left + INDENT, y: top + 4 };
  return { x, y: y + 14 };
}

/** Returns the area of a box. */
export function areaOf({ x, y, width, height }: PlacedBox): Area {
  const [left, top] = [x - Math.floor(width / 2), y - Math.floor(height / 2)];
  return { left, top, right: left + width, bottom: top + height };
}

/** Returns the area covered by each segment of a line. */
function areasOfLine(points: readonly Point[]): readonly Area[] {
  return points.slice(1).map((point, index) => {
    const before = points[index] ?? point;
    return {
      left: Math.min(before.x, point.x) - 2,
      top: Math.min(before.y, point.y),
      right: Math.max(before.x, point.x) + 2,
      bottom: Math.max(before.y, point.y),
    };
  });
}

function overlaps(one: Area, other: Area): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

/** How far a self-loop extends, and the space it needs. */
const BOW = 32;
const GAP = 2;
const HEAD = 9;
const HALF_HEAD = 5;

/** Returns the lines that start and end at the same place. */
function selfLinesOf(lines: readonly DrawnLine[], name: string | null): readonly DrawnLine[] {
  return lines.filter(({ from, to }) => from === name && to === name);
}

/** Returns the space self-loops need beside their place. */
function selfLinesRoom(lines: readonly DrawnLine[]): Sized {
  if (lines.length === 0) return { width: 0, height: 0 };
  const sizes = lines.map(({ labels }) => labelSize(labels));
  const width = BOW + Math.max(...sizes.map((size) => size.width));
  return { width: width + (width % 2), height: sizes.reduce((sum, { height }) => sum + height + GAP, 0) };
}

/** Draws self-loops beside their place, from top to bottom. */
function placeSelfLines(lines: readonly DrawnLine[], place: PlacedBox): readonly PictureLine[] {
  const right = place.x + place.width / 2;
  const reach = Math.max(0, place.height / 2 - 12);
  let top = place.y - Math.floor(selfLinesRoom(lines).height / 2);
  return lines.map(({ kind, labels }) => {
    const size = labelSize(labels);
    const box = { ...size, x: right + BOW + Math.ceil(size.width / 2), y: top + Math.floor(size.height / 2) };
    top += size.height + GAP;
    const y = Math.min(place.y + reach, Math.max(place.y - reach, box.y));
    return { kind, labels, box, ...bowAt({ x: right, y }) };
  });
}

function bowAt({ x: right, y }: Point): Pick<PictureLine, 'way' | 'head' | 'points'> {
  const [out, back] = [y - 7, y + 7];
  const far = right + BOW;
  return {
    way: `M${right} ${out}C${far} ${out - 14} ${far} ${back + 14} ${right + HEAD} ${back}`,
    head: `M${right} ${back}L${right + HEAD} ${back - HALF_HEAD}V${back + HALF_HEAD}Z`,
    points: [
      { x: right, y: out - 7 },
      { x: far, y: back + 7 },
    ],
  };
}
