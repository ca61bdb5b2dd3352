/** Reads a place in a history from the command line: a number in it, or a date or moment. */
import { cite, PenumbraError } from '../kernel/index.ts';
import { readDate } from './read-date.ts';

const DAY_MS = 86_400_000;
const NUMBER = /^[1-9]\d{0,8}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Returns the number or time at which a range begins, or throws `usage`. */
export function readSince(text: string): number | Date {
  return NUMBER.test(text) ? Number(text) : new Date(timeOf(text));
}

/** Returns the number or time at which a range ends; a date belongs to it to its end. */
export function readUntil(text: string): number | Date {
  if (NUMBER.test(text)) return Number(text);
  return new Date(timeOf(text) + (DAY.test(text) ? DAY_MS - 1 : 0));
}

function timeOf(text: string): number {
  try {
    return readDate(text);
  } catch (cause) {
    throw new PenumbraError('usage', `${cite(text)} is neither a number in a history nor a date`, {
      hint: 'write 3 for the third record of a path, 2026-01-31, or 2026-01-31T12:00:00Z (UTC)',
      cause,
    });
  }
}
