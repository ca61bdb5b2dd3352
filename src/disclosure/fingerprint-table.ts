/**
 * A table from hashes of patterns to whom they belong, in flat arrays: twelve bytes a place instead of the hundred that
 * a map of texts takes, for a world of a hundred thousand locked facts has millions of forms to look for.
 */
import { firstOf, type HashedUnits, type HashWindow, secondOf } from './unit-hash.ts';

/** Places are chosen by the high bits of the first hash; an owner of 0 is a free place, others are one too large. */
export type FingerprintTable = {
  size: number;
  first: Int32Array;
  second: Int32Array;
  owners: Int32Array;
};

/** What is kept of a pattern: its hashes and whom it belongs to. */
export type Fingerprint = { readonly first: number; readonly second: number; readonly owner: number };

/** Says that there is no owner. */
export const NOBODY = -1;

const SMALLEST = 16;
const FULLNESS = 0.75;
const GROWTH = 1.5;
const HASHES = 2 ** 32;

/** Makes an empty table. */
export function createFingerprintTable(capacity = SMALLEST): FingerprintTable {
  return {
    size: 0,
    first: new Int32Array(capacity),
    second: new Int32Array(capacity),
    owners: new Int32Array(capacity),
  };
}

/** Returns the place where a hash belongs in a table of any capacity. */
export function placeOf(hash: number, capacity: number): number {
  return Math.floor(((hash >>> 0) / HASHES) * capacity);
}

/** Adds a pattern, unless it is there already: the first owner stays. */
export function addFingerprint(table: FingerprintTable, { first, second, owner }: Fingerprint): void {
  if (table.size >= table.owners.length * FULLNESS) grow(table);
  const { owners } = table;
  let place = placeOf(first, owners.length);
  while (owners[place] !== 0) {
    if (table.first[place] === first && table.second[place] === second) return;
    place = place + 1 === owners.length ? 0 : place + 1;
  }
  table.first[place] = first;
  table.second[place] = second;
  owners[place] = owner + 1;
  table.size++;
}

/** Returns whom the pattern belongs to that fills a window of a stream, or nobody. */
export function findOwner(table: FingerprintTable, run: HashedUnits, window: HashWindow): number {
  const { owners } = table;
  const first = firstOf(run, window);
  let place = placeOf(first, owners.length);
  while (owners[place] !== 0) {
    if (table.first[place] === first && table.second[place] === secondOf(run, window))
      return (owners[place] as number) - 1;
    place = place + 1 === owners.length ? 0 : place + 1;
  }
  return NOBODY;
}

/** Calls `visit` with everything in a table. */
export function visitFingerprints(table: FingerprintTable, visit: (found: Fingerprint) => void): void {
  for (let place = 0; place < table.owners.length; place++) {
    const owner = (table.owners[place] as number) - 1;
    if (owner === NOBODY) continue;
    visit({ first: table.first[place] as number, second: table.second[place] as number, owner });
  }
}

function grow(table: FingerprintTable): void {
  const larger = createFingerprintTable(Math.ceil(table.owners.length * GROWTH));
  visitFingerprints(table, (found) => addFingerprint(larger, found));
  Object.assign(table, larger);
}
