/**
 * What is noted beside each normal unit, in one byte: whether a run of letters or of digits ends before it, and which of
 * the plain characters it was that readers take for one another. Strict patterns and those on edges are found by it.
 */
import type { Confusable } from './confusables.ts';

/** What a character is to the leak guard; marks and invisible characters are left out altogether. */
export const kinds = { separator: 0, letter: 1, digit: 2 } as const;

/** A kind, as a number for tables. */
export type CharacterKind = (typeof kinds)[keyof typeof kinds];

/** The bits of an edge: the kinds on both sides, one or the other, not both; none where they are one kind. */
const EDGE = 3;
/** The bits of what a unit was before misread letters were folded. */
export const MISREAD = 12;
/** Among signs, the bit of a letter that follows a sign at once: signs are not misread, so the bit is free there. */
export const ATTACHED = 4;
/** The mark of the second unit of a character that became two. */
export const SECOND_UNIT = 12;
/** The bit of a letter that begins a word, whatever is before it. */
export const EDGE_BEFORE = kinds.letter ^ kinds.separator;
/** The mark of the end of a text, after which anything begins a word. */
export const TEXT_END = kinds.separator ^ kinds.letter;
/** The bit of the first unit of a text. */
export const TEXT_START = 16;
/** The bit of a letter at which a word may begin, though none ends before it. */
export const MAY_BEGIN = 32;

const MISREAD_SHIFT = 2;
const LETTER_BESIDE_DIGIT = kinds.letter ^ kinds.digit;

/** Returns the bits for what a character was. */
export function misreadMark(misread: Confusable['misread']): number {
  return misread << MISREAD_SHIFT;
}

/** Tells whether a run of letters or of digits begins or ends at a mark. */
export function isEdge(mark: number): boolean {
  return (mark & EDGE) !== 0;
}

/** Tells whether a word of letters and digits begins or ends at a mark. */
export function isWordEdge(mark: number): boolean {
  const edge = mark & EDGE;
  return edge !== 0 && edge !== LETTER_BESIDE_DIGIT;
}

/** Tells whether a run of letters or of digits may begin at a mark. */
export function isBeginning(mark: number): boolean {
  return (mark & (EDGE | MAY_BEGIN)) !== 0;
}

/** Tells whether a word of letters and digits may begin at a mark. */
export function isWordBeginning(mark: number): boolean {
  return (mark & MAY_BEGIN) !== 0 || isWordEdge(mark);
}

/** Tells whether a mark is within a character. */
export function isSecondUnit(mark: number): boolean {
  return (mark & MISREAD) === SECOND_UNIT;
}

/** Tells whether a mark among signs is that of a letter that follows one at once. */
export function isAttached(mark: number): boolean {
  return (mark & MISREAD) === ATTACHED;
}
