/**
 * The confidences of a ranking: how likely each suspect is the first correct one. These events exclude each
 * other, so the confidences of the first few suspects add up to the chance that the cause is among them.
 */
import {
  type BasisPoints,
  chanceOf,
  expDown,
  firstLogOdds,
  fromBasisPoints,
  ONE_IN_BASIS_POINTS,
  taggedHash,
  toBasisPoints,
} from '../../kernel/index.ts';
import type { CauseWorld } from '../../record/index.ts';
import { fittedEvidence, fittedFor } from './fitted-evidence.ts';

/**
 * How many ranks have a confidence above zero. With four decimals, more ranks would take away from the first.
 */
export const RANKS_WITH_CONFIDENCE = 30;

/** The highest confidence of a first suspect; nothing is certain without an experiment. */
const HIGHEST_CONFIDENCE = 9_700;

/** The total spent on keeping ranks distinct: one basis point more for each rank. */
const STEPS_IN_ALL = ((RANKS_WITH_CONFIDENCE - 1) * RANKS_WITH_CONFIDENCE) / 2;

/**
 * Returns the confidences of suspects from their descending scores. They strictly decrease down to rank
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

/** Returns the confidences of a ranking without evidence: close to zero, but still in order. */
export function groundlessConfidences(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) =>
    fromBasisPoints(Math.max(0, RANKS_WITH_CONFIDENCE - index) as BasisPoints),
  );
}

/** A fitted map: the log-odds that the first suspect is right are `slope * x + intercept`. */
export type ConfidenceMap = {
  /** The name and version of the map, included in reports. */
  readonly name: string;
  /** In thousandths. */
  readonly slope: number;
  /** In thousandths of a nat. */
  readonly intercept: number;
  /** The deduction for each missing source of evidence, in thousandths of a nat. */
  readonly lacking: Readonly<Record<string, number>>;
};

/** Set by hand, since no dataset lacks these often enough to learn from. */
const LACKING = {
  'test-source': 1_000,
  history: 1_500,
  'whole-history': 500,
  // The base was green and the suspect has not changed since, so something else has.
  'change-since-green': 2_500,
};

export function confidenceMapOf(world: CauseWorld): ConfidenceMap {
  return { name: fittedEvidence().name, ...fittedFor(world).platt, lacking: LACKING };
}

/**
 * Identifies everything that answers are weighed by. It hashes all the numbers, so two fits of one name
 * differ.
 */
export function fittedVersion(): string {
  const { name, worlds } = fittedEvidence();
  return `${name} ${taggedHash('penumbra/fit/1', { worlds, lacking: LACKING }).slice(0, 16)}`;
}

/** The sum of confidences, in basis points, at which an answer needs no further file. */
const TARGET_CONFIDENCE = 8_000;

/** The most files an answer names. */
const MOST_FILES = 3;

/**
 * The confidence, in basis points, from which a single file counts as settled. `penumbra calibrate run
 * --learn` measures how often such answers are right on projects left out of fitting.
 */
const SETTLED_CONFIDENCE = 9_000;

/** How many suspects the answer names, and the chance that the cause is among them. */
export type StatedAnswer = { readonly count: number; readonly confidence: number };

/** Returns the answer for a ranking's confidences: as many suspects as reach the target, three at most. */
export function statedAnswer(confidences: readonly number[]): StatedAnswer {
  let sum = 0;
  let count = 0;
  for (const confidence of confidences.slice(0, MOST_FILES)) {
    sum += toBasisPoints(confidence);
    count++;
    if (sum >= TARGET_CONFIDENCE) break;
  }
  return { count, confidence: fromBasisPoints(Math.min(sum, ONE_IN_BASIS_POINTS) as BasisPoints) };
}

/** Returns whether an answer counts as settled: one file, with enough confidence. */
export function isSettled({ count, confidence }: StatedAnswer): boolean {
  return count <= 1 && toBasisPoints(confidence) >= SETTLED_CONFIDENCE;
}
