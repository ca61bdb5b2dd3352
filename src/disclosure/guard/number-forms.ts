/**
 * Other ways to write a whole number: bases, Roman numerals and English words. The leak guard looks for them beside the
 * digits; groups of digits, a trailing `.0` and digits of other scripts have the digits' normal form, and powers of ten
 * are undone in the text.
 */
import { SCALES, TENS, UNITS } from './number-words.ts';
import { demands } from './pattern-demands.ts';

/** A token written another way, and what it asks of a place to count. */
export type TextForm = { readonly text: string; readonly asked: number };

const LONGEST_WORDED = 21;
const LONGEST_COUNTED = 40;
/** Fewer digits are anybody's number, zeros before them or not. */
const FEWEST_SIGNIFICANT = 4;
const ROMAN: readonly (readonly [value: number, letters: string])[] = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
];
const LARGEST_ROMAN = 4999;

/** Writes a number, given as such and in digits. */
type NumberWriter = (number: bigint, digits: string) => readonly string[];

const baseWriters: readonly NumberWriter[] = [
  (number) => hexForms(number.toString(16)),
  (number) => [`0o${number.toString(8)}`],
  (number, digits) => (digits.length < FEWEST_SIGNIFICANT ? [] : [`0${number.toString(8)}`]),
  (number) => [`0b${number.toString(2)}`],
];

/** As programs print them: as they are, in whole bytes, and in 32 and 64 bits. */
function hexForms(hex: string): readonly string[] {
  const lengths = [hex.length + (hex.length % 2), 8, 16].filter((length) => length > hex.length);
  return [hex, ...new Set(lengths.map((length) => hex.padStart(length, '0')))].map((form) => `0x${form}`);
}

const wordWriters: readonly NumberWriter[] = [
  (_, digits) => [[...digits].map((digit) => UNITS[Number(digit)]).join(' ')],
  (number, digits) => (digits.length <= LONGEST_WORDED ? wordForms(number) : []),
  (number) => hundredForms(Number(number)),
  (number) => romanForms(Number(number)),
];

/** What each kind of spelling asks of a place: digits of a base are one word, and words are parted by something. */
const kindsOfForms: readonly (readonly [writers: readonly NumberWriter[], asked: number])[] = [
  [baseWriters, demands.wordEdges | demands.solid],
  [wordWriters, demands.wordEdges | demands.wholeNumber],
];

/** Returns other spellings of a whole number given in digits, with what they ask of a place; none of no digits. */
export function numberForms(digits: string): readonly TextForm[] {
  if (digits === '' || digits.length > LONGEST_COUNTED) return [];
  const number = BigInt(digits);
  const significant = digits.replace(/^0+/, '');
  const shorter = significant.length < digits.length && significant.length >= FEWEST_SIGNIFICANT;
  const asked = demands.strict | demands.wordEdges;
  return [...(shorter ? [{ text: significant, asked }] : []), ...writtenForms(number, digits)];
}

function writtenForms(number: bigint, digits: string): readonly TextForm[] {
  return kindsOfForms.flatMap(([writers, asked]) =>
    writers
      .flatMap((write) => write(number, digits))
      .map((text) => ({ text, asked: asked | demands.strict })),
  );
}

function wordForms(number: bigint): readonly string[] {
  if (number === 0n) return ['zero'];
  const forms = [inWords(number, ''), inWords(number, 'and')];
  return [...new Set([...forms, ...forms.map((form) => form.replace(/^one /, 'a '))])];
}

function inWords(number: bigint, and: string): string {
  const words: string[] = [];
  let rest = number;
  for (const scale of SCALES) {
    const group = Number(rest % 1000n);
    if (group > 0) words.unshift(groupInWords(group, and), scale);
    // Behind thousands, less than a hundred is joined like behind hundreds.
    if (scale === '' && group > 0 && group < 100 && rest >= 1000n) words.unshift(and);
    rest /= 1000n;
  }
  return words.filter(Boolean).join(' ');
}

function groupInWords(group: number, and: string): string {
  const hundreds = Math.floor(group / 100);
  const below = group % 100;
  const head = hundreds > 0 ? [UNITS[hundreds], 'hundred', below > 0 ? and : ''] : [];
  const tail =
    below < 20 ? [below > 0 ? UNITS[below] : ''] : [TENS[Math.floor(below / 10)], UNITS[below % 10]];
  const words = below >= 20 && below % 10 === 0 ? [...head, tail[0]] : [...head, ...tail];
  return words.filter(Boolean).join(' ');
}

/** Four digits as years are read: in hundreds (`forty-seven hundred eleven`) and in pairs (`forty-seven eleven`). */
function hundredForms(number: number): readonly string[] {
  const hundreds = Math.floor(number / 100);
  const below = number % 100;
  if (hundreds < 11 || hundreds > 99 || hundreds % 10 === 0) return [];
  const head = groupInWords(hundreds, '');
  const tail = groupInWords(below, '');
  if (below === 0) return [`${head} hundred`];
  return [
    `${head} hundred ${tail}`,
    `${head} hundred and ${tail}`,
    `${head} ${below < 10 ? 'oh ' : ''}${tail}`,
  ];
}

function romanForms(number: number): readonly string[] {
  if (number < 1 || number > LARGEST_ROMAN) return [];
  let rest = number;
  let letters = '';
  for (const [value, letter] of ROMAN) {
    for (; rest >= value; rest -= value) letters += letter;
  }
  return [letters];
}
