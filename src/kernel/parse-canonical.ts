/**
 * A strict parser of canonical JSON: exactly one text per value. Anything a lenient parser would accept
 * (duplicate or unsorted keys, white space, other escapes, floats, a byte order mark) is an error with path
 * and offset.
 */
import { type CanonicalValue, compareCodePoints, offenceAt, quoteCanonical } from './canonical-json.ts';
import { limits } from './limits.ts';
import type { PenumbraError } from './penumbra-error.ts';

const UNPRINTABLE = /[^\x20-\x7e]/;
const NUMBER = /-?(?:0|[1-9][0-9]*)/y;
const WORD = Int32Array.BYTES_PER_ELEMENT;
const UPPER_BITS = 0x80808080;
// INVARIANT (ASCII only): latin1 maps every byte to one character, so offsets are byte offsets.
const decoder = new TextDecoder('latin1');

/** Collects the texts of lists and records at a given depth, so that they can be written again unchanged. */
export type TextsAtDepth = { readonly depth: number; readonly texts: Map<object, string> };

/** Parses canonical JSON, or throws `not-canonical` with the path of the problem. */
export function parseCanonical(bytesOrText: Uint8Array | string, kept?: TextsAtDepth): CanonicalValue {
  const text = typeof bytesOrText === 'string' ? bytesOrText : decoder.decode(bytesOrText);
  const foreign = isPrintable(bytesOrText) ? null : UNPRINTABLE.exec(text);
  if (foreign) throw offenceAt([], `a byte outside 0x20-0x7e (offset ${foreign.index})`);
  const reader: Reader = { text, offset: 0, path: [], backslash: -1, kept };
  const value = readValue(reader);
  if (reader.offset < text.length) throw refuse(reader, 'text after the value');
  return value;
}

/**
 * Checks for printable ASCII, four bytes at a time. In a word without high bits, subtracting 0x20 from each
 * byte borrows only if one is smaller, and adding 1 sets a high bit only for 0x7f.
 */
function isPrintable(bytes: Uint8Array | string): boolean {
  if (typeof bytes === 'string' || bytes.byteOffset % WORD !== 0) return false;
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.length / WORD));
  let upper = 0;
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as number;
    upper |= word | (word - 0x20202020) | (word + 0x01010101);
  }
  for (let index = words.length * WORD; index < bytes.length; index++) {
    const byte = bytes[index] as number;
    upper |= byte | (byte - 0x20) | (byte + 1);
  }
  return (upper & UPPER_BITS) === 0;
}

const codes = {
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  bracket: 0x5b,
  closingBracket: 0x5d,
  f: 0x66,
  n: 0x6e,
  t: 0x74,
  brace: 0x7b,
  closingBrace: 0x7d,
} as const;

type Reader = {
  readonly text: string;
  offset: number;
  readonly path: (string | number)[];
  /** The position of the next backslash, as far as searched; most strings end before it. */
  backslash: number;
  readonly kept: TextsAtDepth | undefined;
};

function readValue(reader: Reader): CanonicalValue {
  switch (reader.text.charCodeAt(reader.offset)) {
    case codes.quote:
      return readString(reader);
    case codes.brace:
      return readObject(reader);
    case codes.bracket:
      return readArray(reader);
    case codes.t:
      return readWord(reader, 'true', true);
    case codes.f:
      return readWord(reader, 'false', false);
    case codes.n:
      return readWord(reader, 'null', null);
    default:
      return readNumber(reader);
  }
}

function readObject(reader: Reader): CanonicalValue {
  const start = reader.offset;
  enter(reader);
  const result: Record<string, CanonicalValue> = {};
  let previous: string | null = null;
  while (!closes(reader, codes.closingBrace, previous === null)) {
    const key = readString(reader);
    reader.path.push(key);
    if (previous !== null) requireAscending(reader, previous, key);
    if (!take(reader, codes.colon)) throw refuse(reader, 'no colon after a key');
    setOwn(result, key, readValue(reader));
    reader.path.pop();
    previous = key;
  }
  keepText(reader, result, start);
  return result;
}

function readArray(reader: Reader): CanonicalValue {
  const start = reader.offset;
  enter(reader);
  const items: CanonicalValue[] = [];
  while (!closes(reader, codes.closingBracket, items.length === 0)) {
    reader.path.push(items.length);
    items.push(readValue(reader));
    reader.path.pop();
  }
  keepText(reader, items, start);
  return items;
}

