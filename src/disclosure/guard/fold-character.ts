/**
 * One character in normal form: what a reader would take for the same character has one spelling. Every step works on
 * single characters, so a text is folded by looking each of them up, and a text in pieces gives what the whole gives.
 */
import { type Confusable, digitOf, foldConfusable, misreadings, shapeOf } from './confusables.ts';
import { type CharacterKind, EDGE_BEFORE, kinds, MAY_BEGIN } from './unit-mark.ts';

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
  let text = decomposed(codePoint);
  // Down, up and down again: letters with several lower-case forms, and those whose capital is two letters, meet.
  text = text.toLowerCase().toUpperCase().toLowerCase();
  return [...text].flatMap(foldPart);
}

/** Decomposed, so that a mark is dropped whether it was written with its letter or after it. */
function decomposed(codePoint: number): string {
  return String.fromCodePoint(codePoint).normalize('NFKD');
}

/** Returns what a code point looks like, where that is known and another thing than what it is; else what it is. */
function foldShape(codePoint: number): readonly FoldedCharacter[] {
  const whole = shapeOf(codePoint);
  if (whole !== undefined) return shapedParts(codePoint, whole);
  return [...decomposed(codePoint)].flatMap((part) => {
    const code = part.codePointAt(0) as number;
    const shape = shapeOf(code);
    return shape === undefined ? foldCharacter(code) : shapedParts(code, shape);
  });
}

const PARTING: readonly FoldedCharacter[] = [
  {
    kind: kinds.separator,
    plain: ' ',
    misread: misreadings.none,
    mark: 0,
    leaves: kinds.separator,
    weight: 0,
  },
];

/** A letter of a script that has words of its own parts none of them, whatever it looks like. */
const STRAY_LETTER = /\p{Lm}|\p{Script=Latin}|\p{Script=Common}|\p{Script=Inherited}|\p{Script=Lisu}/u;

function shapedParts(codePoint: number, shape: readonly Confusable[]): readonly FoldedCharacter[] {
  if (shape.length === 0) return STRAY_LETTER.test(String.fromCodePoint(codePoint)) ? PARTING : [];
  return shape.map(({ spelling: plain, misread }) => {
    const kind = /[0-9]/.test(plain) || misread === misreadings.digit ? kinds.digit : kinds.letter;
    return { kind, plain, misread, mark: 0, leaves: kind, weight: LETTER_WEIGHT };
  });
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

/** Makes a function that answers from memory where it can; the memory is bounded, for texts come from outside. */
function remembered<Folded>(fold: (codePoint: number) => Folded): (codePoint: number) => Folded {
  const basic: (Folded | undefined)[] = new Array(BASIC);
  const beyond = new Map<number, Folded>();
  return (codePoint) => {
    const known = codePoint < BASIC ? basic[codePoint] : beyond.get(codePoint);
    if (known !== undefined) return known;
    const folded = fold(codePoint);
    if (codePoint < BASIC) basic[codePoint] = folded;
    else {
      if (beyond.size >= CACHED_BEYOND) beyond.clear();
      beyond.set(codePoint, folded);
    }
    return folded;
  };
}

/** Returns what `foldCharacter` returns. */
export const knownCharacter = remembered(foldCharacter);

/** Returns what a code point becomes by its looks. */
export const knownShape = remembered(foldShape);

/** Tells whether a code point looks like something else than it is. */
export const hasOtherShape = remembered((codePoint: number): boolean => {
  const [one, other] = [knownCharacter(codePoint), knownShape(codePoint)];
  return (
    one.length !== other.length ||
    one.some(({ kind, plain }, index) => {
      const shape = other[index];
      return shape?.kind !== kind || (kind !== kinds.separator && shape.plain !== plain);
    })
  );
});

/** What a letter of a script brings along. */
type ScriptRule = {
  /** The bits it adds to its mark. */
  readonly mark: number;
  /** True where whatever follows begins a word. */
  readonly endsWord: boolean;
  /** How much it says, in halves of a letter of an alphabet. */
  readonly weight: number;
};

/** What a letter of an alphabet weighs. */
export const LETTER_WEIGHT = 2;
/** An alphabet's six letters say as much as four consonants without vowels, three syllables or two ideographs. */
export const TELLING_WEIGHT = 12;

const CONSONANT_WEIGHT = 3;
const SYLLABLE_WEIGHT = 4;
const IDEOGRAPH_WEIGHT = 6;

const alphabet: ScriptRule = { mark: 0, endsWord: false, weight: LETTER_WEIGHT };
const spacedSyllable: ScriptRule = { ...alphabet, weight: SYLLABLE_WEIGHT };
const unspaced: ScriptRule = { mark: EDGE_BEFORE, endsWord: true, weight: SYLLABLE_WEIGHT };

/**
 * How a script writes its words: where a word can begin and end, and how much one of its characters says.
 *
 * - Where words are not parted by blanks (Han, kana, Thai and the like), every character is an edge on both sides.
 * - Hangul has blanks, but particles follow a name without one: every syllable is an edge.
 * - Hebrew, Arabic and the like write articles and prepositions as one letter before a word: a word can begin at every
 *   letter, and ends where the letters end.
 * - All others have edges where letters begin and end.
 *
 * The first that fits counts. Extensions, so that marks which several scripts share (`ー`) belong to them. */
const rules: readonly (readonly [scripts: RegExp, rule: ScriptRule])[] = [
  [scriptsOf('Han Tangut Nushu'), { ...unspaced, weight: IDEOGRAPH_WEIGHT }],
  [scriptsOf('Hiragana Katakana Bopomofo Yi Thai Lao Khmer Myanmar'), unspaced],
  [scriptsOf('Tai_Le New_Tai_Lue Tai_Tham Tai_Viet Javanese Balinese'), unspaced],
  // Syllables are taken apart before, and begin with one of these.
  [/[\u1100-\u115f\ua960-\ua97c]/u, { ...spacedSyllable, mark: EDGE_BEFORE }],
  [scriptsOf('Hebrew Arabic Syriac'), { mark: MAY_BEGIN, endsWord: false, weight: CONSONANT_WEIGHT }],
  [scriptsOf('Ethiopic'), { ...spacedSyllable, mark: MAY_BEGIN }],
  // Their vowels are marks, which are left out.
  [scriptsOf('Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada'), spacedSyllable],
  [scriptsOf('Malayalam Sinhala Tibetan'), spacedSyllable],
  [scriptsOf('Cherokee Canadian_Aboriginal Vai'), spacedSyllable],
];

/** Returns the rule of a letter. */
function scriptRule(letter: string): ScriptRule {
  return rules.find(([scripts]) => scripts.test(letter))?.[1] ?? alphabet;
}

function scriptsOf(names: string): RegExp {
  return new RegExp(`[${names.replace(/\w+ ?/g, (name) => `\\p{scx=${name.trim()}}`)}]`, 'u');
}
