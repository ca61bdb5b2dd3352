/**
 * Reads canonical JSON and nothing else: one text per value. Whatever a lenient reader would repair (duplicate or
 * unsorted keys, white space, other escapes, floats, a byte order mark) is an error with path and offset.
 */
import { type CanonicalValue, compareCodePoints, offenceAt, quoteCanonical } from './canonical-json.ts';
import { limits } from './limits.ts';
import type { PenumbraError } from './penumbra-error.ts';

const OUTSIDE_ASCII = /[^\x20-\x7e]/;
const NUMBER = /-?(?:0|[1-9][0-9]*)/y;
/** The escapes of JSON that are not the only form of a character; between printable ASCII, all others are. */
const OTHER_FORMS = ['\\u', '\\/'];
// INVARIANT (ASCII only): latin1 maps every byte to one character, so offsets are byte offsets.
const decoder = new TextDecoder('latin1');

/** The texts of the lists and records that stand so many levels deep, for whoever writes them again as they are. */
export type TextsAtDepth = { readonly depth: number; readonly texts: Map<object, string> };

/** Parses canonical JSON bytes or text, or throws `not-canonical` with the path of the offence. */
export function parseCanonical(bytesOrText: Uint8Array | string, kept?: TextsAtDepth): CanonicalValue {
  const text = typeof bytesOrText === 'string' ? bytesOrText : decoder.decode(bytesOrText);
  const foreign = OUTSIDE_ASCII.exec(text);
  if (foreign) throw offenceAt([], `a byte outside 0x20-0x7e (offset ${foreign.index})`);
  const reader: Reader = { text, offset: 0, path: [], backslash: -1, kept };
  const value = readValue(reader);
  if (reader.offset < text.length) throw refuse(reader, 'text after the value');
  return value;
}

type Reader = {
  readonly text: string;
  offset: number;
  readonly path: (string | number)[];
  /** Where the next backslash is, as far as it has been looked for; most strings end before it. */
  backslash: number;
  readonly kept: TextsAtDepth | undefined;
};

function readValue(reader: Reader): CanonicalValue {
  switch (reader.text[reader.offset]) {
    case '{':
      return readObject(reader);
    case '[':
      return readArray(reader);
    case '"':
      return readString(reader);
    case 't':
      return readWord(reader, 'true', true);
    case 'f':
      return readWord(reader, 'false', false);
    case 'n':
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
  while (!closes(reader, '}', previous === null)) {
    const key = readString(reader);
    reader.path.push(key);
    if (previous !== null) requireAscending(reader, previous, key);
    if (!take(reader, ':')) throw refuse(reader, 'no colon after a key');
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
  while (!closes(reader, ']', items.length === 0)) {
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
  const end = text[offset] === '"' ? text.indexOf('"', offset + 1) : -1;
  if (end === -1) throw refuse(reader, 'no string where one belongs');
  if (nextBackslash(reader) < end) return readEscaped(reader);
  // Printable ASCII (the whole text was checked for that) with neither quote nor backslash stands for itself.
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

/** Consumes the closing bracket, or the comma before a further item. */
function closes(reader: Reader, bracket: string, isFirst: boolean): boolean {
  if (take(reader, bracket)) return true;
  if (!isFirst && !take(reader, ',')) throw refuse(reader, `neither a comma nor ${bracket}`);
  return false;
}

function take(reader: Reader, character: string): boolean {
  if (reader.text[reader.offset] !== character) return false;
  reader.offset++;
  return true;
}

function requireAscending(reader: Reader, previous: string, key: string): void {
  const order = compareCodePoints(previous, key);
  if (order === 0) throw refuse(reader, 'a duplicate key');
  if (order > 0) throw refuse(reader, 'keys out of order');
}

/** Returns the string literal that starts at an offset, quotes included. A regular expression would need stack per character. */
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

/** Returns the text of a string literal, or null where the literal is not the canonical one of its text. */
function unquote(quoted: string): string | null {
  try {
    const text = JSON.parse(quoted) as string;
    const isPlain = !OTHER_FORMS.some((form) => quoted.includes(form));
    return isPlain || quoteCanonical(text) === quoted ? text : null;
  } catch {
    return null;
  }
}

/** Sets a key as own data, also `__proto__`, which a plain assignment would treat as the prototype. */
function setOwn(target: Record<string, CanonicalValue>, key: string, value: CanonicalValue): void {
  if (key !== '__proto__') target[key] = value;
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

function refuse(reader: Reader, offence: string): PenumbraError {
  return offenceAt(reader.path, `${offence} (offset ${reader.offset})`);
}
