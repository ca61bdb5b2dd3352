/**
 * Hashes of code units. Whole patterns use a polynomial hash in two lanes of 32 bits: with the hashes of all
 * prefixes of a run, the hash of any window is one subtraction. A rolling hash of six units finds candidates
 * and costs one shift per unit. The constants are fixed, so every machine gets the same results.
 *
 * Equal units always have equal hashes, so nothing is missed. Different units collide about once in 2^64,
 * which would block a text but leak nothing.
 */
import { MISREAD } from './unit-mark.ts';

const FIRST_BASE = 0x2c1b3c6d;
const SECOND_BASE = 0x297a2d39;
const STRICT_BASE = 0x3c6ef375;
const SPREAD = 0x9e3779b1;
const UNITS = 0x10000;

/** The number of units in the rolling hash: five shifts clear all but two of its bits, six clear all. */
export const ROLLED_UNITS = 6;
/** How many bits the rolling hash is shifted per unit. */
export const ROLLED_SHIFT = 6;

/** The maximum number of units in a window; fits in a byte. */
export const LONGEST_WINDOW = 255;

/**
 * The value of each unit in the rolling hash and the first lane, mixed so that every bit depends on all bits
 * of the unit.
 */
export const firstValues = valuesOf(0x7feb352d);
const secondValues = valuesOf(0x5bd1e995);
const firstPowers = powersOf(FIRST_BASE);
const secondPowers = powersOf(SECOND_BASE);

/** A run of units and the hashes of its prefixes, computed on demand. */
export type HashedUnits = {
  readonly units: Uint16Array;
  /** The mark of each unit, plus one after the last unit. */
  readonly marks: Uint8Array;
  readonly first: Int32Array;
  readonly second: Int32Array;
  length: number;
  /** How many units have been hashed. */
  hashed: number;
};

/** A range of those units. */
export type HashWindow = { readonly start: number; readonly length: number };

/** Returns the lookup key of a rolling hash. Its bits are spread, because the high bits select the slot. */
export function spreadHash(rolled: number): number {
  return Math.imul(rolled, SPREAD);
}

/** Returns the lookup key for the window that starts at `start`. */
export function beginningHash(units: Uint16Array, start: number): number {
  let rolled = 0;
  for (let index = start; index < start + ROLLED_UNITS; index++)
    rolled = (rolled << ROLLED_SHIFT) ^ (firstValues[units[index] as number] as number);
  return spreadHash(rolled);
}

/** Hashes the units that have not been hashed yet. */
export function hashUnits(run: HashedUnits): void {
  const { units, first, second, length } = run;
  let one = first[run.hashed] as number;
  let other = second[run.hashed] as number;
  for (let index = run.hashed; index < length; index++) {
    const unit = units[index] as number;
    one = (Math.imul(one, FIRST_BASE) + (firstValues[unit] as number)) | 0;
    other = (Math.imul(other, SECOND_BASE) + (secondValues[unit] as number)) | 0;
    first[index + 1] = one;
    second[index + 1] = other;
  }
  run.hashed = length;
}

/** Returns the hash of a window in the first lane; its units must be hashed. */
export function firstOf({ first }: HashedUnits, { start, length }: HashWindow): number {
  const before = Math.imul(first[start] as number, firstPowers[length] as number);
  return ((first[start + length] as number) - before) | 0;
}

/** Returns the hash of a window in the second lane; its units must be hashed. */
export function secondOf({ second }: HashedUnits, { start, length }: HashWindow): number {
  const before = Math.imul(second[start] as number, secondPowers[length] as number);
  return ((second[start + length] as number) - before) | 0;
}

/** Returns the hash of a window in the second lane, which also distinguishes misread letters. */
export function strictOf(run: HashedUnits, window: HashWindow): number {
  const { start, length } = window;
  const { marks } = run;
  let misread = 0;
  for (let place = start; place < start + length; place++)
    misread = (Math.imul(misread, STRICT_BASE) + ((marks[place] as number) & MISREAD)) | 0;
  return secondOf(run, window) ^ misread;
}

/** Returns the hashes of a window whose units are not hashed, in one pass. */
export function hashWindow(
  { units, marks }: HashedUnits,
  { start, length }: HashWindow,
  isStrict: boolean,
): { readonly first: number; readonly second: number } {
  let first = 0;
  let second = 0;
  let misread = 0;
  for (let place = start; place < start + length; place++) {
    const unit = units[place] as number;
    first = (Math.imul(first, FIRST_BASE) + (firstValues[unit] as number)) | 0;
    second = (Math.imul(second, SECOND_BASE) + (secondValues[unit] as number)) | 0;
    misread = (Math.imul(misread, STRICT_BASE) + ((marks[place] as number) & MISREAD)) | 0;
  }
  return { first, second: isStrict ? second ^ misread : second };
}

function valuesOf(multiplier: number): Int32Array {
  const values = new Int32Array(UNITS);
  for (let unit = 0; unit < UNITS; unit++) {
    const mixed = Math.imul(unit + 1, multiplier);
    values[unit] = Math.imul(mixed ^ (mixed >>> 15), multiplier) ^ (mixed >>> 13);
  }
  return values;
}

function powersOf(base: number): Int32Array {
  const powers = new Int32Array(LONGEST_WINDOW + 1).fill(1);
  for (let length = 1; length <= LONGEST_WINDOW; length++)
    powers[length] = Math.imul(powers[length - 1] as number, base);
  return powers;
}
