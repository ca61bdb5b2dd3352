/** What came of verifying an audit: faults that nothing but a change explains, and notes of what is as it should be. */

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
  /** The record in its chain, or the entry of the log where no record can be read. */
  readonly sequence: number;
  readonly chain: string | null;
  readonly fault: AuditFaultKind;
  readonly detail: string;
};

/** A chain that was found. */
export type AuditChain = { readonly chain: string; readonly records: number; readonly last: number };

/** Records that a valid anchor vouches for. */
export type AnchoredRange = { readonly chain: string; readonly from: 1; readonly to: number };

/** The whole finding. */
export type AuditVerification = {
  readonly ok: boolean;
  readonly records: number;
  readonly chains: readonly AuditChain[];
  readonly anchored: AnchoredRange | null;
  /** How many records stand after the anchored range, or in all where there is none. */
  readonly unanchored: number;
  readonly faults: readonly AuditFault[];
  readonly notes: readonly string[];
};

const SHOWN_DIGITS = 8;

/** Names a chain for people. */
export function chainName(chain: string): string {
  return chain.slice(0, SHOWN_DIGITS);
}
