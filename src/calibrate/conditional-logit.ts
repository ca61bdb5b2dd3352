/**
 * Learns weights from choices: in each set some options are right, and the probability of an option is the
 * softmax of its weighted features. Uses Newton's method on the log-likelihood with a ridge penalty towards
 * the expected weights, zero by default. There is a single maximum, so neither start nor order matters.
 */
import { compareCodePoints, sortByCodePoint } from '../kernel/index.ts';
import type { CaseOutcome, OutcomeCandidate } from './case-outcome.ts';

/** An option to choose, with features from 0 to 1000. */
export type ChoiceOption = {
  readonly key: string;
  readonly features: Readonly<Record<string, number>>;
  readonly isRight: boolean;
};

/** A set of options; `weight` says how much it counts. */
export type ChoiceSet = {
  readonly id: string;
  readonly weight: number;
  readonly options: readonly ChoiceOption[];
};

/** Weights by feature name, in thousandths of a nat at the feature's full value; they may be negative. */
export type Weights = Readonly<Record<string, number>>;

/** The highest value of a feature. */
const FULL_FEATURE = 1_000;

/** How many thousandths make one nat. */
export const MILLI = 1_000;

const MOST_ROUNDS = 100;
const MOST_HALVINGS = 30;
const SETTLED = 1e-9;

/** A set as numbers: a row of features for each option, and its share of the right answer. */
type NumberSet = {
  readonly weight: number;
  readonly rows: readonly (readonly number[])[];
  readonly shares: readonly number[];
};

/** The features to learn weights for, their expected weights, and the strength of the penalty. */
export type RidgeOptions = {
  readonly names: readonly string[];
  readonly ridge: number;
  readonly expected?: Weights;
};

type Pull = Pick<RidgeOptions, 'ridge'> & { readonly centre: readonly number[] };

/** Learns a weight for each named feature. Sets with only wrong or only right options are ignored. */
export function fitConditionalLogit(
  sets: readonly ChoiceSet[],
  { names, ridge, expected = {} }: RidgeOptions,
): Weights {
  const sorted = sortByCodePoint([...new Set(names)]);
  const numbers = sets
    .filter(
      ({ options }) => options.some(({ isRight }) => isRight) && options.some(({ isRight }) => !isRight),
    )
    .toSorted((left, right) => compareCodePoints(left.id, right.id))
    .map((set) => toNumbers(set, sorted));
  const centre = sorted.map((name) => (expected[name] ?? 0) / MILLI);
  const fitted = maximize(numbers, { ridge, centre });
  return Object.fromEntries(
    sorted.map((name, index) => [name, Math.round((fitted[index] ?? 0) * MILLI) + 0]),
  );
}

/** Returns the score of an option in thousandths of a nat. */
export function logitScore(features: ChoiceOption['features'], weights: Weights): number {
  let sum = 0;
  for (const name in weights) sum += (weights[name] ?? 0) * (features[name] ?? 0);
  return sum / FULL_FEATURE;
}

function toNumbers({ weight, options }: ChoiceSet, names: readonly string[]): NumberSet {
  const sorted = options.toSorted((left, right) => compareCodePoints(left.key, right.key));
  const right = sorted.filter(({ isRight }) => isRight).length;
  return {
    weight,
    rows: sorted.map(({ features }) => names.map((name) => (features[name] ?? 0) / FULL_FEATURE)),
    shares: sorted.map(({ isRight }) => (isRight ? 1 / right : 0)),
  };
}

function maximize(sets: readonly NumberSet[], pull: Pull): readonly number[] {
  let at = pull.centre;
  let height = heightAt(sets, at, pull);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const step = solve(...slopeAt(sets, at, pull));
    if (step.every((part) => Math.abs(part) < SETTLED)) break;
    let [share, next] = [1, at];
    let nextHeight = Number.NEGATIVE_INFINITY;
    // A full step may overshoot where the curve is flat.
    for (let halving = 0; halving < MOST_HALVINGS && !(nextHeight > height); halving++, share /= 2) {
      next = at.map((value, index) => value + share * (step[index] ?? 0));
      nextHeight = heightAt(sets, next, pull);
    }
    if (!(nextHeight > height)) break;
    [at, height] = [next, nextHeight];
  }
  return at;
}

function heightAt(sets: readonly NumberSet[], at: readonly number[], { ridge, centre }: Pull): number {
  const away = at.map((value, index) => value - (centre[index] ?? 0));
  let sum = (-ridge / 2) * dot(away, away);
  for (const { weight, rows, shares } of sets) {
    const scores = rows.map((row) => dot(row, at));
    const most = Math.max(...scores);
    const logTotal = most + Math.log(scores.reduce((total, score) => total + Math.exp(score - most), 0));
    sum +=
      weight * shares.reduce((part, share, index) => part + share * ((scores[index] ?? 0) - logTotal), 0);
  }
  return sum;
}

