/**
 * Rows as they come from a file that a failing disk may have altered: every column is checked for its type before it
 * is believed, and what does not fit becomes a fault that names the row.
 */
import type { SQLInputValue, StatementSync } from 'node:sqlite';

/** A row as SQLite returns it. */
export type Row = Readonly<Record<string, unknown>>;

/** Says which row holds what no writer has put there; `toFault` makes it a fault of the store. */
export class DamagedRow extends Error {}

/** Runs a statement and maps its rows. */
export function readRows<Item>(
  statement: StatementSync,
  values: readonly SQLInputValue[],
  map: (row: Row) => Item,
): readonly Item[] {
  try {
    return statement.all(...values).map(map);
  } catch (error) {
    if (!isTooLarge(error)) throw error;
  }
  // A number that JavaScript cannot hold stops the reading without a name; as big integers all rows can be looked at.
  statement.setReadBigInts(true);
  try {
    return statement.all(...values).map((row) => map(withNumbers(row)));
  } finally {
    statement.setReadBigInts(false);
  }
}

/** Tells whether an error is a stored number that JavaScript cannot hold. */
export function isTooLarge(error: unknown): boolean {
  return error instanceof RangeError && 'code' in error && error.code === 'ERR_OUT_OF_RANGE';
}

/** Tells whether a column holds a whole number. */
export function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

/** Tells whether a column holds a text. */
export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** Tells whether a column holds the bytes of an id. */
export function isKey(value: unknown): value is Uint8Array<ArrayBuffer> {
  return value instanceof Uint8Array && value.length === 32;
}

/** Returns a row with those numbers as numbers that can be. */
function withNumbers(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const isSafe = typeof value === 'bigint' && Number.isSafeInteger(Number(value));
      return [name, isSafe ? Number(value) : value];
    }),
  );
}
