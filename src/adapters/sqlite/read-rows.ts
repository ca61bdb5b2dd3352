/**
 * Rows from a file that a failing disk may have altered: every column's type is checked before it is used,
 * and a mismatch becomes a fault that names the row.
 */
import type { SQLInputValue, StatementSync } from 'node:sqlite';

/** A row as SQLite returns it. */
export type Row = Readonly<Record<string, unknown>>;

/** Names a row with content that no writer put there; `toFault` turns it into a fault of the store. */
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
  // A number too large for JavaScript aborts the read without naming the row; with big integers all rows can
  // be inspected.
  statement.setReadBigInts(true);
  try {
    return statement.all(...values).map((row) => map(withNumbers(row)));
  } finally {
    statement.setReadBigInts(false);
  }
}

/** Returns whether an error is about a stored number too large for JavaScript. */
export function isTooLarge(error: unknown): boolean {
  return error instanceof RangeError && 'code' in error && error.code === 'ERR_OUT_OF_RANGE';
}

/** Returns whether a column contains an integer. */
export function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

/** Returns whether a column contains a text. */
export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** Returns whether a column contains the bytes of an id. */
export function isKey(value: unknown): value is Uint8Array<ArrayBuffer> {
  return value instanceof Uint8Array && value.length === 32;
}

/** Returns a row with big integers converted to numbers where they fit. */
function withNumbers(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const isSafe = typeof value === 'bigint' && Number.isSafeInteger(Number(value));
      return [name, isSafe ? Number(value) : value];
    }),
  );
}
