/**
 * Canonical JSON, the only form that is ever hashed. ASCII, keys sorted by code point, integers only; equal
 * to Python's `json.dumps(sort_keys=True, ensure_ascii=True, separators=(',', ':'))` on the shared domain.
 */
import { limits } from './limits.ts';
import { PenumbraError } from './penumbra-error.ts';

/** A value that has a canonical form. Numbers are safe integers; larger ones are bigint. */
export type CanonicalValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly CanonicalValue[]
  | { readonly [key: string]: CanonicalValue };

const NEEDS_ESCAPE = /[^\x20\x21\x23-\x5b\x5d-\x7e]/;
const BEYOND_ASCII = /[\x7f-\uffff]/g;
const HEX_OF_BYTE = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const encoder = new TextEncoder();

/** Returns the canonical bytes of a value, or throws `not-canonical` with the JSON path of the problem. */
export function canonicalize(value: unknown): Uint8Array {
  return encoder.encode(canonicalText(value));
}

/**
 * Returns the canonical form as text; it is ASCII, so characters equal bytes. `depth` is the number of lists
 * that will enclose the value, as nesting is limited.
 */
export function canonicalText(value: unknown, depth = 0): string {
  const isShared = depth === 0 && typeof value !== 'object';
  const walk = isShared ? nowhere : { path: new Array<number>(depth).fill(0), ancestors: [] };
  return writeValue(value, walk, depth);
}

/** Returns a text as a canonical JSON string, or null if it contains a lone surrogate. */
export function quoteCanonical(text: string): string | null {
  if (!NEEDS_ESCAPE.test(text)) return `"${text}"`;
  if (!text.isWellFormed()) return null;
  return JSON.stringify(text).replace(BEYOND_ASCII, escapeUnit);
}

/** Returns a `not-canonical` error with the problem and its path. */
export function offenceAt(path: readonly (string | number)[], offence: string): PenumbraError {
  const place = path.reduce<string>((text, step) => text + pathStep(step), '$');
  return new PenumbraError('not-canonical', `no canonical form: ${offence} at ${place}`, {
    data: { path: place, offence },
  });
}

/** The text of a deeply frozen value and its nesting depth. */
export type KeptText = { readonly text: string; readonly height: number };

const keptTexts = new WeakMap<object, KeptText>();

/** Caches the canonical text of a deeply frozen value. */
export function keepText(frozen: object, kept: KeptText): void {
  // Forces V8 to flatten the string; a concatenated string is otherwise kept as a tree wherever it is used.
  kept.text.charCodeAt(0);
  keptTexts.set(frozen, kept);
}

/** Returns the cached text of a value, which is then deeply frozen. */
export function keptTextOf(value: object): KeptText | undefined {
  return keptTexts.get(value);
}

type Walk = { readonly path: (string | number)[]; readonly ancestors: object[] };

/** The shared walk state for values without parts, as many texts are written one by one. */
const nowhere: Walk = { path: [], ancestors: [] };

function writeValue(value: unknown, walk: Walk, depth: number): string {
  switch (typeof value) {
    case 'string':
      return quoteCanonical(value) ?? refuse(walk, depth, 'a lone surrogate');
    case 'number':
      return writeNumber(value, walk, depth);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'bigint':
      return value.toString();
    case 'object':
      return value === null ? 'null' : writeContainer(value, walk, depth);
    default:
      return refuse(walk, depth, `a value of type ${typeof value}`);
  }
}

function writeNumber(value: number, walk: Walk, depth: number): string {
  if (Number.isSafeInteger(value) && !Object.is(value, -0)) return String(value);
  if (Object.is(value, -0)) return refuse(walk, depth, 'negative zero');
  if (!Number.isFinite(value)) return refuse(walk, depth, `the number ${value}`);
  if (Number.isInteger(value)) return refuse(walk, depth, 'an integer too large for a number (use bigint)');
  return refuse(walk, depth, `the float ${value}`);
}

