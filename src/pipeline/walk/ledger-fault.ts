/** Which errors of an ask are nobody's answer: the ledger cannot be read or written, so the step has not been taken. */
import { type FaultCode, PenumbraError } from '../../kernel/index.ts';

const ledgerFaults: readonly FaultCode[] = [
  'store-unavailable',
  'store-read-only',
  'store-full',
  'store-busy',
  'store-version',
  'store-damaged',
  'outcome-unknown',
  'hash-mismatch',
  'log-corrupt',
  'digest-mismatch',
  'internal',
  'stopped',
];

/** Tells whether an error says that the ground a walk stands on gave way. */
export function isLedgerFault(error: unknown): boolean {
  return error instanceof PenumbraError && ledgerFaults.includes(error.code);
}
