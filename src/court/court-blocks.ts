/**
 * The record a seat may see, as blocks for its pack. A pack is hashed, so decimals become basis points here; this is
 * the only form in which the heuristics read what others said.
 */
import { type CanonicalValue, toBasisPoints } from '../kernel/index.ts';
import type { SeatContext } from './seat-context.ts';

/** A block to be: its kind and what it says. */
export type CourtBlock = { readonly kind: string; readonly payload: CanonicalValue };

/** The decimals of court artifacts, by the names of their fields. */
const decimals: readonly string[] = ['confidence', 'gap', 'weight'];

/** Returns the blocks of a seat's context, in a fixed order; the raw failure is not among them. */
export function courtBlocks(context: SeatContext): readonly CourtBlock[] {
  const { node, role, round, maxRounds, remandsLeft, rejected, record } = context;
  const { charge, exhibits, indictment, discovery, brief, hearing, openRound } = record;
  const { raw: _raw, ...found } = discovery ?? {};
  const parts: readonly (readonly [string, unknown])[] = [
    ['trial', { node, role, round, max_rounds: maxRounds, remands_left: remandsLeft, rejected }],
    ['charge', charge],
    ['exhibits', exhibits],
    ['indictment', indictment],
    ['discovery', discovery && found],
    ['defense_brief', brief],
    ['hearing_record', hearing],
    ['hearing_round', openRound],
  ];
  return parts.flatMap(([kind, value]) =>
    value === undefined ? [] : [{ kind, payload: toCanonical(value) }],
  );
}

function toCanonical(value: unknown, field = ''): CanonicalValue {
  if (Array.isArray(value)) return value.map((item) => toCanonical(item));
  if (typeof value === 'number' && decimals.includes(field)) return toBasisPoints(value);
  if (typeof value !== 'object' || value === null) return value as CanonicalValue;
  const known = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(known.map(([key, item]) => [key, toCanonical(item, key)]));
}
