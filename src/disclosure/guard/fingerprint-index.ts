/**
 * Matches many patterns against a stream of units in one pass. A pattern is stored as two hashes: the hash of
 * its first six units gives candidate positions and lengths, and the hash of the whole pattern confirms a
 * match.
 *
 * A trie of all patterns (Aho-Corasick) would also take one pass, but it needs about twenty bytes per unit of
 * each form: gigabytes for a hundred thousand locked facts. Here a pattern takes about thirty bytes
 * regardless of its length, and its text is not stored. Each position in the stream costs one bit set lookup,
 * plus at most one lookup for each length of the patterns with the same start. That is fewer than 256 for any
 * text, so a scan takes linear time.
 */
import {
  addFingerprint,
  addPrefix,
  createFingerprintTable,
  createPrefixTable,
  type FingerprintTable,
  findOwner,
  findPrefix,
  hasBits,
  NOBODY,
  type PrefixBits,
  type PrefixTable,
  placeOf,
  prefixBits,
} from './fingerprint-table.ts';
import { demands } from './pattern-demands.ts';
import {
  beginningHash,
  firstValues,
  type HashedUnits,
  hashUnits,
  hashWindow,
  LONGEST_WINDOW,
  ROLLED_SHIFT,
  ROLLED_UNITS,
  spreadHash,
} from './unit-hash.ts';
import { isBeginning, isEdge, isSecondUnit } from './unit-mark.ts';

/**
 * The maximum number of units in a pattern that only matches from edge to edge. Five characters have at most
 * ten.
 */
export const LONGEST_BOUNDED = 16;

/** The patterns to look for. Patterns can be added until the index is sealed. */
export type FingerprintIndex = {
  readonly prefixes: PrefixTable;
  readonly patterns: FingerprintTable;
  /** The patterns that only match from edge to edge, and a bit set of their lengths. */
  readonly bounded: FingerprintTable;
  boundedLengths: number;
  /** The length of the longest pattern, in units. */
  longest: number;
  bits: PrefixBits | null;
};

/**
 * A pattern to add: `length` units of a run from `start` (default 0). A pattern of fewer than six units must
 * be bounded.
 */
export type IndexedPattern = {
  readonly start?: number;
  readonly length: number;
  readonly owner: number;
  readonly isBounded: boolean;
  /** The demands on its surroundings, as bits. */
  readonly asked: number;
};

/** Limits of a scan: positions before `until`, patterns of at least `minimumLength`. */
export type ScanBounds = { readonly until: number; readonly minimumLength: number };

export function createIndex(): FingerprintIndex {
  return {
    prefixes: createPrefixTable(),
    patterns: createFingerprintTable(),
    bounded: createFingerprintTable(),
    boundedLengths: 0,
    longest: 0,
    bits: null,
  };
}

/** Adds a pattern. A pattern longer than the maximum window is truncated. */
export function addPattern(index: FingerprintIndex, run: HashedUnits, pattern: IndexedPattern): void {
  const { start = 0, isBounded, owner, asked } = pattern;
  const longest = Math.min(pattern.length, isBounded ? LONGEST_BOUNDED : LONGEST_WINDOW);
  // Truncate between characters, because every match ends between characters.
  const length = isSecondUnit(run.marks[start + longest] as number) ? longest - 1 : longest;
  const table = isBounded ? index.bounded : index.patterns;
  const isStrict = (asked & demands.strict) !== 0;
  const { first, second } = hashWindow(run, { start, length }, isStrict);
  addFingerprint(table, { first, second, owner, asked });
  if (isBounded) index.boundedLengths |= 1 << length;
  else addPrefix(index.prefixes, { hash: beginningHash(run.units, start), length });
  index.longest = Math.max(index.longest, length);
}

/** Finishes an index so that it can be scanned with. */
export function sealIndex(index: FingerprintIndex): FingerprintIndex {
  index.bits = index.prefixes.size === 0 ? null : prefixBits(index.prefixes);
  return index;
}

