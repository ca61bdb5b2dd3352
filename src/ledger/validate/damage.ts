/** Tells damage from other failures in the course of a validation, so that it is reported and does not end the work. */
import { exitCodes, PenumbraError } from '../../kernel/index.ts';
import type { Validating } from './validation.ts';

/** Returns what an error says of stored rows that cannot be read; any other error is thrown again. */
export function damageIn(error: unknown): string {
  if (error instanceof PenumbraError && error.exitCode === exitCodes.usage) return error.message;
  // What a database or a parser says of a row that is not what it should be.
  if (error instanceof TypeError || error instanceof RangeError) return `cannot be read: ${error.message}`;
  throw error;
}

/** Runs a part of a validation; damage that ends it is a fault, and the other parts go on. */
export async function withFaults({ report }: Validating, part: () => Promise<void>): Promise<void> {
  try {
    await part();
  } catch (error) {
    report({ object: 'store', fault: damageIn(error) });
  }
}