/** The gradient, and the negated Hessian, which the ridge makes positive definite. */
function slopeAt(
  sets: readonly NumberSet[],
  at: readonly number[],
  { ridge, centre }: Pull,
): [matrix: number[][], gradient: number[]] {
  const gradient = at.map((value, index) => -ridge * (value - (centre[index] ?? 0)));
  const matrix = at.map((_, row) => at.map((_, column) => (row === column ? ridge : 0)));
  for (const { weight, rows, shares } of sets) {
    const chances = softmax(rows.map((row) => dot(row, at)));
    const mean = at.map((_, index) =>
      rows.reduce((sum, row, j) => sum + (chances[j] ?? 0) * (row[index] ?? 0), 0),
    );
    for (const [index, row] of rows.entries()) {
      const chance = chances[index] ?? 0;
      const surplus = weight * ((shares[index] ?? 0) - chance);
      const apart = row.map((value, column) => value - (mean[column] ?? 0));
      for (const [i, value] of row.entries()) {
        gradient[i] = (gradient[i] ?? 0) + surplus * value;
        const line = matrix[i] as number[];
        const factor = weight * chance * (apart[i] ?? 0);
        if (factor === 0) continue;
        for (let j = 0; j < line.length; j++) line[j] = (line[j] ?? 0) + factor * (apart[j] ?? 0);
      }
    }
  }
  return [matrix, gradient];
}

/** Returns probabilities that add up to one. */
export function softmax(scores: readonly number[]): readonly number[] {
  const most = Math.max(...scores);
  const parts = scores.map((score) => Math.exp(score - most));
  const total = parts.reduce((sum, part) => sum + part, 0);
  return parts.map((part) => part / total);
}

/** Solves a positive definite system by Cholesky decomposition. */
function solve(matrix: readonly (readonly number[])[], wanted: readonly number[]): readonly number[] {
  const size = wanted.length;
  const lower: number[][] = wanted.map(() => new Array<number>(size).fill(0));
  const cell = (row: number, column: number) => lower[row]?.[column] ?? 0;
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let rest = matrix[row]?.[column] ?? 0;
      for (let k = 0; k < column; k++) rest -= cell(row, k) * cell(column, k);
      (lower[row] as number[])[column] =
        row === column ? Math.sqrt(Math.max(rest, Number.MIN_VALUE)) : rest / cell(column, column);
    }
  }
  const forward: number[] = [];
  for (let row = 0; row < size; row++) {
    const rest = forward.reduce((left, value, k) => left - cell(row, k) * value, wanted[row] ?? 0);
    forward.push(rest / cell(row, row));
  }
  const solution = new Array<number>(size).fill(0);
  for (let row = size - 1; row >= 0; row--) {
    let rest = forward[row] ?? 0;
    for (let k = row + 1; k < size; k++) rest -= cell(k, row) * (solution[k] ?? 0);
    solution[row] = rest / cell(row, row);
  }
  return solution;
}

function dot(left: readonly number[], right: readonly number[]): number {
  let sum = 0;
  for (let index = 0; index < left.length; index++) sum += (left[index] ?? 0) * (right[index] ?? 0);
  return sum;
}

/** The two worlds with separate weights. */
export const fittedWorlds = ['change', 'latent'] as const;

export type FittedWorld = (typeof fittedWorlds)[number];

/** One case of a dataset with a choice for each of its failures. */
export type ChoiceCase = {
  readonly outcome: CaseOutcome;
  readonly world: FittedWorld;
  readonly sets: readonly ChoiceSet[];
};

/** Returns the cases with known files and rankings; each counts as one, however many failures it has. */
export function choiceCases(outcomes: readonly CaseOutcome[]): readonly ChoiceCase[] {
  return outcomes.flatMap((outcome) => {
    const rankings = (outcome.result?.rankings ?? []).filter(({ candidates }) => candidates.length > 0);
    if (rankings.length === 0 || outcome.gold.fixed_files.length === 0) return [];
    const right = new Set(outcome.gold.fixed_files);
    const sets = rankings.map(({ candidates }, index) => ({
      id: `${outcome.id}#${String(index).padStart(4, '0')}`,
      weight: 1 / rankings.length,
      options: candidates.map((candidate) => toOption(candidate, right)),
    }));
    return [{ outcome, world: worldOf(outcome), sets }];
  });
}

/** Returns the names of all features of the cases, sorted. */
export function featureNamesOf(cases: readonly ChoiceCase[]): readonly string[] {
  const names = new Set<string>();
  for (const { sets } of cases)
    for (const { options } of sets)
      for (const { features } of options) for (const name in features) names.add(name);
  return sortByCodePoint([...names]);
}

function toOption({ path, features }: OutcomeCandidate, right: ReadonlySet<string>): ChoiceOption {
  return { key: path, features, isRight: right.has(path) };
}

/**
 * The world that the investigation assumed, since it ranks by that world's weights. An unknown world is
 * ranked as if nothing had changed.
 */
function worldOf({ result }: CaseOutcome): FittedWorld {
  return result?.rankings[0]?.world === 'change' ? 'change' : 'latent';
}
