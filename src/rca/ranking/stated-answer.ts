/** The stated answer: the smallest beginning of a ranking that is sure enough, and how sure that is. */
import { type BasisPoints, fromBasisPoints, ONE_IN_BASIS_POINTS, toBasisPoints } from '../../kernel/index.ts';

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
