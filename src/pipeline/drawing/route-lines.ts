/** The ways of all lines that lead from one place to another, once everything has its place. */
import type { DrawnLine } from './drawn-graph.ts';
import type { Layout, PlacedBox, Sized } from './lay-out-picture.ts';
import type { PictureLine } from './picture-line.ts';
import { PORT_GAP } from './picture-place.ts';
import { bandsOf, routeLine } from './route-line.ts';

/** A line between places by number; `upper` and `lower` say how it is laid out. */
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

/** Returns where each line meets the place at its upper or lower end. */
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

/** Returns where each line meets the side, for lines that would best meet it at the given x. */
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
