/** The report of a run, `penumbra.report/1`: what programs read. Decimals have at most four places, keys are snake_case. */

/** The name of the format. */
export const REPORT_SCHEMA = 'penumbra.report/1';

/** What kind of defect a cause is. */
export const defectTypes = [
  'product_bug',
  'test_bug',
  'environment',
  'infrastructure',
  'firmware',
  'flaky',
  'no_defect',
  'to_investigate',
] as const;

/** A kind of defect. */
export type DefectType = (typeof defectTypes)[number];

/** How a cause stands: settled, not established, contested without end, or left to a person. */
export type CauseStatus = 'concluded' | 'insufficient' | 'inconclusive' | 'recommended';

/** How much of the repository's past was there to read. */
export type HistoryDepth = 'full' | 'shallow' | 'none';

/** A file that may hold the cause, best first; the confidence falls with the rank. */
export type ReportSuspect = {
  readonly path: string;
  readonly symbol?: string;
  readonly line?: number;
  readonly score: number;
  readonly confidence: number;
};

/** A piece of evidence; `handle` is the frame that `penumbra explain` follows down to bytes. */
export type ReportEvidence = {
  readonly handle: string;
  readonly kind: string;
  readonly path?: string;
  readonly line?: number;
  readonly quote: string;
  readonly weight: number;
};

/** What is missing for an answer, and what would bring it. */
export type EvidenceGap = {
  readonly description: string;
  readonly category: string;
  readonly source: string;
  readonly severity: 'critical' | 'high' | 'medium' | 'low';
  readonly suggested_action: string;
};

/** What the adversarial review of a cause came to. */
export type ReportCourt = {
  readonly decision: string;
  readonly reason?: string;
  readonly rounds: number;
  readonly original: string;
  readonly exhibits: readonly {
    readonly index: number;
    readonly handle: string;
    readonly class: string;
    readonly weight: number;
    readonly struck: boolean;
  }[];
  readonly standing_challenges: readonly string[];
  readonly verdict_reasoning: string;
  readonly remands: number;
};

/** One cause and the failures it explains. */
export type ReportCause = {
  readonly id: string;
  readonly defect_type: DefectType;
  readonly confidence: number;
  readonly status: CauseStatus;
  /** What the cause is in one line, for people. */
  readonly summary: string;
  /** The stated answer: the smallest beginning of the ranking that is sure enough. */
  readonly answer: readonly string[];
  readonly tests: readonly { readonly suite: string; readonly name: string }[];
  /** The run that saw the cause first, where it was recalled. */
  readonly first_seen?: string;
  readonly owner?: string;
  readonly suspects: readonly ReportSuspect[];
  readonly commits: readonly { readonly id: string; readonly score: number }[];
  readonly evidence: readonly ReportEvidence[];
  /** The steps that were walked, in order. */
  readonly path: readonly string[];
  readonly court?: ReportCourt;
  readonly gaps?: readonly EvidenceGap[];
  readonly next_steps: readonly string[];
  /** The cases that share the cause. */
  readonly duplicates: readonly string[];
  readonly stale: false;
};

/** The report of a run. */
export type ReportDocument = {
  readonly schema: typeof REPORT_SCHEMA;
  readonly run: string;
  readonly repository: string;
  readonly revision: string | null;
  readonly versions: { readonly [part: string]: string };
  readonly history: HistoryDepth;
  readonly summary: {
    readonly tests: number;
    readonly failures: number;
    readonly cases: number;
    readonly causes: number;
    readonly new: number;
    readonly known: number;
    readonly flaky: number;
    readonly concluded: number;
  };
  readonly causes: readonly ReportCause[];
  readonly unread: readonly { readonly source: string; readonly reason: string }[];
};
