/**
 * The leak guard: built once per working set from the tokens of what is locked, then asked about every text that would
 * leave. It lives in memory only and tells where something leaked and of which handle, never what.
 */
import type { CanonicalValue } from '../kernel/index.ts';
import { type Encoding, encodedForms } from './encoded-forms.ts';
import { type NormalStep, normalizeText, normalKey, unitsText } from './normalize-text.ts';
import {
  createView,
  type LeakHit,
  type ScanOptions,
  type ScanPart,
  scanParts,
  type ViewPattern,
} from './scan-parts.ts';

/** The tokens of one locked item, under the name by which a leak of them is reported. */
export type GuardEntry = { readonly handle: string; readonly tokens: readonly string[] };

/** Finds locked tokens in values. Frozen; its patterns cannot be read back. */
export type LeakGuard = {
  /** How many locked items it covers. */
  readonly size: number;
  /** The working set it was built with, or null for one that was made by hand. */
  readonly workingSetId: string | null;
  /** Scans every string, key and number of a value. */
  scan(value: CanonicalValue, options?: ScanOptions): readonly LeakHit[];
  /** Scans adjacent values, also for a token that begins in one and ends in another. */
  scanAdjacent(parts: readonly ScanPart[], options?: ScanOptions): readonly LeakHit[];
  /** Returns the same guard, bound to a working set. */
  bind(workingSetId: string): LeakGuard;
};

/** A step of the guard that a test can take away to see that it is needed. */
export type GuardStep = NormalStep | Encoding | 'escapes' | 'joins';

/** From this many characters on, a token is found inside of words, too. */
export const WHOLE_TOKEN_CHARACTERS = 6;

const LONGEST_PATTERN = 256;
const KEEPS_SYMBOLS: ReadonlySet<GuardStep> = new Set<GuardStep>(['separators']);

/** Compiles the guard of a working set. */
export function compileGuard(entries: readonly GuardEntry[]): LeakGuard {
  return compileGuardWithout(entries, new Set());
}

/** Compiles a guard that lacks some of its steps; private to the room and its tests. */
export function compileGuardWithout(
  entries: readonly GuardEntry[],
  without: ReadonlySet<GuardStep>,
): LeakGuard {
  const views = [
    createView(lettersOf(entries, without), without),
    createView(symbolsOf(entries), KEEPS_SYMBOLS),
  ];
  return createGuard(null, entries.length, (parts, options) => scanParts(views, without, parts, options));
}

type Scan = (parts: readonly ScanPart[], options: ScanOptions) => readonly LeakHit[];

function createGuard(workingSetId: string | null, size: number, scanAll: Scan): LeakGuard {
  return Object.freeze({
    size,
    workingSetId,
    scan: (value, options = {}) => scanAll([{ path: 'value', value }], options),
    scanAdjacent: (parts, options = {}) => scanAll(parts, options),
    bind: (id) => createGuard(id, size, scanAll),
  } satisfies LeakGuard);
}

type Patterns = Map<string, ViewPattern>;

/** Returns the patterns of the tokens themselves, which name a hit first, and of their encoded forms. */
function lettersOf(entries: readonly GuardEntry[], without: ReadonlySet<GuardStep>): Patterns {
  const patterns: Patterns = new Map();
  const add = (handle: string, text: string, minimum: number): void => {
    const { units, characters } = normalizeText(text, without);
    if (characters === 0 || characters < minimum) return;
    const normal = unitsText(units);
    const isBounded = characters < WHOLE_TOKEN_CHARACTERS;
    if (!patterns.has(normal)) patterns.set(normal, { handle, length: normal.length, isBounded });
  };
  for (const { handle, tokens } of entries) for (const token of tokens) add(handle, beginningOf(token), 0);
  for (const { handle, tokens } of entries) {
    // A shorter form is no evidence: reversed or rotated it is often another word.
    for (const token of tokens)
      for (const form of encodedForms(beginningOf(token), without)) add(handle, form, WHOLE_TOKEN_CHARACTERS);
  }
  return patterns;
}

/** A long token is known by its beginning: whatever holds the whole of it, in any form, holds that. */
function beginningOf(token: string): string {
  return token.length <= LONGEST_PATTERN ? token : [...token.slice(0, LONGEST_PATTERN)].slice(0, -1).join('');
}

/** Returns the patterns of tokens without a letter or digit, which have no other normal form than themselves. */
function symbolsOf(entries: readonly GuardEntry[]): Patterns {
  const patterns: Patterns = new Map();
  for (const { handle, tokens } of entries) {
    for (const token of tokens) {
      if (normalKey(token) !== '') continue;
      const text = unitsText(normalizeText(token.replace(/\s+/gu, ''), KEEPS_SYMBOLS).units);
      if (text !== '') patterns.set(text, { handle, length: text.length, isBounded: false });
    }
  }
  return patterns;
}
