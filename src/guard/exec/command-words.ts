/** A command line as it is taken from anybody: words, bounded, of text that a program can be started with. */
import { execLimits } from './exec-limits.ts';

const encoder = new TextEncoder();

/** Tells whether a value is a word that a program can be given. */
export function isCommandWord(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > execLimits.wordBytes) return false;
  if (value.includes('\0') || !value.isWellFormed()) return false;
  // A UTF-16 unit is one to three bytes, so most words need no count.
  return value.length * 3 <= execLimits.wordBytes || encoder.encode(value).length <= execLimits.wordBytes;
}

/** Tells whether a value is a command line: a program, and not too many words. */
export function isCommandLine(value: unknown): value is readonly [string, ...string[]] {
  if (!Array.isArray(value) || value.length > execLimits.words) return false;
  return value.length > 0 && value[0] !== '' && value.every(isCommandWord);
}
