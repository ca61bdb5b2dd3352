/**
 * The mark of each normalized unit, one byte: whether a run of letters or digits ends before it, and which of
 * several confusable characters it was. Strict patterns and patterns with edges depend on it.
 */
import type { Confusable } from './confusables.ts';

/** The kinds of characters. Combining marks and invisible characters are dropped. */
export const kinds = { separator: 0, letter: 1, digit: 2 } as const;

/** A kind, as a number for use in tables. */
export type CharacterKind = (typeof kinds)[keyof typeof kinds];

/** The edge bits: the exclusive or of the kinds on both sides; zero if the kinds are equal. */
const EDGE = 3;
/** The bits for what a unit was before misread letters were folded. */
export const MISREAD = 12;
/**
 * Among signs, the bit of a letter directly after a sign. Signs are not misread, so the bit is free there.
 */
export const ATTACHED = 4;
/** The mark of the second unit of a character that became two. */
export const SECOND_UNIT = 12;
/** The bit of a letter that starts a word, whatever precedes it. */
export const EDGE_BEFORE = kinds.letter ^ kinds.separator;
/** The mark of the end of a text; anything after it starts a word. */
export const TEXT_END = kinds.separator ^ kinds.letter;
/** The bit of the first unit of a text. */
export const TEXT_START = 16;
/** The bit of a letter where a word may start although none ends before it. */
export const MAY_BEGIN = 32;

const MISREAD_SHIFT = 2;
const LETTER_BESIDE_DIGIT = kinds.letter ^ kinds.digit;

/** Returns the mark bits for how a character was misread. */
export function misreadMark(misread: Confusable['misread']): number {
  return misread << MISREAD_SHIFT;
}

/** Returns whether a run of letters or of digits starts or ends at a mark. */
export function isEdge(mark: number): boolean {
  return (mark & EDGE) !== 0;
}

/** Returns whether a word of letters and digits starts or ends at a mark. */
export function isWordEdge(mark: number): boolean {
  const edge = mark & EDGE;
  return edge !== 0 && edge !== LETTER_BESIDE_DIGIT;
}

/** Returns whether a run of letters or of digits may start at a mark. */
export function isBeginning(mark: number): boolean {
  return (mark & (EDGE | MAY_BEGIN)) !== 0;
}

/** Returns whether a word of letters and digits may start at a mark. */
export function isWordBeginning(mark: number): boolean {
  return (mark & MAY_BEGIN) !== 0 || isWordEdge(mark);
}

/** Returns whether a mark is within a character. */
export function isSecondUnit(mark: number): boolean {
  return (mark & MISREAD) === SECOND_UNIT;
}

/** Returns whether a mark among signs belongs to a letter directly after a sign. */
export function isAttached(mark: number): boolean {
  return (mark & MISREAD) === ATTACHED;
}
