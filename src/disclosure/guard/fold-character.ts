/**
 * One character in normal form: what a reader would take for the same character has one spelling. Every step works on
 * single characters, so a text is folded by looking each of them up, and a text in pieces gives what the whole gives.
 */
import { type Confusable, digitOf, foldConfusable, misreadings } from './confusables.ts';
import { scriptRule } from './script-rules.ts';
import { type CharacterKind, kinds } from './unit-mark.ts';

/** A character that is kept, with the plain letters it stands for, and how a reader would misread it to get there. */
export type FoldedCharacter = {
  readonly kind: CharacterKind;
  readonly plain: string;
  readonly misread: Confusable['misread'];
  /** The bits its script adds to its mark. */
  readonly mark: number;
  /** What it is to the character behind it. */
  readonly leaves: CharacterKind;
  readonly weight: number;
};

/** What shows nothing of its own, as the strokes by which Arabic and N'Ko draw words out. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}|\p{Cf}|\p{Cc}|[\u0640\u07fa]/u;
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
  const kind = kindOf(character, codePoint);
  const { mark, endsWord, weight } = scriptRule(character);
  // A digit stays one of its number: `一` is another number in `二一`.
  if (kind !== kinds.letter) return [{ kind, plain, misread, mark: 0, leaves: kind, weight }];
  return [{ kind, plain, misread, mark, leaves: endsWord ? kinds.separator : kind, weight }];
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
