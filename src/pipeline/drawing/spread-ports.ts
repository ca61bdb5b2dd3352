/** Where lines meet a side of a place: as near to their way as can be, apart from one another, and in the same order. */
import type { PlacedBox } from './lay-out-picture.ts';
import { PORT_GAP } from './picture-place.ts';

const CORNER = 18;

/** Returns where each line meets the side, for lines that would best meet it at the given x. */
export function spreadPorts({ x, width }: PlacedBox, wanted: readonly number[]): readonly number[] {
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
