/** What the commands on the audit print: whether it is whole, and its records. */

/** One fault of an audit and where it is. */
export type ShownAuditFault = {
  readonly sequence: number;
  readonly chain: string | null;
  readonly fault: string;
  readonly detail: string;
};

/** Whether an audit is whole. */
export type AuditVerifyDocument = {
  readonly ok: boolean;
  readonly records: number;
  readonly chains: readonly { readonly chain: string; readonly records: number; readonly last: number }[];
  readonly anchored: { readonly chain: string; readonly from: number; readonly to: number } | null;
  readonly unanchored: number;
  readonly faults: readonly ShownAuditFault[];
  readonly notes: readonly string[];
};

/** As much of a record as is shown. */
export type ShownAuditRecord = {
  readonly chain: string;
  readonly sequence: number;
  readonly atMs: number;
  readonly session: string;
  readonly tool: string;
  readonly command: string;
  readonly addresses: readonly string[];
  readonly decision: string | null;
  readonly answer: string | null;
  readonly rule: string | null;
  readonly failedConditions: readonly string[];
  readonly cut?: { readonly [part: string]: { readonly count: number } | undefined };
};

/** Records, oldest first. */
export type AuditShowDocument = {
  readonly records: readonly ShownAuditRecord[];
  readonly unreadable: readonly { readonly entry: number; readonly problem: string }[];
};
