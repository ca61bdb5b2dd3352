/**
 * The normal form in which texts are compared: what a reader would take for the same word has one spelling. The leak
 * guard normalises tokens when it is built and every text it scans.
 */
import { digitOf, foldConfusable } from './confusables.ts';

/** One step of normalisation; they are taken in this order. */
export type NormalStep = 'compatibility' | 'case' | 'invisible' | 'marks' | 'separators' | 'confusables';

/** A text in normal form: letters and digits alone, one after the other. */
export type NormalText = {
  readonly units: Uint16Array;
  /** 1 before and after each run of letters or of digits of the original; one longer than the units. */
  readonly edges: Uint8Array;
  /** How many letters and digits there are, each counted once however it is spelt. */
  readonly characters: number;
  readonly isNumber: boolean;
};

const ASCII = /^\p{ASCII}*$/u;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}|\p{Cf}|\p{Cc}/u;
const MARK = /\p{M}/u;
const LETTER = /\p{L}|\p{N}/u;
const LINE_OR_TAB = /[\t\n\v\f\r]/;
const LONGEST_FOLD = 2;
const ALL_STEPS: ReadonlySet<unknown> = new Set();
const decoder = new TextDecoder('utf-16le');

/** Normalises a text; `without` leaves out steps, which only tests do. */
export function normalizeText(text: string, without: ReadonlySet<unknown> = ALL_STEPS): NormalText {
  const folded = foldWhole(text, without);
  const characterOf = without.size === 0 ? knownCharacter : (code: number) => judge(code, without);
  const units = new Uint16Array(folded.length * LONGEST_FOLD);
  const edges = new Uint8Array(units.length + 1);
  let [length, characters, digits] = [0, 0, 0];
  let previous: CharacterKind = 'separator';
  for (let index = 0; index < folded.length; index++) {
    const code = folded.codePointAt(index) as number;
    if (code > 0xffff) index++;
    const { kind, plain } = characterOf(code);
    if (kind === 'dropped') continue;
    if (kind !== 'separator') {
      edges[length] = kind === previous ? 0 : 1;
      for (let unit = 0; unit < plain.length; unit++) units[length++] = plain.charCodeAt(unit);
      characters++;
      if (kind === 'digit') digits++;
    }
    previous = kind;
  }
  edges[length] = 1;
  return {
    units: units.subarray(0, length),
    edges: edges.subarray(0, length + 1),
    characters,
    isNumber: characters > 0 && digits === characters,
  };
}

/** Returns the normal form as a text, for instance to compare two words. */
export function normalKey(text: string): string {
  return unitsText(normalizeText(text).units);
}

/** Returns code units as a text. */
export function unitsText(units: Uint16Array): string {
  return decoder.decode(units);
}

type CharacterKind = 'letter' | 'digit' | 'separator' | 'dropped';
type Character = { readonly kind: CharacterKind; readonly plain: string };

const CACHED_CHARACTERS = 10_000;
const known = new Map<number, Character>();

/** Looks a character up, or judges it and remembers; the memory is bounded, for texts come from outside. */
function knownCharacter(code: number): Character {
  const found = known.get(code);
  if (found) return found;
  if (known.size >= CACHED_CHARACTERS) known.clear();
  const character = judge(code, ALL_STEPS);
  known.set(code, character);
  return character;
}

function foldWhole(text: string, without: ReadonlySet<unknown>): string {
  const isAscii = ASCII.test(text);
  // Decomposed, so that a mark is dropped whether it was written with its letter or after it.
  const compatible = isAscii || without.has('compatibility') ? text : text.normalize('NFKD');
  if (without.has('case')) return compatible;
  // Down, up and down again: letters with several lower-case forms, and those whose capital is two letters, meet.
  const small = compatible.toLowerCase();
  return isAscii ? small : small.toUpperCase().toLowerCase();
}

function judge(code: number, without: ReadonlySet<unknown>): Character {
  const character = String.fromCodePoint(code);
  const folded = without.has('confusables') ? undefined : foldConfusable(code);
  return { kind: kindOf(character, code, without), plain: folded ?? character };
}

function kindOf(character: string, code: number, without: ReadonlySet<unknown>): CharacterKind {
  if (digitOf(code) !== undefined) return 'digit';
  // A step that is left out keeps what it would remove, as if it were a letter.
  if (LINE_OR_TAB.test(character)) return without.has('separators') ? 'letter' : 'separator';
  if (INVISIBLE.test(character)) return without.has('invisible') ? 'letter' : 'dropped';
  if (MARK.test(character)) return without.has('marks') ? 'letter' : 'dropped';
  if (LETTER.test(character) || foldConfusable(code) !== undefined) return 'letter';
  return without.has('separators') ? 'letter' : 'separator';
}
