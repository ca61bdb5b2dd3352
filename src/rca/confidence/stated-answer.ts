/** The stated answer: the smallest beginning of a ranking that is sure enough, and how sure that is. */
import { type BasisPoints, fromBasisPoints, ONE_IN_BASIS_POINTS, toBasisPoints } from '../../kernel/index.ts';

/** From which sum of confidences an answer is sure enough, in basis points. */
const TARGET_CONFIDENCE = 8_000;

/** How many files an answer names at most. */
const MOST_FILES = 3;

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
