/**
 * One character in normal form: what a reader would take for the same character has one spelling. Every step works on
 * single characters, so a text is folded by looking each of them up, and a text in pieces gives what the whole gives.
 */
import { type Confusable, digitOf, foldConfusable, misreadings } from './confusables.ts';

/** What a character is to the leak guard; marks and invisible characters are left out altogether. */
export const kinds = { separator: 0, letter: 1, digit: 2 } as const;

/** A kind, as a number for tables. */
type CharacterKind = (typeof kinds)[keyof typeof kinds];

/** A character that is kept, with the plain letters it stands for, and how a reader would misread it to get there. */
export type FoldedCharacter = {
  readonly kind: CharacterKind;
  readonly plain: string;
  readonly misread: Confusable['misread'];
};

const INVISIBLE = /\p{Default_Ignorable_Code_Point}|\p{Cf}|\p{Cc}/u;
const MARK = /\p{M}/u;
const LETTER = /\p{L}|\p{N}/u;
const LINE_OR_TAB = /[\t\n\v\f\r]/;

/** Returns what a code point becomes: nothing, one character, or several where it stands for several. */
export function foldCharacter(codePoint: number): readonly FoldedCharacter[] {
  let text = String.fromCodePoint(codePoint);
  // Decomposed, so that a mark is dropped whether it was written with its letter or after it.
  text = text.normalize('NFKD');
  // Down, up and down again: letters with several lower-case forms, and those whose capital is two letters, meet.
  text = text.toLowerCase().toUpperCase().toLowerCase();
  return [...text].flatMap(foldPart);
}

function foldPart(character: string): readonly FoldedCharacter[] {
  const codePoint = character.codePointAt(0) as number;
  if (!LINE_OR_TAB.test(character)) {
    if (INVISIBLE.test(character)) return [];
    if (MARK.test(character)) return [];
  }
  const { spelling: plain, misread } = foldConfusable(codePoint) ?? {
    spelling: character,
    misread: misreadings.none,
  };
  return [{ kind: kindOf(character, codePoint), plain, misread }];
}

function kindOf(character: string, codePoint: number): CharacterKind {
  if (digitOf(codePoint) !== undefined) return kinds.digit;
  if (LETTER.test(character) || foldConfusable(codePoint) !== undefined) return kinds.letter;
  return kinds.separator;
}

const BASIC = 0x10000;
const CACHED_BEYOND = 10_000;
const basic: (readonly FoldedCharacter[] | undefined)[] = new Array(BASIC);
const beyond = new Map<number, readonly FoldedCharacter[]>();

/** Returns what `foldCharacter` returns, from memory where it can; the memory is bounded, for texts come from outside. */
export function knownCharacter(codePoint: number): readonly FoldedCharacter[] {
  const known = codePoint < BASIC ? basic[codePoint] : beyond.get(codePoint);
  if (known !== undefined) return known;
  const folded = foldCharacter(codePoint);
  if (codePoint < BASIC) basic[codePoint] = folded;
  else {
    if (beyond.size >= CACHED_BEYOND) beyond.clear();
    beyond.set(codePoint, folded);
  }
  return folded;
}
