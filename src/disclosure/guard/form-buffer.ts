/**
 * Encodings of bytes, written as normal units into a buffer that is used again: a guard of many tokens makes millions
 * of forms, each of which is looked at once.
 */
import { normalizeText } from './normalize-text.ts';
import type { HashedUnits } from './unit-hash.ts';
import { MISREAD, SECOND_UNIT } from './unit-mark.ts';

/** The form that was written last, with how many letters and digits it has, and how many symbols between them. */
export type FormBuffer = HashedUnits & { characters: number; symbols: number };

/** No form is longer: whatever holds the whole form holds its beginning. */
export const LONGEST_FORM = 32;

/** Room for the last characters, of two units each, and what is written over. */
const CAPACITY = LONGEST_FORM + 4;
const BASE64 = unitsOf('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');
const DIGITS = unitsOf('0123456789abcdef');

/** Bytes to encode: the first ones of a buffer that is used again. */
export type ByteRun = { readonly bytes: Uint8Array; length: number };

/** Makes an empty buffer. */
export function createForm(): FormBuffer {
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

/** Writes the characters of Base64 that bytes fix when their first bits belong to a character of what stands before. */
export function writeBase64(form: FormBuffer, { bytes, length }: ByteRun, skippedBits: number): FormBuffer {
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

/** Writes the Base64 of a few bytes with its last character, of which they fix a part. */
export function writeWholeBase64(form: FormBuffer, run: ByteRun): FormBuffer {
  writeBase64(form, run, 0);
  const left = (run.length * 8) % 6;
  const last = run.bytes[run.length - 1] ?? 0;
  if (left > 0) append(form, BASE64[(last << (6 - left)) & 63] as number);
  return endForm(form);
}

/** Writes bytes in hex. */
export function writeHex(form: FormBuffer, { bytes, length }: ByteRun): FormBuffer {
  clear(form);
  for (let index = 0; index < length && form.length < LONGEST_FORM; index++) {
    const byte = bytes[index] as number;
    append(form, DIGITS[byte >> 4] as number);
    append(form, DIGITS[byte & 15] as number);
  }
  return endForm(form);
}

/** Writes the code points of a text as numbers. */
export function writeCodes(form: FormBuffer, text: string): FormBuffer {
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

/** Appends a character without a branch: what it leaves beyond its units is written over. */
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
 * For each character its one or two units (bits 0-7 and 8-15), how many they are (16-17), whether it counts (18), and
 * the mark of the first (from 19).
 */
function unitsOf(characters: string): Int32Array {
  return Int32Array.from(characters, (character) => {
    const { units, marks } = normalizeText(character);
    const both = (units[0] ?? 0) | ((units[1] ?? 0) << 8);
    const mark = (marks[0] as number) & MISREAD;
    return both | (units.length << 16) | (units.length > 0 ? 1 << 18 : 0) | (mark << 19);
  });
}
