/** Finds what memory knows about a case: similar earlier failures, with their causes. */
import { compareCodePoints } from '../../kernel/index.ts';
import type { PriorCauseBlock, SymptomBlock } from '../blocks/case-blocks.ts';
import type { CaseRecord } from '../case/case-record.ts';
import type { MemoryView, Remembered } from './read-memory.ts';
import { coversTests, recallTrust, rememberedCause, testHashes } from './remembered-cause.ts';

/** An earlier failure and one of its causes. */
export type RecallCandidate = {
  readonly symptom: Remembered<SymptomBlock>;
  readonly cause: Remembered<PriorCauseBlock>;
};

type Causes = Pick<MemoryView, 'causes'>;

/** The most candidates shown to an agent. */
const MOST_CANDIDATES = 8;

/** Returns the candidates for a case: most alike first, then most often seen, then by fingerprint. */
export function recallCandidates(
  view: Pick<MemoryView, 'symptoms' | 'causes'>,
  { fingerprint: { hash, ...marks }, tests }: Pick<CaseRecord, 'fingerprint' | 'tests'>,
): readonly RecallCandidate[] {
  const own = { fingerprint: hash, ...marks };
  const alike = [...view.symptoms.values()].flatMap((symptom) => {
    const likeness = compareSymptoms(own, symptom.block);
    return likeness === null ? [] : [{ symptom, order: symptomLikenesses.indexOf(likeness) }];
  });
  alike.sort(
    (left, right) =>
      left.order - right.order ||
      right.symptom.block.count - left.symptom.block.count ||
      compareCodePoints(left.symptom.block.fingerprint, right.symptom.block.fingerprint),
  );
  const hashes = testHashes(tests);
  return alike
    .flatMap(({ symptom }) => causesOf(view, symptom.block, hashes).map((cause) => ({ symptom, cause })))
    .slice(0, MOST_CANDIDATES);
}

/** Returns the files that people said are not the cause of this very failure of these tests. */
export function rejectedFiles(
  view: Pick<MemoryView, 'symptoms' | 'causes'>,
  { fingerprint: { hash }, tests }: Pick<CaseRecord, 'fingerprint' | 'tests'>,
): readonly string[] {
  const hashes = testHashes(tests);
  const known = view.symptoms.get(hash)?.block.causes ?? [];
  const causes = [
    ...saidOf(view, hash),
    ...known.flatMap((id) => rememberedCause(view, id, hashes) ?? []),
  ].filter(({ block }) => coversTests(block, hashes));
  return [...new Set(causes.flatMap(({ block }) => block.rejected ?? []))];
}

/**
 * Returns the causes of a failure that may be recalled for these tests: those given by a person first, then
 * newest first.
 */
function causesOf(
  view: Causes,
  { fingerprint, causes }: SymptomBlock,
  hashes: readonly string[],
): readonly Remembered<PriorCauseBlock>[] {
  const found = causes.flatMap((id) => rememberedCause(view, id, hashes) ?? []);
  return [...new Set([...saidOf(view, fingerprint), ...found])].filter(
    ({ block }) => recallTrust(block) !== 'none' && coversTests(block, hashes),
  );
}

function saidOf({ causes }: Causes, fingerprint: string): readonly Remembered<PriorCauseBlock>[] {
  return [...causes.values()].filter(({ block }) => block.symptoms?.includes(fingerprint));
}

/** The fields that are compared. */
export type SymptomMarks = Pick<SymptomBlock, 'fingerprint' | 'template' | 'exception' | 'places'>;

/** What two failures may have in common, most specific first. */
const symptomLikenesses = ['same', 'same-places', 'same-message'] as const;

export type SymptomLikeness = (typeof symptomLikenesses)[number];

/**
 * Compares two failures: the same fingerprint, the same places, or the same template and exception elsewhere.
 * Null if none of these match. An empty place or template matches nothing.
 */
export function compareSymptoms(one: SymptomMarks, other: SymptomMarks): SymptomLikeness | null {
  if (one.fingerprint === other.fingerprint) return 'same';
  if (one.places.length > 0 && isSameList(one.places, other.places)) return 'same-places';
  const hasSameMessage =
    one.template !== '' && one.template === other.template && one.exception === other.exception;
  return hasSameMessage ? 'same-message' : null;
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}
