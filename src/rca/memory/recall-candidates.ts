/** Finds what memory has to say about a case: the earlier failures that are like it, with the causes they had. */
import { compareCodePoints } from '../../kernel/index.ts';
import type { PriorCauseBlock, SymptomBlock } from '../case/case-blocks.ts';
import type { CaseRecord } from '../case/case-record.ts';
import { compareSymptoms, symptomLikenesses } from './compare-symptoms.ts';
import type { MemoryView, Remembered } from './read-memory.ts';

/** An earlier failure and a cause it had. */
export type RecallCandidate = {
  readonly symptom: Remembered<SymptomBlock>;
  readonly cause: Remembered<PriorCauseBlock>;
};

/** How many candidates an agent is told of at most. */
const MOST_CANDIDATES = 8;

/** Returns the candidates for a case, the most alike first, then the most often seen, then by fingerprint. */
export function recallCandidates(
  { symptoms, causes }: Pick<MemoryView, 'symptoms' | 'causes'>,
  { fingerprint: { hash, ...marks } }: Pick<CaseRecord, 'fingerprint'>,
): readonly RecallCandidate[] {
  const own = { fingerprint: hash, ...marks };
  const alike = [...symptoms.values()].flatMap((symptom) => {
    const likeness = compareSymptoms(own, symptom.block);
    return likeness === null ? [] : [{ symptom, order: symptomLikenesses.indexOf(likeness) }];
  });
  alike.sort(
    (left, right) =>
      left.order - right.order ||
      right.symptom.block.count - left.symptom.block.count ||
      compareCodePoints(left.symptom.block.fingerprint, right.symptom.block.fingerprint),
  );
  return alike
    .flatMap(({ symptom }) =>
      symptom.block.causes.flatMap((id) => {
        const cause = causes.get(id);
        return cause === undefined ? [] : [{ symptom, cause }];
      }),
    )
    .slice(0, MOST_CANDIDATES);
}
