/**
 * What a token looks like when it is written another way: each form is a pattern of its own, made once when a guard is
 * built, so that scanning stays one pass over the text.
 */
import { numberForms } from './number-forms.ts';

/** One kind of encoded form. */
export type Encoding = 'base64' | 'hex' | 'codes' | 'reversed' | 'rot13' | 'numbers';

const writers: Readonly<Record<Encoding, (token: string) => readonly string[]>> = {
  base64: (token) =>
    spellings(token).flatMap((text) => [...base64Forms(utf8Bytes(text)), ...base64Forms(utf16Bytes(text))]),
  hex: (token) => spellings(token).flatMap((text) => hexForms(utf8Bytes(text))),
  codes: (token) => spellings(token).flatMap(codeForms),
  reversed: (token) => [[...token].reverse().join('')],
  rot13: (token) => [token.replace(/[a-z]/gi, rotate)],
  numbers: (token) => (/^-?[0-9]+$/.test(token) ? numberForms(token.replace('-', '')) : []),
};

const LONGEST_ENCODED = 24;
const encoder = new TextEncoder();

/** Returns the encoded forms of a token; `without` leaves out kinds, which only tests do. */
export function encodedForms(token: string, without: ReadonlySet<unknown> = new Set()): readonly string[] {
  return Object.entries(writers).flatMap(([kind, write]) => (without.has(kind) ? [] : write(token)));
}

/**
 * Encodings keep what normalisation merges, so the usual capitalisations are encoded one by one. The beginning is
 * enough: whatever holds the whole token encoded holds that.
 */
function spellings(token: string): readonly string[] {
  const start = [...token.slice(0, LONGEST_ENCODED * 2)].slice(0, LONGEST_ENCODED).join('');
  const title = start.slice(0, 1).toUpperCase() + start.slice(1).toLowerCase();
  return [...new Set([start, start.toLowerCase(), start.toUpperCase(), title])];
}

/** Returns the characters that bytes fix in Base64, for each of the three places they can have in a longer text. */
function base64Forms(bytes: Uint8Array): readonly string[] {
  return [0, 1, 2].map((lead) => {
    const shifted = new Uint8Array(lead + bytes.length);
    shifted.set(bytes, lead);
    const firstWhole = Math.ceil((lead * 8) / 6);
    const afterLastWhole = Math.floor((shifted.length * 8) / 6);
    return toBase64(shifted).slice(firstWhole, afterLastWhole);
  });
}

/** Bytes in hex, bare (also as `%64%72` or `64 72`, once separators are gone) and with the marks of `\x64` and `0x64`. */
function hexForms(bytes: Uint8Array): readonly string[] {
  const pairs = [...bytes].map((byte) => byte.toString(16).padStart(2, '0'));
  return ['', 'x', '0x'].map((mark) => pairs.map((pair) => mark + pair).join(''));
}

/** Code points as numbers (`100, 114`), and as `U+0064` or `\u0064` that lost its backslash. */
function codeForms(text: string): readonly string[] {
  const codes = [...text].map((character) => character.codePointAt(0) as number);
  return [codes.join(' '), codes.map((code) => `u${code.toString(16).padStart(4, '0')}`).join('')];
}

function rotate(letter: string): string {
  const start = letter < 'a' ? 0x41 : 0x61;
  return String.fromCharCode(((letter.charCodeAt(0) - start + 13) % 26) + start);
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

function utf8Bytes(text: string): Uint8Array {
  return encoder.encode(text);
}

function utf16Bytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 2);
  for (let index = 0; index < text.length; index++) {
    bytes[index * 2] = text.charCodeAt(index) & 0xff;
    bytes[index * 2 + 1] = text.charCodeAt(index) >> 8;
  }
  return bytes;
}
