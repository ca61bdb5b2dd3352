/** What the operating system refused, as a fault for people. */
import { getSystemErrorMessage } from 'node:util';
import { PenumbraError } from '../kernel/index.ts';

/** What stops a write under way, whatever the place is called. */
const CUT_SHORT = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EPIPE'];

/** Returns why the system refused a call, for instance `permission denied (EACCES)`; null where it was not the system. */
export function systemReason(error: unknown): string | null {
  const { errno, code } = error as NodeJS.ErrnoException;
  return typeof errno === 'number' ? `${getSystemErrorMessage(errno)} (${code})` : null;
}

/** Turns what a write threw into a fault about the place that was written to; other errors pass as they are. */
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
