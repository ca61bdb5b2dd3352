/** How a failure compares with one that was seen before. */
import type { SymptomBlock } from '../case/case-blocks.ts';

/** What a comparison looks at. */
export type SymptomMarks = Pick<SymptomBlock, 'fingerprint' | 'template' | 'exception' | 'places'>;

/** In what two failures agree, the most telling first. */
export const symptomLikenesses = ['same', 'same-places', 'same-message'] as const;

/** A likeness of two failures. */
export type SymptomLikeness = (typeof symptomLikenesses)[number];

/**
 * Compares two failures: the same fingerprint; the same places; or the same template and exception elsewhere. Null
 * where they have nothing of this in common. An empty place or template says nothing and is like no other.
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
