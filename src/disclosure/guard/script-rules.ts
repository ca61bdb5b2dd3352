/**
 * How a script writes its words, by Unicode's script property: where a word can begin and end, and how much one of its
 * characters says. `foldCharacter` notes both beside each character.
 *
 * - Where words are not parted by blanks (Han, kana, Thai and the like), every character is an edge on both sides.
 * - Hangul has blanks, but particles follow a name without one: every syllable is an edge.
 * - Hebrew, Arabic and the like write articles and prepositions as one letter before a word: a word can begin at every
 *   letter, and ends where the letters end.
 * - All others have edges where letters begin and end.
 */
import { EDGE_BEFORE, MAY_BEGIN } from './unit-mark.ts';

/** What a letter of a script brings along. */
export type ScriptRule = {
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

/** The first that fits counts. Extensions, so that marks which several scripts share (`ー`) belong to them. */
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
export function scriptRule(letter: string): ScriptRule {
  return rules.find(([scripts]) => scripts.test(letter))?.[1] ?? alphabet;
}

function scriptsOf(names: string): RegExp {
  return new RegExp(`[${names.replace(/\w+ ?/g, (name) => `\\p{scx=${name.trim()}}`)}]`, 'u');
}
