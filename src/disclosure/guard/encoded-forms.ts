/**
 * What a token looks like when it is written another way: each form is a pattern of its own, made once when a guard is
 * built, so that scanning stays one pass over the text.
 */
import { digitOf } from './confusables.ts';
import { dateForms } from './date-forms.ts';
import {
  type ByteRun,
  createForm,
  type FormBuffer,
  writeBase64,
  writeCodes,
  writeHex,
  writeWholeBase64,
} from './form-buffer.ts';
import { numberForms, type TextForm } from './number-forms.ts';
import { demands } from './pattern-demands.ts';

/** Is told of each form and how many letters and digits it needs to count; the buffer holds the next one thereafter. */
export type FormVisitor = (form: FormBuffer, minimumCharacters: number) => void;

/** Shorter forms are no evidence: reversed or rotated they are often other words. */
export const TELLING_CHARACTERS = 6;
/** Digits of any base occur in hashes and numbers by chance. */
const TELLING_DIGITS = 8;
/** The beginning of a token is enough: whatever holds the whole of it encoded holds that. */
const LONGEST_READ = 256;
const LONGEST_SPELT = 24;

/** Few digits are not words: backwards they are another number. */
const wordWriters: readonly ((token: string) => readonly string[])[] = [
  (token) => [[...token].reverse().join('')],
  (token) => [token.replace(/[a-z]/gi, rotate)],
];
const LETTER = /\p{L}/u;

/** A way to write a token, and its bytes. */
type Spelling = { readonly text: string; readonly utf8: ByteRun; readonly utf16: ByteRun };

/** Encodings keep what normalisation merges, so each spelling of a token has its own. */
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

/** Returns the forms of a token that are made of its own letters, or of words: reversed, rotated, numbers. */
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

/** Visits the forms of a token that are made of its bytes, in all usual spellings. */
export function visitByteForms(token: string, visit: FormVisitor): void {
  for (const text of spellings(beginningOf(token))) {
    const spelling = { text, utf8: utf8Bytes(text), utf16: utf16Bytes(text) };
    for (const write of spellingWriters) write(spelling, visit);
  }
}

function beginningOf(token: string): string {
  return token.slice(0, LONGEST_READ).toWellFormed().trim();
}

/** Returns the usual ways to write a token: in each capitalisation, with its separators and without. */
function spellings(token: string): ReadonlySet<string> {
  const start = [...token.slice(0, LONGEST_SPELT * 2)].slice(0, LONGEST_SPELT).join('');
  const small = start.toLowerCase();
  const titled = small.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
  const spelt = [start, small, start.toUpperCase(), titled];
  const joined = spelt.map((text) => text.replace(/[^\p{L}\p{N}]+/gu, ''));
  return new Set([...spelt, small.slice(0, 1).toUpperCase() + small.slice(1), ...joined]);
}

/** Visits what bytes fix in Base64, for each of the three places they can have in a longer text. */
function visitBase64(run: ByteRun, visit: FormVisitor): void {
  for (const skippedBits of [0, 4, 2]) visit(writeBase64(form, run, skippedBits), TELLING_CHARACTERS);
  // So short a token is told by its own encoding alone, of which it fixes the last character in part.
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

/** Returns the digits of a token that is a whole number, in groups of three or not, in any script; else nothing. */
function wholeNumber(token: string): string {
  if (!/\p{Nd}/u.test(token)) return '';
  const compatible = token.normalize('NFKD').replace(/[\s\u202f]/g, ' ');
  const plain = compatible.replace(/\p{Nd}/gu, (digit) => String(digitOf(digit.codePointAt(0) ?? 0)));
  return WHOLE_NUMBER.test(plain) ? plain.replace(/\D/g, '') : '';
}
