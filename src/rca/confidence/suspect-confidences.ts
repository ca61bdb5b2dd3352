/**
 * The confidences of a ranking: how likely each suspect is the first right one, by how settled the ranking is. The
 * chances exclude each other, so those of a prefix add up to the chance that the cause is in it.
 */
import { type BasisPoints, fromBasisPoints, ONE_IN_BASIS_POINTS } from '../../kernel/index.ts';
import { type ConfidenceMap, confidenceMap } from './confidence-map.ts';

/** How many ranks have a confidence above zero; with four places more would take from the first ones. */
export const RANKS_WITH_CONFIDENCE = 30;

/** The highest confidence of a first suspect; the ranks after it share what is left. */
export const HIGHEST_CONFIDENCE = 9_500;

/** What keeps neighbours apart: one basis point more for each rank. */
const STEPS_IN_ALL = ((RANKS_WITH_CONFIDENCE - 1) * RANKS_WITH_CONFIDENCE) / 2;

/**
 * Returns the confidences of the first `count` suspects as decimals that fall strictly down to
 * `RANKS_WITH_CONFIDENCE`, are zero after it, and add up to at most one; `convergence` is in basis points.
 */
export function suspectConfidences(
  { convergence, count }: { readonly convergence: number; readonly count: number },
  map: ConfidenceMap = confidenceMap,
): readonly number[] {
  const first = firstConfidence(convergence, map);
  const left = ONE_IN_BASIS_POINTS - first - STEPS_IN_ALL;
  const points: number[] = [];
  for (let index = 0; index < count; index++) {
    const steps = Math.max(0, RANKS_WITH_CONFIDENCE - index);
    const own = steps + Math.floor((left * (map.shares[index - 1] ?? 0)) / ONE_IN_BASIS_POINTS);
    points.push(index === 0 ? first : Math.max(0, Math.min(own, (points[index - 1] as number) - 1)));
  }
  return points.map((value) => fromBasisPoints(value as BasisPoints));
}

/** Returns the confidences of a ranking that rests on nothing: as good as none, and still in order. */
export function groundlessConfidences(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) =>
    fromBasisPoints(Math.max(0, RANKS_WITH_CONFIDENCE - index) as BasisPoints),
  );
}

/** Returns the chance that the first suspect is right, in basis points. */
function firstConfidence(convergence: number, { knots }: ConfidenceMap): number {
  const chance = chanceAt(Math.floor(convergence), knots);
  return Math.min(HIGHEST_CONFIDENCE, Math.max(RANKS_WITH_CONFIDENCE, chance));
}

function chanceAt(convergence: number, knots: ConfidenceMap['knots']): number {
  const below = knots.findLast((knot) => knot.convergence <= convergence);
  const above = knots.find((knot) => knot.convergence > convergence);
  if (below === undefined || above === undefined) return (below ?? above)?.first ?? 0;
  const way = convergence - below.convergence;
  return (
    below.first + Math.floor(((above.first - below.first) * way) / (above.convergence - below.convergence))
  );
}