function writeContainer(value: object, walk: Walk, depth: number): string {
  const kept = keptTexts.get(value);
  if (kept !== undefined && depth + kept.height <= limits.jsonDepth) return kept.text;
  for (let level = 0; level < depth; level++) {
    if (walk.ancestors[level] === value) return refuse(walk, depth, 'a cycle');
  }
  if (depth >= limits.jsonDepth) return refuse(walk, depth, `nesting deeper than ${limits.jsonDepth}`);
  walk.ancestors[depth] = value;
  return Array.isArray(value) ? writeArray(value, walk, depth) : writeObject(value, walk, depth);
}

function writeArray(items: readonly unknown[], walk: Walk, depth: number): string {
  // In any realm, `Array.prototype` is the only array prototype that is itself an array.
  if (!Array.isArray(Object.getPrototypeOf(items))) return refuse(walk, depth, instanceOf(items));
  let text = '[';
  for (let index = 0; index < items.length; index++) {
    walk.path[depth] = index;
    if (index > 0) text += ',';
    text += writeValue(items[index], walk, depth + 1);
  }
  return `${text}]`;
}

function writeObject(value: object, walk: Walk, depth: number): string {
  if (!isPlainObject(value)) return refuse(walk, depth, instanceOf(value));
  if (Object.getOwnPropertySymbols(value).length > 0)
    return refuse(walk, depth, 'a key that is not a string');
  const entries = value as Readonly<Record<string, unknown>>;
  const keys = sortByCodePoint(Object.keys(entries));
  let text = '{';
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as string;
    walk.path[depth] = key;
    if (index > 0) text += ',';
    text += quoteCanonical(key) ?? refuse(walk, depth + 1, 'a lone surrogate in a key');
    text += ':';
    text += writeValue(entries[key], walk, depth + 1);
  }
  return `${text}}`;
}

function instanceOf(value: object): string {
  const name: unknown = value.constructor?.name;
  return `an instance of ${typeof name === 'string' && name !== '' ? name : 'a class'}`;
}

function refuse(walk: Walk, depth: number, offence: string): never {
  throw offenceAt(walk.path.slice(0, depth), offence);
}

function escapeUnit(unit: string): string {
  const code = unit.charCodeAt(0);
  return `\\u${HEX_OF_BYTE[code >> 8]}${HEX_OF_BYTE[code & 0xff]}`;
}

function pathStep(step: string | number): string {
  if (typeof step === 'number') return `[${step}]`;
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(step) ? `.${step}` : `[${JSON.stringify(step.toWellFormed())}]`;
}

/**
 * Checks for a plain record: an object literal, also from another realm, or an object without a prototype.
 */
export function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype) return true;
  // Another realm's `Object.prototype` is recognised by its own null prototype and a method only it owns.
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype as object, 'isPrototypeOf');
}

const SURROGATE = /[\ud800-\udfff]/;

/**
 * Compares two texts by code point. JavaScript's own order compares UTF-16 units and puts astral characters
 * before U+E000..U+FFFF.
 */
export function compareCodePoints(left: string, right: string): number {
  const shared = Math.min(left.length, right.length);
  for (let index = 0; index < shared; index++) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a !== b) return codePointRank(a) - codePointRank(b);
  }
  return left.length - right.length;
}

/** Sorts texts by code point, in place. */
export function sortByCodePoint(texts: string[]): string[] {
  if (isSorted(texts)) return texts;
  // Without surrogates the built-in order is the same, and much faster.
  return SURROGATE.test(texts.join('')) ? texts.sort(compareCodePoints) : texts.sort();
}

/** Keys parsed from canonical JSON are already sorted, and checking is much cheaper than sorting. */
function isSorted(texts: readonly string[]): boolean {
  for (let index = 1; index < texts.length; index++) {
    if (compareCodePoints(texts[index - 1] as string, texts[index] as string) > 0) return false;
  }
  return true;
}

function codePointRank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
