/** The steps of a trial at which a seat is asked, and the way to what a table holds for each of them. */
import { cite, PenumbraError } from '../kernel/index.ts';
import type { CourtRole } from './seat-court.ts';

/** The steps by node and role, in the order of a trial. */
const seatSteps = [
  'indict prosecution',
  'discover defense',
  'defend defense',
  'hearing prosecution',
  'hearing defense',
  'hearing expert',
  'verdict judge',
] as const;

/** A step of a trial and the seat that is asked there. */
export type SeatStep = { readonly node: string; readonly role: CourtRole };

/** Something for every step at which a seat is asked. */
export type BySeatStep<Value> = Readonly<Record<(typeof seatSteps)[number], Value>>;

/** Returns what a table holds for a step; a step at which nobody sits is refused. */
export function atSeatStep<Value>(table: BySeatStep<Value>, { node, role }: SeatStep): Value {
  const name = `${node} ${role}`;
  const step = seatSteps.find((known) => known === name);
  if (step !== undefined) return table[step];
  throw new PenumbraError('usage', `no seat answers at ${cite(name)}`, {
    hint: `the steps are ${seatSteps.join(', ')}`,
  });
}
