/**
 * Routes lines once all places are positioned: straight down beside places and labels, with curves only
 * between them.
 */
import { type DrawnLine, textWidth } from './drawn-graph.ts';
import type { Layout, PlacedBox, Point, Sized } from './lay-out-picture.ts';
import { lineHeights, PORT_GAP, textStyles } from './picture-place.ts';

/** A line between numbered places; `upper` and `lower` are its ends in the layout. */
export type NumberedLine = Pick<DrawnLine, 'kind' | 'labels'> & {
  readonly upper: number;
  readonly lower: number;
  readonly isUpwards: boolean;
  readonly label: Sized;
};

const NOWHERE: PlacedBox = { x: 0, y: 0, width: 0, height: 0 };

/** Routes lines through a layout. */
export function routeLines(
  lines: readonly NumberedLine[],
  layout: Pick<Layout, 'places' | 'lines'>,
): readonly PictureLine[] {
  const boxes = lines.map(({ label }, index) => ({ ...NOWHERE, ...label, ...layout.lines[index]?.label }));
  const bands = bandsOf([...layout.places, ...boxes.filter(({ width }) => width > 0)]);
  const [outOf, into] = [portsOn(lines, layout, 'upper'), portsOn(lines, layout, 'lower')];
  return lines.map(({ kind, labels, upper, lower, isUpwards }, index) => {
    const [above, below] = [layout.places[upper] ?? NOWHERE, layout.places[lower] ?? NOWHERE];
    const course = {
      upper: { x: outOf[index] ?? above.x, y: above.y + above.height / 2, middle: above.y },
      via: layout.lines[index]?.via ?? [],
      lower: { x: into[index] ?? below.x, y: below.y - below.height / 2, middle: below.y },
      isUpwards,
    };
    return { kind, labels, box: boxes[index] ?? NOWHERE, ...routeLine(course, bands) };
  });
}

/** Returns where each line meets the upper or lower side of a place. */
function portsOn(
  lines: readonly NumberedLine[],
  layout: Pick<Layout, 'places' | 'lines'>,
  end: 'upper' | 'lower',
): readonly number[] {
  const ports = lines.map(() => 0);
  const numbered = lines.map((line, index) => ({ line, index }));
  for (const [place, meeting] of Map.groupBy(numbered, ({ line }) => line[end])) {
    const wanted = meeting.map(({ index }) => layout.lines[index]?.via.at(end === 'upper' ? 0 : -1)?.x ?? 0);
    const spread = spreadPorts(layout.places[place] ?? NOWHERE, wanted);
    for (const [position, { index }] of meeting.entries()) ports[index] = spread[position] ?? 0;
  }
  return ports;
}

const CORNER = 18;

/** Spreads lines along a side, as near as possible to their preferred x. */
function spreadPorts({ x, width }: PlacedBox, wanted: readonly number[]): readonly number[] {
  const reach = Math.max(0, Math.floor(width / 2) - CORNER);
  const room = wanted.length < 2 ? 0 : Math.floor((2 * reach) / (wanted.length - 1));
  const gap = Math.min(PORT_GAP, room);
  const order = wanted
    .map((_, index) => index)
    .toSorted((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0) || a - b);
  const ports = wanted.map(() => x);
  let least = x - reach;
  for (const [position, index] of order.entries()) {
    const most = x + reach - (order.length - 1 - position) * gap;
    const port = Math.min(most, Math.max(least, wanted[index] ?? x));
    ports[index] = port;
    least = port + gap;
  }
  return ports;
}

/** The horizontal bands occupied by places and labels: half their height, by the y of their centre. */
type Bands = ReadonlyMap<number, number>;

/** A drawn line: the path data of its line and head, and the points between its curves. */
type RoutedLine = { readonly way: string; readonly head: string; readonly points: readonly Point[] };

const HEAD = 9;
const HALF_HEAD = 5;

/** Returns the bands of a layout. */
function bandsOf(boxes: readonly PlacedBox[]): Bands {
  const bands = new Map<number, number>();
  for (const { y, height } of boxes) bands.set(y, Math.max(bands.get(y) ?? 0, Math.ceil(height / 2)));
  return bands;
}

/**
 * The course of a line: from one place's lower side through some points to another's upper side, or the
 * reverse.
 */
type LineCourse = {
  readonly upper: Point & { readonly middle: number };
  readonly via: readonly Point[];
  readonly lower: Point & { readonly middle: number };
  readonly isUpwards: boolean;
};

/** Routes a line; its head is at the lower place, or at the upper one for a backward line. */
function routeLine({ upper, via, lower, isUpwards }: LineCourse, bands: Bands): RoutedLine {
  const half = (middle: number) => bands.get(middle) ?? 0;
  const down: Point[] = [
    upper,
    { x: upper.x, y: upper.middle + half(upper.middle) },
    ...via.flatMap(({ x, y }) => [
      { x, y: y - half(y) },
      { x, y: y + half(y) },
    ]),
    { x: lower.x, y: lower.middle - half(lower.middle) },
    lower,
  ];
  const points = isUpwards ? down.toReversed() : down;
  const direction = isUpwards ? -1 : 1;
  const tip = points.at(-1) ?? lower;
  const base = { x: tip.x, y: tip.y - direction * HEAD };
  return {
    way: wayThrough([...points.slice(0, -1), base]),
    head: `M${tip.x} ${tip.y}L${tip.x - HALF_HEAD} ${base.y}H${tip.x + HALF_HEAD}Z`,
    points,
  };
}

function wayThrough([first, ...others]: readonly Point[]): string {
  if (first === undefined) return '';
  let last = first;
  let way = `M${first.x} ${first.y}`;
  for (const point of others) {
    const middle = Math.round((last.y + point.y) / 2);
    if (point.x === last.x) way += point.y === last.y ? '' : `V${point.y}`;
    else way += `C${last.x} ${middle} ${point.x} ${middle} ${point.x} ${point.y}`;
    last = point;
  }
  return way;
}

/** A line with everything needed to draw it. */
export type PictureLine = RoutedLine & Pick<DrawnLine, 'kind' | 'labels'> & { readonly box: PlacedBox };

/** Returns the size of stacked labels. */
export function labelSize(labels: readonly string[]): Sized {
  if (labels.length === 0) return { width: 0, height: 0 };
  const widest = Math.max(...labels.map((label) => textWidth(label, textStyles.label)));
  return { width: widest + 10, height: labels.length * lineHeights.label + 4 };
}