function keepText({ kept, path, text, offset }: Reader, value: object, start: number): void {
  if (path.length === kept?.depth) kept.texts.set(value, text.slice(start, offset));
}

function readString(reader: Reader): string {
  const { text, offset } = reader;
  const end = text.charCodeAt(offset) === codes.quote ? text.indexOf('"', offset + 1) : -1;
  if (end === -1) throw refuse(reader, 'no string where one belongs');
  if (nextBackslash(reader) < end) return readEscaped(reader);
  // The whole text is known to be printable ASCII, so without quote or backslash no escapes are needed.
  reader.offset = end + 1;
  return text.slice(offset + 1, end);
}

function nextBackslash(reader: Reader): number {
  if (reader.backslash >= reader.offset) return reader.backslash;
  const found = reader.text.indexOf('\\', reader.offset);
  reader.backslash = found === -1 ? reader.text.length : found;
  return reader.backslash;
}

function readEscaped(reader: Reader): string {
  const quoted = quotedAt(reader.text, reader.offset);
  if (quoted === null) throw refuse(reader, 'no string where one belongs');
  const text = unquote(quoted);
  if (text === null) throw refuse(reader, 'a string in another than its canonical form');
  reader.offset += quoted.length;
  return text;
}

function readNumber(reader: Reader): number | bigint {
  NUMBER.lastIndex = reader.offset;
  const digits = NUMBER.exec(reader.text)?.[0];
  if (digits === undefined) throw refuse(reader, 'no value where one belongs');
  if (digits === '-0') throw refuse(reader, 'negative zero');
  const next = reader.text[reader.offset + digits.length];
  if (next !== undefined && '.eE'.includes(next)) throw refuse(reader, 'a float');
  reader.offset += digits.length;
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number : BigInt(digits);
}

function readWord<Value extends CanonicalValue>(reader: Reader, word: string, value: Value): Value {
  if (!reader.text.startsWith(word, reader.offset)) throw refuse(reader, 'an unknown word');
  reader.offset += word.length;
  return value;
}

function enter(reader: Reader): void {
  if (reader.path.length >= limits.jsonDepth) throw refuse(reader, `nesting deeper than ${limits.jsonDepth}`);
  reader.offset++;
}

/** Consumes a closing bracket, or the comma before another item. */
function closes(reader: Reader, bracket: number, isFirst: boolean): boolean {
  if (take(reader, bracket)) return true;
  if (!isFirst && !take(reader, codes.comma))
    throw refuse(reader, `neither a comma nor ${String.fromCharCode(bracket)}`);
  return false;
}

function take(reader: Reader, code: number): boolean {
  if (reader.text.charCodeAt(reader.offset) !== code) return false;
  reader.offset++;
  return true;
}

function requireAscending(reader: Reader, previous: string, key: string): void {
  const order = compareCodePoints(previous, key);
  if (order === 0) throw refuse(reader, 'a duplicate key');
  if (order > 0) throw refuse(reader, 'keys out of order');
}

/**
 * Returns the string literal at an offset, including quotes. A regular expression would use stack space per
 * character.
 */
function quotedAt(text: string, start: number): string | null {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? null : text.slice(start, end + 1);
}

function isEscaped(text: string, offset: number): boolean {
  let start = offset;
  while (text[start - 1] === '\\') start--;
  return (offset - start) % 2 === 1;
}

/** Returns the text of a string literal, or null if the literal is not canonical. */
function unquote(quoted: string): string | null {
  try {
    const text = JSON.parse(quoted) as string;
    // In printable ASCII, every other JSON escape is the only form of its character.
    const isPlain = !quoted.includes('\\u') && !quoted.includes('\\/');
    return isPlain || quoteCanonical(text) === quoted ? text : null;
  } catch {
    return null;
  }
}

/** Sets an own property, including `__proto__`, which plain assignment would treat as the prototype. */
function setOwn(target: Record<string, CanonicalValue>, key: string, value: CanonicalValue): void {
  if (key !== '__proto__') target[key] = value;
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

function refuse(reader: Reader, offence: string): PenumbraError {
  return offenceAt(reader.path, `${offence} (offset ${reader.offset})`);
}