/** Receives each match: the owner of the pattern and the position after its end. */
export type FoundVisitor = (owner: number, end: number) => void;

/** Scans a stretch and returns how many windows were compared. */
export function scanStretch(
  index: FingerprintIndex,
  stretch: HashedUnits,
  bounds: ScanBounds,
  visit: FoundVisitor,
): number {
  return scanInner(index, stretch, bounds, visit) + scanBounded(index, stretch, bounds, visit);
}

function scanInner(
  index: FingerprintIndex,
  stretch: HashedUnits,
  { until, minimumLength }: ScanBounds,
  visit: FoundVisitor,
): number {
  const { bits } = index;
  if (bits === null) return 0;
  const behind = Math.min(until + ROLLED_UNITS - 1, stretch.length);
  let compared = 0;
  for (let last = ROLLED_UNITS - 1; ; last++) {
    last = nextBeginning(bits, stretch.units, { from: last, end: behind });
    if (last >= behind) return compared;
    compared += compareAt(index, stretch, { start: last + 1 - ROLLED_UNITS, minimumLength }, visit);
  }
}

/**
 * Returns the next position, at or after `from`, where six units that may start a pattern end, or `end` if
 * there is none. This is the hot loop of a scan, so it has a function to itself and calls as little as
 * possible.
 */
function nextBeginning(
  { words, shift }: PrefixBits,
  units: Uint16Array,
  { from, end }: { readonly from: number; readonly end: number },
): number {
  let rolled = 0;
  for (let place = from + 1 - ROLLED_UNITS; place < end; place++) {
    rolled = (rolled << ROLLED_SHIFT) ^ (firstValues[units[place] as number] as number);
    const prefix = spreadHash(rolled);
    if (hasBits(words[prefix >>> shift] as number, prefix) && place >= from) return place;
  }
  return end;
}

/** A position whose first six units match the start of a pattern. */
type PrefixPlace = { readonly start: number; readonly minimumLength: number };

/** Compares the windows at a candidate position, one for each length of the patterns with that start. */
function compareAt(
  { prefixes, patterns }: FingerprintIndex,
  stretch: HashedUnits,
  { start, minimumLength }: PrefixPlace,
  visit: FoundVisitor,
): number {
  const prefix = beginningHash(stretch.units, start);
  let compared = 0;
  let place = findPrefix(prefixes, prefix, placeOf(prefix, prefixes.lengths.length));
  for (; place >= 0; place = findPrefix(prefixes, prefix, place + 1)) {
    const length = prefixes.lengths[place] as number;
    if (length < minimumLength || start + length > stretch.length) continue;
    compared++;
    hashUnits(stretch);
    const owner = findOwner(patterns, stretch, { start, length });
    if (owner !== NOBODY) visit(owner, start + length);
  }
  return compared;
}

function scanBounded(
  { bounded, boundedLengths }: FingerprintIndex,
  stretch: HashedUnits,
  { until, minimumLength }: ScanBounds,
  visit: FoundVisitor,
): number {
  const lengths = minimumLength > LONGEST_BOUNDED ? 0 : boundedLengths & (-1 << minimumLength);
  if (lengths === 0) return 0;
  const { marks } = stretch;
  let compared = 0;
  hashUnits(stretch);
  const behind = Math.min(until, stretch.length);
  for (let start = 0; start < behind; start++) {
    if (!isBeginning(marks[start] as number)) continue;
    for (let rest = lengths; rest !== 0; rest &= rest - 1) {
      const length = 31 - Math.clz32(rest & -rest);
      if (start + length > stretch.length) break;
      if (!isEdge(marks[start + length] as number)) continue;
      compared++;
      const owner = findOwner(bounded, stretch, { start, length });
      if (owner !== NOBODY) visit(owner, start + length);
    }
  }
  return compared;
}
