/**
 * The confidences of a ranking: how likely each suspect is the first right one. The chances exclude each other, so
 * those of a prefix add up to the chance that the cause is in it.
 */
import {
  type BasisPoints,
  chanceOf,
  expDown,
  firstLogOdds,
  fromBasisPoints,
  ONE_IN_BASIS_POINTS,
} from '../../kernel/index.ts';
import type { ConfidenceMap } from './confidence-map.ts';

/** How many ranks have a confidence above zero; with four places more would take from the first ones. */
export const RANKS_WITH_CONFIDENCE = 30;

/** The highest confidence of a first suspect; what was not tried is never certain. */
const HIGHEST_CONFIDENCE = 9_700;

/** What keeps neighbours apart: one basis point more for each rank. */
const STEPS_IN_ALL = ((RANKS_WITH_CONFIDENCE - 1) * RANKS_WITH_CONFIDENCE) / 2;

/**
 * Returns the confidences of suspects by their falling scores, as decimals that fall strictly down to
 * `RANKS_WITH_CONFIDENCE`, are zero after it, and add up to at most one.
 */
export function suspectConfidences(
  scores: readonly number[],
  { map, lacking = [] }: { readonly map: ConfidenceMap; readonly lacking?: readonly string[] },
): readonly number[] {
  const [first, ...others] = scores;
  if (first === undefined) return [];
  const loss = [...new Set(lacking)].reduce((sum, what) => sum + (map.lacking[what] ?? 0), 0);
  const logOdds = Math.floor((map.slope * firstLogOdds(scores)) / 1_000) + map.intercept - loss;
  const chance = Math.min(HIGHEST_CONFIDENCE, Math.max(RANKS_WITH_CONFIDENCE, chanceOf(logOdds)));
  const left = ONE_IN_BASIS_POINTS - chance - STEPS_IN_ALL;
  const shares = others.map((score) => expDown((others[0] as number) - score));
  const whole = shares.slice(0, RANKS_WITH_CONFIDENCE - 1).reduce((sum, share) => sum + share, 0);
  const points: number[] = [chance];
  for (const [index, share] of shares.entries()) {
    const steps = Math.max(0, RANKS_WITH_CONFIDENCE - 1 - index);
    const own = steps === 0 ? 0 : steps + Math.max(0, Math.floor((left * share) / whole));
    points.push(Math.max(0, Math.min(own, (points[index] as number) - 1)));
  }
  return points.map((value) => fromBasisPoints(value as BasisPoints));
}

/** Returns the confidences of a ranking that rests on nothing: as good as none, and still in order. */
export function groundlessConfidences(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) =>
    fromBasisPoints(Math.max(0, RANKS_WITH_CONFIDENCE - index) as BasisPoints),
  );
}
