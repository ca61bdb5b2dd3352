/**
 * The normal form of a single character. Characters a reader would take for each other get the same spelling.
 * Each character is folded independently, so folding is a lookup per character, and folding a text in pieces
 * gives the same result as folding it whole.
 */
import { type Confusable, digitOf, foldConfusable, misreadings, shapeOf } from './confusables.ts';
import { type CharacterKind, EDGE_BEFORE, kinds, MAY_BEGIN } from './unit-mark.ts';

/** A folded character: its plain letters and how they were misread. */
export type FoldedCharacter = {
  readonly kind: CharacterKind;
  readonly plain: string;
  readonly misread: Confusable['misread'];
  /** The bits its script adds to the mark. */
  readonly mark: number;
  /** The kind that the next character sees before it. */
  readonly leaves: CharacterKind;
  readonly weight: number;
};

/** Characters that show nothing, including the strokes that lengthen words in Arabic and N'Ko. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}|\p{Cf}|\p{Cc}|[\u0640\u07fa]/u;
const MARK = /\p{M}/u;
const LETTER = /\p{L}|\p{N}/u;
const LINE_OR_TAB = /[\t\n\v\f\r]/;

/** Returns what a code point is folded to: nothing, one character or several. */
export function foldCharacter(codePoint: number): readonly FoldedCharacter[] {
  let text = decomposed(codePoint);
  // Lower, upper, then lower case again, which unifies letters with several lower-case forms and letters
  // whose capital is two letters.
  text = text.toLowerCase().toUpperCase().toLowerCase();
  return [...text].flatMap(foldPart);
}

/** Decomposes a code point, so that a mark is dropped whether it is precomposed or combining. */
function decomposed(codePoint: number): string {
  return String.fromCodePoint(codePoint).normalize('NFKD');
}

/** Returns the shape of a code point if it is known, otherwise its usual fold. */
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

/**
 * Letters of other scripts, which have words of their own, are not separators, even if they look like
 * punctuation.
 */
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
  // A digit keeps its kind without edges: `一` is part of the number `二一`.
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

/** Memoizes a function of code points. The cache is bounded, because the texts come from outside. */
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

/** Memoized `foldCharacter`. */
export const knownCharacter = remembered(foldCharacter);

/** Memoized fold of a code point by its shape. */
export const knownShape = remembered(foldShape);

/** Returns whether a code point looks different from what it means. */
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

/** The rule for the letters of a script. */
type ScriptRule = {
  /** The bits added to the mark. */
  readonly mark: number;
  /** Whether anything that follows starts a new word. */
  readonly endsWord: boolean;
  /** How telling a letter is, in halves of a letter of an alphabet. */
  readonly weight: number;
};

/** The weight of a letter of an alphabet. */
export const LETTER_WEIGHT = 2;
/**
 * Six letters of an alphabet are as telling as four consonants without vowels, three syllables or two
 * ideographs.
 */
export const TELLING_WEIGHT = 12;

const CONSONANT_WEIGHT = 3;
const SYLLABLE_WEIGHT = 4;
const IDEOGRAPH_WEIGHT = 6;

const alphabet: ScriptRule = { mark: 0, endsWord: false, weight: LETTER_WEIGHT };
const spacedSyllable: ScriptRule = { ...alphabet, weight: SYLLABLE_WEIGHT };
const unspaced: ScriptRule = { mark: EDGE_BEFORE, endsWord: true, weight: SYLLABLE_WEIGHT };

/**
 * Where words may start and end in each script, and how telling one character is.
 *
 * - Scripts without spaces between words (Han, kana, Thai and others): every character has an edge on both
 *    sides.
 * - Hangul uses spaces, but particles follow a name directly: every syllable has an edge.
 * - Hebrew, Arabic and others write articles and prepositions as one letter before a word: a word may start
 * at
 *    every letter and ends where the letters end.
 * - All other scripts have edges where letters start and end.
 *
 * The first matching rule applies. Script extensions are used, so that marks shared by several scripts (`ー`)
 * count as theirs.
 */
const rules: readonly (readonly [scripts: RegExp, rule: ScriptRule])[] = [
  [scriptsOf('Han Tangut Nushu'), { ...unspaced, weight: IDEOGRAPH_WEIGHT }],
  [scriptsOf('Hiragana Katakana Bopomofo Yi Thai Lao Khmer Myanmar'), unspaced],
  [scriptsOf('Tai_Le New_Tai_Lue Tai_Tham Tai_Viet Javanese Balinese'), unspaced],
  // Syllables have been decomposed by now and start with one of these.
  [/[\u1100-\u115f\ua960-\ua97c]/u, { ...spacedSyllable, mark: EDGE_BEFORE }],
  [scriptsOf('Hebrew Arabic Syriac'), { mark: MAY_BEGIN, endsWord: false, weight: CONSONANT_WEIGHT }],
  [scriptsOf('Ethiopic'), { ...spacedSyllable, mark: MAY_BEGIN }],
  // The vowels of these scripts are marks, which are dropped.
  [scriptsOf('Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada'), spacedSyllable],
  [scriptsOf('Malayalam Sinhala Tibetan'), spacedSyllable],
  [scriptsOf('Cherokee Canadian_Aboriginal Vai'), spacedSyllable],
];

function scriptRule(letter: string): ScriptRule {
  return rules.find(([scripts]) => scripts.test(letter))?.[1] ?? alphabet;
}

function scriptsOf(names: string): RegExp {
  return new RegExp(`[${names.replace(/\w+ ?/g, (name) => `\\p{scx=${name.trim()}}`)}]`, 'u');
}
