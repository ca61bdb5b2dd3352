/** Turns refusals by the operating system into faults for people. */
import { getSystemErrorMessage } from 'node:util';
import { PenumbraError } from '../kernel/index.ts';

/** Errors that interrupt a write in progress, regardless of the destination. */
const CUT_SHORT = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EPIPE'];

/**
 * Returns why the system refused a call, for example `permission denied (EACCES)`; null if the error did not
 * come from the system.
 */
export function systemReason(error: unknown): string | null {
  const { errno, code } = error as NodeJS.ErrnoException;
  return typeof errno === 'number' ? `${getSystemErrorMessage(errno)} (${code})` : null;
}

/** Turns an error from a write into a fault about its destination; other errors are returned unchanged. */
export function outputFault(place: string, error: unknown): unknown {
  const reason = systemReason(error);
  if (reason === null) return error;
  const isCutShort = CUT_SHORT.includes(String((error as NodeJS.ErrnoException).code));
  return new PenumbraError(isCutShort ? 'unwritable-output' : 'usage', `cannot write ${place}: ${reason}`, {
    hint: isCutShort
      ? 'what was written is not whole; write it again to a place that takes all of it'
      : 'choose another name, in a folder that exists and that you may write to',
    cause: error,
  });
}
