/**
 * A table from hashes of patterns to whom they belong, in flat arrays: twelve bytes a place instead of the hundred that
 * a map of texts takes, for a world of a hundred thousand locked facts has millions of forms to look for.
 */
import { DEMAND_BITS, demands, meetsDemands } from './pattern-demands.ts';
import { firstOf, type HashedUnits, type HashWindow, secondOf, strictOf } from './unit-hash.ts';

/**
 * Places are chosen by the high bits of the first hash. A claim is an owner, one too large, with what its pattern asks
 * for in the low bits; 0 is a free place.
 */
export type FingerprintTable = {
  size: number;
  first: Int32Array;
  second: Int32Array;
  claims: Int32Array;
};

/** What is kept of a pattern: its hashes, the second of which may be strict, whom it belongs to and what it asks for. */
export type Fingerprint = {
  readonly first: number;
  readonly second: number;
  readonly owner: number;
  readonly asked: number;
};

/** Says that there is no owner. */
export const NOBODY = -1;

const SMALLEST = 16;
const FULLNESS = 0.75;
const GROWTH = 1.5;
const HASHES = 2 ** 32;
const ASKED = 2 ** DEMAND_BITS - 1;

/** Makes an empty table. */
export function createFingerprintTable(capacity = SMALLEST): FingerprintTable {
  return {
    size: 0,
    first: new Int32Array(capacity),
    second: new Int32Array(capacity),
    claims: new Int32Array(capacity),
  };
}

/** Returns the place where a hash belongs in a table of any capacity. */
export function placeOf(hash: number, capacity: number): number {
  return Math.floor(((hash >>> 0) / HASHES) * capacity);
}

/** Adds a pattern, unless it is there already: the first owner stays. */
export function addFingerprint(table: FingerprintTable, found: Fingerprint): void {
  const { first, second, owner, asked } = found;
  if (table.size >= table.claims.length * FULLNESS) grow(table);
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

/** Returns whom the pattern belongs to that fills a window of a stream, or nobody. */
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

/** Calls `visit` with everything in a table. */
function visitFingerprints(table: FingerprintTable, visit: (found: Fingerprint) => void): void {
  for (let place = 0; place < table.claims.length; place++) {
    const claim = table.claims[place] as number;
    if (claim === 0) continue;
    const [first, second] = [table.first[place] as number, table.second[place] as number];
    visit({ first, second, owner: (claim >>> DEMAND_BITS) - 1, asked: claim & ASKED });
  }
}

function grow(table: FingerprintTable): void {
  const larger = createFingerprintTable(Math.ceil(table.claims.length * GROWTH));
  visitFingerprints(table, (found) => addFingerprint(larger, found));
  Object.assign(table, larger);
}
