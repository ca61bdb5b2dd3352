/**
 * The result of verifying an audit: faults, which only tampering or damage explains, and notes about what is
 * in order.
 */

/** What can be wrong with an audit. */
export type AuditFaultKind =
  | 'unreadable'
  | 'changed'
  | 'missing'
  | 'moved'
  | 'repeated'
  | 'out-of-sequence'
  | 'cut-end'
  | 'replaced'
  | 'anchor-invalid'
  | 'wrong-entry'
  | 'store';

/** One fault and where it is. */
export type AuditFault = {
  /** The record in its chain, or the log entry if no record can be read. */
  readonly sequence: number;
  readonly chain: string | null;
  readonly fault: AuditFaultKind;
  readonly detail: string;
};

/** A chain that was found. */
export type AuditChain = { readonly chain: string; readonly records: number; readonly last: number };

/** Records covered by a valid anchor. */
export type AnchoredRange = { readonly chain: string; readonly from: 1; readonly to: number };

/** The whole result. */
export type AuditVerification = {
  readonly ok: boolean;
  readonly records: number;
  readonly chains: readonly AuditChain[];
  readonly anchored: AnchoredRange | null;
  /** The number of records after the anchored range, or of all records without one. */
  readonly unanchored: number;
  readonly faults: readonly AuditFault[];
  readonly notes: readonly string[];
};

const SHOWN_DIGITS = 8;

/** Names a chain for people. */
export function chainName(chain: string): string {
  return chain.slice(0, SHOWN_DIGITS);
}
