/**
 * Encoded forms of a token (reversed, ROT13, Base64, hex, code points). Each form becomes a pattern of its
 * own when the guard is built, so scanning remains a single pass.
 */
import { digitOf } from './confusables.ts';
import { normalizeText } from './normalize-text.ts';
import { dateForms, numberForms, type TextForm } from './number-forms.ts';
import { demands } from './pattern-demands.ts';
import type { HashedUnits } from './unit-hash.ts';
import { MISREAD, SECOND_UNIT } from './unit-mark.ts';

/**
 * Receives each form and the minimum number of letters and digits it needs. The buffer is reused for the next
 * form.
 */
export type FormVisitor = (form: FormBuffer, minimumCharacters: number) => void;

/** Shorter forms prove nothing: reversed or rotated, they are often other words. */
export const TELLING_CHARACTERS = 6;
/** Hashes and numbers contain short runs of digits by chance. */
const TELLING_DIGITS = 8;
/** Encoding the start of a token is enough, since any text with the whole token encoded contains it. */
const LONGEST_READ = 256;
const LONGEST_SPELT = 24;

/**
 * The most recently written form, with its count of letters and digits and of symbols. The buffer is reused,
 * because a guard may have millions of forms.
 */
export type FormBuffer = HashedUnits & { characters: number; symbols: number };

/** The maximum length of a form; the start of a longer form is enough to find it. */
export const LONGEST_FORM = 32;

/** Room for the last characters (two units each) and for what `append` overwrites. */
const CAPACITY = LONGEST_FORM + 4;
const BASE64 = unitsOf('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');
const DIGITS = unitsOf('0123456789abcdef');

/** Bytes to encode: the first `length` of a reused buffer. */
type ByteRun = { readonly bytes: Uint8Array; length: number };

/**
 * The writers for tokens with letters. Short numbers are not reversed, because that gives just another
 * number.
 */
const wordWriters: readonly ((token: string) => readonly string[])[] = [
  (token) => [[...token].reverse().join('')],
  (token) => [token.replace(/[a-z]/gi, rotate)],
];
const LETTER = /\p{L}/u;

/** One spelling of a token and its bytes. */
type Spelling = { readonly text: string; readonly utf8: ByteRun; readonly utf16: ByteRun };

/** Encodings preserve what normalization merges, so every spelling of a token is encoded separately. */
const spellingWriters: readonly ((spelling: Spelling, visit: FormVisitor) => void)[] = [
  ({ utf8 }, visit) => visitBase64(utf8, visit),
  ({ utf16 }, visit) => visitBase64(utf16, visit),
  ({ utf8 }, visit) => visit(writeHex(form, utf8), TELLING_DIGITS),
  ({ text }, visit) => visit(writeCodes(form, text), TELLING_DIGITS),
];

const encoder = new TextEncoder();
const form = createForm();
const utf8: ByteRun = { bytes: new Uint8Array(LONGEST_SPELT * 4), length: 0 };
const utf16: ByteRun = { bytes: new Uint8Array(LONGEST_SPELT * 4), length: 0 };

/** Returns the forms of a token that consist of text: reversed, rotated, and as dates or numbers. */
export function textForms(token: string): readonly TextForm[] {
  const read = beginningOf(token);
  const dates = dateForms(read);
  const asked = demands.strict | demands.wordEdges;
  if (!LETTER.test(read)) {
    const digits = read.match(/\p{Nd}/gu)?.length ?? 0;
    const backwards = digits < TELLING_DIGITS ? [] : [{ text: [...read].reverse().join(''), asked }];
    return [...dates, ...backwards, ...numberForms(wholeNumber(read))];
  }
  const texts = wordWriters.flatMap((write) => write(read)).filter((text) => text !== read);
  return [...dates, ...texts.map((text) => ({ text, asked }))];
}

/** Visits the forms of a token that encode its bytes, in all common spellings. */
export function visitByteForms(token: string, visit: FormVisitor): void {
  for (const text of spellings(beginningOf(token))) {
    const spelling = { text, utf8: utf8Bytes(text), utf16: utf16Bytes(text) };
    for (const write of spellingWriters) write(spelling, visit);
  }
}

function beginningOf(token: string): string {
  return token.slice(0, LONGEST_READ).toWellFormed().trim();
}

/** Returns the common spellings of a token: each capitalization, with and without separators. */
function spellings(token: string): ReadonlySet<string> {
  const start = [...token.slice(0, LONGEST_SPELT * 2)].slice(0, LONGEST_SPELT).join('');
  const small = start.toLowerCase();
  const titled = small.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
  const spelt = [start, small, start.toUpperCase(), titled];
  const joined = spelt.map((text) => text.replace(/[^\p{L}\p{N}]+/gu, ''));
  return new Set([...spelt, small.slice(0, 1).toUpperCase() + small.slice(1), ...joined]);
}

/**
 * Visits the Base64 characters that the bytes determine, at each of the three alignments in a longer text.
 */
function visitBase64(run: ByteRun, visit: FormVisitor): void {
  for (const skippedBits of [0, 4, 2]) visit(writeBase64(form, run, skippedBits), TELLING_CHARACTERS);
  // A token this short is only recognized by its complete encoding, including the last, partly determined
  // character.
  if (run.length * 8 < TELLING_CHARACTERS * 6) visit(writeWholeBase64(form, run), TELLING_CHARACTERS);
}

