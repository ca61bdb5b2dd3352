/** Where the name of a zone stands: inside the zone, at its upper or lower rim, where no line, label or node is. */
import type { PlacedBox, Point } from './lay-out-picture.ts';

/** A rectangle by its corners. */
export type Area = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

const INDENT = 12;
const STEP = 8;
const HEIGHT = 20;

/** Returns the left end of the title's base line; where nothing is free, it is the upper left corner. */
export function placeZoneTitle(zone: PlacedBox, width: number, taken: readonly Area[]): Point {
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

/** Returns the areas a line passes, one for each piece between two of its points. */
export function areasOfLine(points: readonly Point[]): readonly Area[] {
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
