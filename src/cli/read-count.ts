/** Reads a whole number from the command line. */
import { cite, PenumbraError } from '../kernel/index.ts';

/** Returns the number that a text writes, or throws `usage`; 0 is one. */
export function readCount(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new PenumbraError('usage', `${cite(text)} is not a whole number`, {
    hint: 'write it in digits, for instance 20',
  });
}
