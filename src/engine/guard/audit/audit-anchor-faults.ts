/** What is said where anchors cannot be read or kept, or where the ledger no longer fits them. */
import { dirname } from 'node:path';
import { cite, PenumbraError } from '../../../kernel/index.ts';
import { systemReason } from '../../system-fault.ts';

/** Says that a ledger no longer holds what was anchored of it. */
export function contradicted(): PenumbraError {
  return new PenumbraError('check-failed', 'the audit no longer holds what was anchored of it', {
    hint: 'see what is wrong with it by `penumbra audit verify --against-anchor`',
  });
}

/** Says that the anchors kept of a ledger cannot be read, so that none can be added. */
export function damagedAnchors(file: string, { message, cause }: PenumbraError): PenumbraError {
  return new PenumbraError('check-failed', `the anchors kept of this ledger are damaged: ${message}`, {
    hint: `put back a copy of ${file}, or move it away to anchor anew with penumbra audit anchor`,
    data: { file },
    cause,
  });
}

/** Turns what the system said while an anchor was kept into a fault about that; other errors pass as they are. */
export function unkeptAnchor(file: string, error: unknown): unknown {
  const isOfWriting =
    error instanceof PenumbraError && (error.code === 'unwritable-output' || error.code === 'usage');
  const reason = systemReason(isOfWriting ? error.cause : error);
  if (reason === null) return error;
  return new PenumbraError('unwritable-output', `cannot keep the anchor at ${cite(file)}: ${reason}`, {
    hint: `see that ${dirname(file)} is yours and has room, then run penumbra audit anchor; what was anchored before stays`,
    data: { file },
    cause: error,
  });
}
