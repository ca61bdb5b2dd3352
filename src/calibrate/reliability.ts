/** Compares confidences with outcomes: the Brier score, the calibration error, and a reliability table. */
import { rounded } from './clustered-figure.ts';

/** A stated confidence, whether it was right, and its weight (one by default). */
export type Prediction = { readonly confidence: number; readonly isRight: boolean; readonly weight?: number };

/** A group of predictions: their mean confidence, and the share that was right. */
type ReliabilityBin = { readonly cases: number; readonly said: number; readonly was: number };

/** The reliability of confidences; null if there were none. */
export type Reliability = {
  readonly cases: number;
  /** The mean squared difference between confidence and outcome. */
  readonly brier: number | null;
  /** The mean difference between stated and actual over ten bins of equal width. */
  readonly calibration_error: number | null;
  /** The same over bins of about equal size, which empty or thin bins cannot distort. */
  readonly calibration_error_equal_mass: number | null;
  readonly bins: readonly ReliabilityBin[];
};

const BINS = 10;

/** Compares confidences with outcomes; their order does not matter. */
export function reliabilityOf(predictions: readonly Prediction[]): Reliability {
  const sorted = predictions
    .map(({ confidence, isRight, weight = 1 }) => ({ confidence, isRight, weight }))
    .sort(
      (left, right) =>
        left.confidence - right.confidence ||
        Number(left.isRight) - Number(right.isRight) ||
        left.weight - right.weight,
    );
  const total = sumOf(sorted, () => 1);
  const bins = groups(sorted, ({ confidence }) => Math.min(BINS - 1, Math.floor(confidence * BINS)));
  const even = groups(sorted, massBin(sorted, total));
  const brier = sumOf(sorted, ({ confidence, isRight }) => (confidence - Number(isRight)) ** 2) / total;
  return {
    cases: rounded(total),
    brier: total === 0 ? null : rounded(brier),
    calibration_error: rounded(errorOf(bins, total)),
    calibration_error_equal_mass: rounded(errorOf(even, total)),
    bins: bins.map(({ cases, said, was }) => ({
      cases: rounded(cases),
      said: rounded(said),
      was: rounded(was),
    })),
  };
}

type Weighted = Required<Prediction>;

/** Fills all bins about equally; equal confidences stay together, since nothing distinguishes them. */
function massBin(sorted: readonly Weighted[], total: number): (prediction: Weighted) => number {
  const bins = new Map<number, number>();
  let before = 0;
  for (const { confidence, weight } of sorted) {
    if (!bins.has(confidence)) bins.set(confidence, Math.floor((before * BINS) / total));
    before += weight;
  }
  return ({ confidence }) => bins.get(confidence) ?? 0;
}

function groups(
  predictions: readonly Weighted[],
  binOf: (prediction: Weighted) => number,
): readonly ReliabilityBin[] {
  return [...Map.groupBy(predictions, binOf).values()].map((group) => {
    const cases = sumOf(group, () => 1);
    return {
      cases,
      said: sumOf(group, ({ confidence }) => confidence) / cases,
      was: sumOf(group, ({ isRight }) => Number(isRight)) / cases,
    };
  });
}

function errorOf(bins: readonly ReliabilityBin[], total: number): number | null {
  if (total === 0) return null;
  return bins.reduce((sum, { cases, said, was }) => sum + (cases * Math.abs(said - was)) / total, 0);
}

function sumOf(predictions: readonly Weighted[], measure: (prediction: Weighted) => number): number {
  return predictions.reduce((sum, prediction) => sum + prediction.weight * measure(prediction), 0);
}
