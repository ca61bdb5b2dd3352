/**
 * The Platt map from the log-odds of a model's first choice to the chance that it is right: two whole
 * numbers.
 */
import { MILLI } from './conditional-logit.ts';

/** `slope` in thousandths, `intercept` in thousandths of a nat. */
export type PlattMap = { readonly slope: number; readonly intercept: number };

/** The log-odds of a first choice, in thousandths of a nat, whether it was right, and its weight. */
export type PlattSample = { readonly logOdds: number; readonly isRight: boolean; readonly weight: number };

/** Log-odds are clamped to this. */
export const MOST_LOG_ODDS = 12 * MILLI;

const ROUNDS = 100;
/**
 * Regularises the slope towards one and the intercept towards zero, so that a handful of cases creates no
 * certainty.
 */
const PULL = 0.5;

/** Fits the map. Targets are smoothed by one right and one wrong case, and the slope is never negative. */
export function fitPlatt(samples: readonly PlattSample[]): PlattMap {
  const sorted = samples.toSorted(
    (left, right) =>
      left.logOdds - right.logOdds ||
      Number(left.isRight) - Number(right.isRight) ||
      left.weight - right.weight,
  );
  const right = sorted.reduce((sum, { isRight, weight }) => sum + (isRight ? weight : 0), 0);
  const wrong = sorted.reduce((sum, { weight }) => sum + weight, 0) - right;
  const [high, low] = [(right + 1) / (right + 2), 1 / (wrong + 2)];
  let [slope, intercept] = [1, 0];
  for (let round = 0; round < ROUNDS; round++) {
    let [towardsSlope, towardsIntercept] = [-PULL * (slope - 1), -PULL * intercept];
    let [inSlope, inBoth, inIntercept] = [PULL, 0, PULL];
    for (const { logOdds, isRight, weight } of sorted) {
      const x = bounded(logOdds) / MILLI;
      const chance = sigmoid(slope * x + intercept);
      const surplus = weight * ((isRight ? high : low) - chance);
      const spread = weight * chance * (1 - chance);
      towardsSlope += surplus * x;
      towardsIntercept += surplus;
      inSlope += spread * x * x;
      inBoth += spread * x;
      inIntercept += spread;
    }
    const determinant = inSlope * inIntercept - inBoth * inBoth;
    const slopeStep = (towardsSlope * inIntercept - towardsIntercept * inBoth) / determinant;
    const interceptStep = (towardsIntercept * inSlope - towardsSlope * inBoth) / determinant;
    // A full step may overshoot far from the maximum.
    const share = Math.min(1, 1 / Math.max(Math.abs(slopeStep), Math.abs(interceptStep), 1));
    slope += share * slopeStep;
    intercept += share * interceptStep;
  }
  return { slope: Math.max(0, Math.round(slope * MILLI)), intercept: Math.round(intercept * MILLI) + 0 };
}

/** Returns the chance that a first choice with these log-odds is right. */
export function plattChance({ slope, intercept }: PlattMap, logOdds: number): number {
  return sigmoid((slope * bounded(logOdds)) / MILLI / MILLI + intercept / MILLI);
}

function bounded(logOdds: number): number {
  return Math.max(-MOST_LOG_ODDS, Math.min(MOST_LOG_ODDS, logOdds));
}

function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
