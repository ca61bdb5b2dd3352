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
  taggedHash,
  toBasisPoints,
} from '../../kernel/index.ts';
import type { CauseWorld } from '../../record/index.ts';
import { fittedEvidence, fittedFor } from './fitted-evidence.ts';

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

/** A fitted map: the chance that the first suspect is right has log-odds of `slope * x + intercept`. */
export type ConfidenceMap = {
  /** Names the map and its version; a report carries it. */
  readonly name: string;
  /** In thousandths. */
  readonly slope: number;
  /** In thousandths of a nat. */
  readonly intercept: number;
  /** What is taken off where a source of evidence was not there, in thousandths of a nat. */
  readonly lacking: Readonly<Record<string, number>>;
};

/** Set by hand, for no dataset lacks these often enough to learn from. */
const LACKING = {
  'test-source': 1_000,
  history: 1_500,
  'whole-history': 500,
  // Green then, red now, and the suspect is the same: something else changed.
  'change-since-green': 2_500,
};

/** Returns the map for a world. */
export function confidenceMapOf(world: CauseWorld): ConfidenceMap {
  return { name: fittedEvidence().name, ...fittedFor(world).platt, lacking: LACKING };
}

/** Names what answers are weighed by, and covers every number of it: two fits of one name are told apart. */
export function fittedVersion(): string {
  const { name, worlds } = fittedEvidence();
  return `${name} ${taggedHash('penumbra/fit/1', { worlds, lacking: LACKING }).slice(0, 16)}`;
}

/** From which sum of confidences an answer is sure enough, in basis points. */
const TARGET_CONFIDENCE = 8_000;

/** How many files an answer names at most. */
const MOST_FILES = 3;

/**
 * From which confidence a single file is called settled, in basis points. How often such answers are right on projects
 * left out of fitting is measured by `penumbra calibrate run --learn`.
 */
const SETTLED_CONFIDENCE = 9_000;

/** How many suspects the answer names, and the chance that the cause is among them. */
export type StatedAnswer = { readonly count: number; readonly confidence: number };

/** Returns the answer that the confidences of a ranking allow: up to the target, else the first three. */
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

/** Tells whether an answer may be called settled: one place, and as sure as such answers have proved to be. */
export function isSettled({ count, confidence }: StatedAnswer): boolean {
  return count <= 1 && toBasisPoints(confidence) >= SETTLED_CONFIDENCE;
}
