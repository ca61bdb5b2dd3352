/**
 * The hash tables of an index, as flat arrays: from pattern hashes to owners, and from hashes of six units to
 * the lengths of the patterns that start with them. An entry takes 12 bytes, compared to about 100 in a map
 * of strings, which matters because a hundred thousand locked facts have millions of forms.
 */
import { DEMAND_BITS, demands, meetsDemands } from './pattern-demands.ts';
import { firstOf, type HashedUnits, type HashWindow, secondOf, strictOf } from './unit-hash.ts';

/**
 * Slots are chosen by the high bits of the first hash. A claim is the owner plus one, with the demands of the
 * pattern in the low bits; 0 marks a free slot.
 */
export type FingerprintTable = {
  size: number;
  first: Int32Array;
  second: Int32Array;
  claims: Int32Array;
};

/** A stored pattern: its hashes (the second may be strict), its owner and its demands. */
export type Fingerprint = {
  readonly first: number;
  readonly second: number;
  readonly owner: number;
  readonly asked: number;
};

/** Means that there is no owner. */
export const NOBODY = -1;

const SMALLEST = 16;
const FULLNESS = 0.75;
const GROWTH = 1.5;
const HASHES = 2 ** 32;
const ASKED = 2 ** DEMAND_BITS - 1;

export function createFingerprintTable(capacity = SMALLEST): FingerprintTable {
  return {
    size: 0,
    first: new Int32Array(capacity),
    second: new Int32Array(capacity),
    claims: new Int32Array(capacity),
  };
}

/** Returns the home slot of a hash in a table of any capacity. */
export function placeOf(hash: number, capacity: number): number {
  return Math.floor(((hash >>> 0) / HASHES) * capacity);
}

/** Adds a pattern unless it is already there; the first owner is kept. */
export function addFingerprint(table: FingerprintTable, found: Fingerprint): void {
  const { first, second, owner, asked } = found;
  if (table.size >= table.claims.length * FULLNESS) growFingerprints(table);
  const { claims } = table;
  let place = placeOf(first, claims.length);
  while (claims[place] !== 0) {
    const isAsked = ((claims[place] as number) & ASKED) === asked;
    if (isAsked && table.first[place] === first && table.second[place] === second) return;
    place = place + 1 === claims.length ? 0 : place + 1;
  }
  table.first[place] = first;
  table.second[place] = second;
  claims[place] = ((owner + 1) << DEMAND_BITS) | asked;
  table.size++;
}

/** Returns the owner of the pattern that matches a window of a stream, or `NOBODY`. */
export function findOwner(table: FingerprintTable, run: HashedUnits, window: HashWindow): number {
  const { claims } = table;
  const first = firstOf(run, window);
  let place = placeOf(first, claims.length);
  while (claims[place] !== 0) {
    const claim = claims[place] as number;
    if (table.first[place] === first && isFilled(table.second[place] as number, claim & ASKED, run, window))
      return (claim >>> DEMAND_BITS) - 1;
    place = place + 1 === claims.length ? 0 : place + 1;
  }
  return NOBODY;
}

function isFilled(second: number, asked: number, run: HashedUnits, window: HashWindow): boolean {
  const isStrict = (asked & demands.strict) !== 0;
  return (
    second === (isStrict ? strictOf(run, window) : secondOf(run, window)) && meetsDemands(run, window, asked)
  );
}

/** Calls `visit` with every entry of a table. */
function visitFingerprints(table: FingerprintTable, visit: (found: Fingerprint) => void): void {
  for (let place = 0; place < table.claims.length; place++) {
    const claim = table.claims[place] as number;
    if (claim === 0) continue;
    const [first, second] = [table.first[place] as number, table.second[place] as number];
    visit({ first, second, owner: (claim >>> DEMAND_BITS) - 1, asked: claim & ASKED });
  }
}

function growFingerprints(table: FingerprintTable): void {
  const larger = createFingerprintTable(Math.ceil(table.claims.length * GROWTH));
  visitFingerprints(table, (found) => addFingerprint(larger, found));
  Object.assign(table, larger);
}

/**
 * Maps the hash of a pattern's first six units to the lengths of the patterns with that start. A length of 0
 * marks a free slot.
 */
export type PrefixTable = { size: number; hashes: Int32Array; lengths: Uint8Array };

/**
 * A bit set that rejects most positions with one lookup before the table is searched. It has at least sixteen
 * bits per entry, and the high bits of a hash select the word.
 */
export type PrefixBits = { readonly words: Int32Array; readonly shift: number };

const WORDS_AN_ENTRY = 0.5;
const FEWEST_WORDS_LOG = 5;

export function createPrefixTable(capacity = SMALLEST): PrefixTable {
  return { size: 0, hashes: new Int32Array(capacity), lengths: new Uint8Array(capacity) };
}

/** Adds a length for a start, once. */
export function addPrefix(table: PrefixTable, { hash, length }: { hash: number; length: number }): void {
  if (table.size >= table.lengths.length * FULLNESS) growPrefixes(table);
  const { lengths } = table;
  let place = placeOf(hash, lengths.length);
  while (lengths[place] !== 0) {
    if (table.hashes[place] === hash && lengths[place] === length) return;
    place = place + 1 === lengths.length ? 0 : place + 1;
  }
  table.hashes[place] = hash;
  lengths[place] = length;
  table.size++;
}

/** Returns the slot of the next length for a start, at or after `from`, or -1. */
export function findPrefix(table: PrefixTable, hash: number, from: number): number {
  const { hashes, lengths } = table;
  let place = from === lengths.length ? 0 : from;
  while (lengths[place] !== 0) {
    if (hashes[place] === hash) return place;
    place = place + 1 === lengths.length ? 0 : place + 1;
  }
  return -1;
}

/** Calls `visit` with every entry of a table. */
function visitPrefixes(table: PrefixTable, visit: (hash: number, length: number) => void): void {
  for (let place = 0; place < table.lengths.length; place++) {
    const length = table.lengths[place] as number;
    if (length !== 0) visit(table.hashes[place] as number, length);
  }
}

/** Builds the bit set of a table. */
export function prefixBits(table: PrefixTable): PrefixBits {
  let log = FEWEST_WORDS_LOG;
  while (2 ** log < table.size * WORDS_AN_ENTRY) log++;
  const words = new Int32Array(2 ** log);
  const shift = 32 - log;
  visitPrefixes(table, (hash) => {
    words[hash >>> shift] = (words[hash >>> shift] as number) | bitsOf(hash);
  });
  return { words, shift };
}

/** The two bits of a hash in its word. About one in eighty hashes that are not in the table has both set. */
function bitsOf(hash: number): number {
  return (1 << hash) | (1 << (hash >>> 5));
}

/**
 * Returns whether a word has both bits of a hash. Shift operators only use the low five bits of the shift
 * count.
 */
export function hasBits(word: number, hash: number): boolean {
  return ((word >>> hash) & (word >>> (hash >>> 5)) & 1) !== 0;
}

function growPrefixes(table: PrefixTable): void {
  const larger = createPrefixTable(Math.ceil(table.lengths.length * GROWTH));
  visitPrefixes(table, (hash, length) => addPrefix(larger, { hash, length }));
  Object.assign(table, larger);
}
