/** Lines that end where they began: bows on the right side of their place, their labels stacked beside them. */
import type { DrawnLine } from './drawn-graph.ts';
import type { PlacedBox, Point, Sized } from './lay-out-picture.ts';
import { labelSize, type PictureLine } from './picture-line.ts';

/** How far a bow reaches out, and how much room it has. */
const BOW = 32;
const GAP = 2;
const HEAD = 9;
const HALF_HEAD = 5;

/** Returns the lines of a graph that end where they began at one place. */
export function selfLinesOf(lines: readonly DrawnLine[], name: string | null): readonly DrawnLine[] {
  return lines.filter(({ from, to }) => from === name && to === name);
}

/** Returns the room such lines need beside their place. */
export function selfLinesRoom(lines: readonly DrawnLine[]): Sized {
  if (lines.length === 0) return { width: 0, height: 0 };
  const sizes = lines.map(({ labels }) => labelSize(labels));
  const width = BOW + Math.max(...sizes.map((size) => size.width));
  return { width: width + (width % 2), height: sizes.reduce((sum, { height }) => sum + height + GAP, 0) };
}

/** Draws such lines beside their place, from top to bottom. */
export function placeSelfLines(lines: readonly DrawnLine[], place: PlacedBox): readonly PictureLine[] {
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
