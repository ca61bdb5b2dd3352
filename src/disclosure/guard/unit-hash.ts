/**
 * Hashes of code units. The polynomial hash in two lanes of 32 bits is that of whole patterns: with the hash of every
 * beginning of a run at hand, that of any window is one subtraction. The rolling one of six units only says where to
 * look, and costs a shift. The constants are fixed, so every machine finds the same.
 *
 * Equal units always have equal hashes, so nothing is missed; different ones agree by chance once in 2^64, which would
 * block and tell nothing.
 */
import { MISREAD } from './unit-mark.ts';

const FIRST_BASE = 0x2c1b3c6d;
const SECOND_BASE = 0x297a2d39;
const STRICT_BASE = 0x3c6ef375;
const SPREAD = 0x9e3779b1;
const UNITS = 0x10000;

/** How many units the rolling hash covers: five times this shift empties all but two of its bits, six times all. */
export const ROLLED_UNITS = 6;
/** How far the rolling hash is shifted for each unit. */
export const ROLLED_SHIFT = 6;

/** The most units that a window has; it fits a byte. */
export const LONGEST_WINDOW = 255;

/** What each unit counts in a rolling hash and in the first lane; mixed, so that every bit depends on all of a unit. */
export const firstValues = valuesOf(0x7feb352d);
const secondValues = valuesOf(0x5bd1e995);
const firstPowers = powersOf(FIRST_BASE);
const secondPowers = powersOf(SECOND_BASE);

/** A run of units with the hashes of its beginnings, as far as they have been needed. */
export type HashedUnits = {
  readonly units: Uint16Array;
  /** What is noted beside each unit, and behind the last one. */
  readonly marks: Uint8Array;
  readonly first: Int32Array;
  readonly second: Int32Array;
  length: number;
  /** How many units the hashes go through. */
  hashed: number;
};

/** Some of those units. */
export type HashWindow = { readonly start: number; readonly length: number };

/** Returns what a rolling hash is looked up by: its bits spread, for the high ones choose the place. */
export function spreadHash(rolled: number): number {
  return Math.imul(rolled, SPREAD);
}

/** Returns what the rolling hash is looked up by where a window begins. */
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

/** Returns the first lane's hash of a window of hashed units. */
export function firstOf({ first }: HashedUnits, { start, length }: HashWindow): number {
  const before = Math.imul(first[start] as number, firstPowers[length] as number);
  return ((first[start + length] as number) - before) | 0;
}

/** Returns the second lane's hash of a window of hashed units. */
export function secondOf({ second }: HashedUnits, { start, length }: HashWindow): number {
  const before = Math.imul(second[start] as number, secondPowers[length] as number);
  return ((second[start + length] as number) - before) | 0;
}

/** Returns the second lane's hash of a window in which misread letters are told apart. */
export function strictOf(run: HashedUnits, window: HashWindow): number {
  const { start, length } = window;
  const { marks } = run;
  let misread = 0;
  for (let place = start; place < start + length; place++)
    misread = (Math.imul(misread, STRICT_BASE) + ((marks[place] as number) & MISREAD)) | 0;
  return secondOf(run, window) ^ misread;
}

/** Returns the hashes of a window of units that are not hashed, in one pass. */
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
