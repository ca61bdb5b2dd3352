/**
 * Many patterns against a stream of units in one pass. A pattern is kept as two hashes: that of its first six units
 * says where to look and how far, that of the whole says what was found.
 *
 * A tree of all patterns (Aho-Corasick) finds the same in one pass, but takes some twenty bytes for each unit of each
 * form, gigabytes for a hundred thousand locked facts. Here a pattern takes about thirty bytes, however long it is, and
 * its text is not kept. A place in the stream costs one look at a set of bits, and at most one more for each length
 * that patterns have which begin alike: below 256 whatever the text, so time stays linear.
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

/** The most units of a pattern that is found from edge to edge only; five characters have at most ten. */
export const LONGEST_BOUNDED = 16;

/** What is looked for. It grows until it is sealed. */
export type FingerprintIndex = {
  readonly prefixes: PrefixTable;
  readonly patterns: FingerprintTable;
  /** Patterns that are found from edge to edge, and which lengths they have, as bits. */
  readonly bounded: FingerprintTable;
  boundedLengths: number;
  /** How many units the longest pattern has. */
  longest: number;
  bits: PrefixBits | null;
};

/** A pattern to add: so many units of a run, from its beginning unless it says otherwise; fewer than six only from edge to edge. */
export type IndexedPattern = {
  readonly start?: number;
  readonly length: number;
  readonly owner: number;
  readonly isBounded: boolean;
  /** What it asks of a place, as bits. */
  readonly asked: number;
};

/** Which of the stretch is looked through: the places before `until`, for patterns of a least length. */
export type ScanBounds = { readonly until: number; readonly minimumLength: number };

/** Makes an empty index. */
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

/** Adds a pattern; a longer one than a window can be is known by its beginning. */
export function addPattern(index: FingerprintIndex, run: HashedUnits, pattern: IndexedPattern): void {
  const { start = 0, isBounded, owner, asked } = pattern;
  const longest = Math.min(pattern.length, isBounded ? LONGEST_BOUNDED : LONGEST_WINDOW);
  // A beginning ends between characters, as whatever is found does.
  const length = isSecondUnit(run.marks[start + longest] as number) ? longest - 1 : longest;
  const table = isBounded ? index.bounded : index.patterns;
  const isStrict = (asked & demands.strict) !== 0;
  const { first, second } = hashWindow(run, { start, length }, isStrict);
  addFingerprint(table, { first, second, owner, asked });
  if (isBounded) index.boundedLengths |= 1 << length;
  else addPrefix(index.prefixes, { hash: beginningHash(run.units, start), length });
  index.longest = Math.max(index.longest, length);
}

/** Makes an index ready to be asked. */
export function sealIndex(index: FingerprintIndex): FingerprintIndex {
  index.bits = index.prefixes.size === 0 ? null : prefixBits(index.prefixes);
  return index;
}

/** Is told of each pattern that is found: whose it is, and the place behind it. */
export type FoundVisitor = (owner: number, end: number) => void;

/** Looks a stretch through and returns how many windows it had to compare. */
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
 * Returns the next place, from one on, at which six units end that patterns may begin with, or the end. A scan spends its
 * time here, so the loop is alone in its function and calls nothing.
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

/** A place that begins like a pattern. */
type PrefixPlace = { readonly start: number; readonly minimumLength: number };

/** Compares the windows at a place that begins like a pattern, one for each length such patterns have. */
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