function rotate(letter: string): string {
  const start = letter < 'a' ? 0x41 : 0x61;
  return String.fromCharCode(((letter.charCodeAt(0) - start + 13) % 26) + start);
}

function utf8Bytes(text: string): ByteRun {
  utf8.length = encoder.encodeInto(text, utf8.bytes).written;
  return utf8;
}

function utf16Bytes(text: string): ByteRun {
  const { bytes } = utf16;
  for (let index = 0; index < text.length; index++) {
    bytes[index * 2] = text.charCodeAt(index) & 0xff;
    bytes[index * 2 + 1] = text.charCodeAt(index) >> 8;
  }
  utf16.length = Math.min(text.length * 2, bytes.length);
  return utf16;
}

const WHOLE_NUMBER = /^[-+]?(?:\d+|\d{1,3}(?:[ ,._']\d{3})+)$/;

/** Returns the digits of a whole number in any script, with or without thousands separators; otherwise ''. */
function wholeNumber(token: string): string {
  if (!/\p{Nd}/u.test(token)) return '';
  const compatible = token.normalize('NFKD').replace(/[\s\u202f]/g, ' ');
  const plain = compatible.replace(/\p{Nd}/gu, (digit) => String(digitOf(digit.codePointAt(0) ?? 0)));
  return WHOLE_NUMBER.test(plain) ? plain.replace(/\D/g, '') : '';
}

function createForm(): FormBuffer {
  return {
    units: new Uint16Array(CAPACITY),
    marks: new Uint8Array(CAPACITY + 1),
    first: new Int32Array(CAPACITY + 1),
    second: new Int32Array(CAPACITY + 1),
    length: 0,
    hashed: 0,
    characters: 0,
    symbols: 0,
  };
}

/**
 * Writes the Base64 characters that the bytes determine if their first bits belong to a preceding character.
 */
function writeBase64(form: FormBuffer, { bytes, length }: ByteRun, skippedBits: number): FormBuffer {
  clear(form);
  let [read, count] = [0, -skippedBits];
  for (let index = 0; index < length && form.length < LONGEST_FORM; index++) {
    read = ((read << 8) | (bytes[index] as number)) & 0xffff;
    count += 8;
    if (count < 6) continue;
    count -= 6;
    append(form, BASE64[(read >> count) & 63] as number);
    if (count < 6) continue;
    count -= 6;
    append(form, BASE64[(read >> count) & 63] as number);
  }
  return endForm(form);
}

/** Writes the Base64 of a few bytes including the last character, which they determine only in part. */
function writeWholeBase64(form: FormBuffer, run: ByteRun): FormBuffer {
  writeBase64(form, run, 0);
  const left = (run.length * 8) % 6;
  const last = run.bytes[run.length - 1] ?? 0;
  if (left > 0) append(form, BASE64[(last << (6 - left)) & 63] as number);
  return endForm(form);
}

/** Writes bytes in hex. */
function writeHex(form: FormBuffer, { bytes, length }: ByteRun): FormBuffer {
  clear(form);
  for (let index = 0; index < length && form.length < LONGEST_FORM; index++) {
    const byte = bytes[index] as number;
    append(form, DIGITS[byte >> 4] as number);
    append(form, DIGITS[byte & 15] as number);
  }
  return endForm(form);
}

/** Writes the code points of a text in decimal. */
function writeCodes(form: FormBuffer, text: string): FormBuffer {
  clear(form);
  for (let index = 0; index < text.length && form.length < LONGEST_FORM; index++) {
    const codePoint = text.codePointAt(index) as number;
    if (codePoint > 0xffff) index++;
    const digits = String(codePoint);
    for (let place = 0; place < digits.length && form.length < LONGEST_FORM; place++)
      append(form, DIGITS[digits.charCodeAt(place) - 0x30] as number);
  }
  return endForm(form);
}

function clear(form: FormBuffer): void {
  form.length = 0;
  form.hashed = 0;
  form.characters = 0;
  form.symbols = 0;
}

function endForm(form: FormBuffer): FormBuffer {
  form.marks[form.length] = 0;
  return form;
}

/** Appends a character without branching; anything written beyond its units is overwritten later. */
function append(form: FormBuffer, character: number): void {
  const { units, marks, length } = form;
  const counts = (character >> 18) & 1;
  units[length] = character & 0xff;
  units[length + 1] = (character >> 8) & 0xff;
  marks[length] = (character >> 19) & MISREAD;
  marks[length + 1] = SECOND_UNIT;
  form.length = length + ((character >> 16) & 3);
  form.characters += counts;
  form.symbols += 1 - counts;
}

/**
 * For each character: its one or two units (bits 0-7 and 8-15), how many there are (16-17), whether it counts
 * as a letter or digit (18), and the mark of the first unit (from 19).
 */
function unitsOf(characters: string): Int32Array {
  return Int32Array.from(characters, (character) => {
    const { units, marks } = normalizeText(character);
    const both = (units[0] ?? 0) | ((units[1] ?? 0) << 8);
    const mark = (marks[0] as number) & MISREAD;
    return both | (units.length << 16) | (units.length > 0 ? 1 << 18 : 0) | (mark << 19);
  });
}
