/**
 * Which lengths the patterns have that begin with six given units: what a scan looks up at a place that may begin one.
 * A set of bits in front of it, sixteen or more for each entry, turns most places away with one look.
 */
import { placeOf } from './fingerprint-table.ts';

/** Hashes of beginnings with one length each; a length of 0 is a free place. */
export type PrefixTable = { size: number; hashes: Int32Array; lengths: Uint8Array };

/** The set of bits in front of a table; the word of a hash is chosen by its high bits. */
export type PrefixBits = { readonly words: Int32Array; readonly shift: number };

const SMALLEST = 16;
const FULLNESS = 0.75;
const GROWTH = 1.5;
const WORDS_AN_ENTRY = 0.5;
const FEWEST_WORDS_LOG = 5;

/** Makes an empty table. */
export function createPrefixTable(capacity = SMALLEST): PrefixTable {
  return { size: 0, hashes: new Int32Array(capacity), lengths: new Uint8Array(capacity) };
}

/** Adds a length behind a beginning, once. */
export function addPrefix(table: PrefixTable, { hash, length }: { hash: number; length: number }): void {
  if (table.size >= table.lengths.length * FULLNESS) grow(table);
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

/** Returns the place of the next length behind a beginning, at or after a place, or -1. */
export function findPrefix(table: PrefixTable, hash: number, from: number): number {
  const { hashes, lengths } = table;
  let place = from === lengths.length ? 0 : from;
  while (lengths[place] !== 0) {
    if (hashes[place] === hash) return place;
    place = place + 1 === lengths.length ? 0 : place + 1;
  }
  return -1;
}

/** Calls `visit` with everything in a table. */
function visitPrefixes(table: PrefixTable, visit: (hash: number, length: number) => void): void {
  for (let place = 0; place < table.lengths.length; place++) {
    const length = table.lengths[place] as number;
    if (length !== 0) visit(table.hashes[place] as number, length);
  }
}

/** Makes the set of bits of a table. */
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

/** The two bits of a hash in its word; both are set in one of eighty that is not in the table. */
function bitsOf(hash: number): number {
  return (1 << hash) | (1 << (hash >>> 5));
}

/** Tells whether a word has both bits of a hash; shifts take the low five bits of what they are given. */
export function hasBits(word: number, hash: number): boolean {
  return ((word >>> hash) & (word >>> (hash >>> 5)) & 1) !== 0;
}

function grow(table: PrefixTable): void {
  const larger = createPrefixTable(Math.ceil(table.lengths.length * GROWTH));
  visitPrefixes(table, (hash, length) => addPrefix(larger, { hash, length }));
  Object.assign(table, larger);
}
