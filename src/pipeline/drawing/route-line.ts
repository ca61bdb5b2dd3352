/** The way of one line through a picture: straight down where places and labels stand, in curves only between them. */
import type { PlacedBox, Point } from './lay-out-picture.ts';

/** The strips in which places and labels stand: half their height, by the height of their middle. */
export type Bands = ReadonlyMap<number, number>;

/** A line as it is drawn: its way and its head, as the data of two SVG paths, and the points between its curves. */
export type RoutedLine = { readonly way: string; readonly head: string; readonly points: readonly Point[] };

const HEAD = 9;
const HALF_HEAD = 5;

/** Finds the strips of a layout. */
export function bandsOf(boxes: readonly PlacedBox[]): Bands {
  const bands = new Map<number, number>();
  for (const { y, height } of boxes) bands.set(y, Math.max(bands.get(y) ?? 0, Math.ceil(height / 2)));
  return bands;
}

/** Where a line runs: from one place's lower side over some points to another's upper side, or the other way round. */
export type LineCourse = {
  readonly upper: Point & { readonly middle: number };
  readonly via: readonly Point[];
  readonly lower: Point & { readonly middle: number };
  readonly isUpwards: boolean;
};

/** Routes a line; its head points to the lower place, or to the upper one where the line goes back. */
export function routeLine({ upper, via, lower, isUpwards }: LineCourse, bands: Bands): RoutedLine {
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
