/**
 * The report of a run, `penumbra.report/1`, for programs. Decimals have at most four places, keys are
 * snake_case.
 */

/** The name of the format. */
export const REPORT_SCHEMA = 'penumbra.report/1';

/** The kinds of defects. */
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

export type DefectType = (typeof defectTypes)[number];

/**
 * The statuses of a cause: proven or narrowed by experiments, settled, likely, unclear, still contested, or
 * left to a person. `concluded` is only used for kinds of answers that were right in at least nine of ten
 * cases.
 */
export const causeStatuses = [
  'proven',
  'narrowed',
  'concluded',
  'likely',
  'insufficient',
  'inconclusive',
  'recommended',
] as const;

export type CauseStatus = (typeof causeStatuses)[number];

/** Whether a change broke what worked, or a new or changed test met an old fault. */
export type CauseWorld = 'change' | 'latent' | 'unknown';

/**
 * How failing tests relate to recent changes: not touched by them, one value of each changed, more of each
 * changed, each added by them, or already red before them.
 */
export type TestsAre = 'unchanged' | 'tweaked' | 'rewritten' | 'new' | 'failed-before' | 'unknown';

/** How much of the repository's history was available. */
export type HistoryDepth = 'full' | 'shallow' | 'none';

/**
 * Where the tests ran, if not at the revision at hand: at another commit, or long before that revision was
 * made.
 */
export type TestedElsewhere = {
  /** The commit as the report names it. */
  readonly commit?: string;
  /** When they ran, in an unknown time zone, and when the checked-out revision was made, in UTC. */
  readonly date?: string;
  readonly revision_date?: string;
};

/** A file that may hold the cause, best first; the confidence falls with the rank. */
export type ReportSuspect = {
  readonly path: string;
  readonly symbol?: string;
  readonly line?: number;
  readonly score: number;
  readonly confidence: number;
};

/** A line of code as a report shows it; a removed one has the number it had. */
export type ReportCodeLine = {
  readonly line: number;
  readonly text: string;
  readonly mark: 'same' | 'added' | 'removed' | 'suspected';
};

/** The code at the first suspect, with changed lines marked. */
export type ReportCode = { readonly path: string; readonly lines: readonly ReportCodeLine[] };

/** A commit that may have brought the cause, best first. */
export type ReportCommit = {
  readonly id: string;
  readonly score: number;
  readonly subject: string;
  readonly author: string;
  /** UTC with seconds; empty if unknown. */
  readonly date: string;
};

/** The change held responsible: a commit, or uncommitted changes. */
export type ReportChange = {
  /** Null for uncommitted changes. */
  readonly commit: string | null;
  readonly subject: string;
  readonly author: string;
  readonly date: string;
  /** How many files it touched. */
  readonly files: number;
};

/** A piece of evidence; pass `handle` to `penumbra explain` to trace it down to bytes. */
export type ReportEvidence = {
  readonly handle: string;
  readonly kind: string;
  readonly path?: string;
  readonly line?: number;
  readonly quote: string;
  readonly weight: number;
};

/** What is missing for an answer, and how to provide it. */
export type EvidenceGap = {
  readonly description: string;
  readonly category: string;
  readonly source: string;
  readonly severity: 'critical' | 'high' | 'medium' | 'low';
  readonly suggested_action: string;
};

/** The outcome of the adversarial review of a cause. */
export type ReportCourt = {
  readonly decision: string;
  /** Whether the verdict changed the answer, or is only shown beside it. */
  readonly effect: 'advisory' | 'binding';
  /** The correct place according to an amending verdict. */
  readonly held?: string;
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

/** Lines of a change that experiments found guilty. */
export type ReportHunk = {
  readonly path: string;
  /** First and last line after the change; for removed lines, where they were. */
  readonly lines: readonly [number, number];
  readonly symbol?: string;
  /** The lines as a unified diff, without file headers. */
  readonly diff: string;
};

/** Proof by experiment: reverting these lines turns the tests green. */
export type ReportProof = {
  readonly hunks: readonly ReportHunk[];
  /** The commit that introduced the lines; null for uncommitted changes, absent if there were several. */
  readonly change?: Omit<ReportChange, 'files'>;
  /** How often the tests failed with the lines, and passed without them. */
  readonly runs: { readonly red: number; readonly green: number };
  /** Whether the lines alone turn the last green state red; `untold` if that state cannot be built. */
  readonly alone: 'red' | 'green' | 'untold';
  /** The revert as a patch that `git apply` takes. */
  readonly patch: string;
};

/** The outcome of experiments. */
export type ReportExperiments = {
  readonly outcome:
    | 'proven'
    | 'narrowed'
    | 'flaky'
    | 'order_dependent'
    | 'not_reproduced'
    | 'no_green'
    | 'unfinished';
  /** The outcome in one sentence, for display. */
  readonly summary: string;
  /** The command; `{test}` stands for the tests. */
  readonly command: string;
  /** The number of test runs. */
  readonly runs: number;
  /** The newest passing state and the oldest state known to fail; null is the working tree. */
  readonly range?: { readonly green: string | null; readonly red: string | null };
  /** The remaining candidates if the cause was only narrowed. */
  readonly left?: { readonly commits: readonly string[]; readonly paths: readonly string[] };
  /** How often a flaky test failed. */
  readonly rate?: { readonly failed: number; readonly runs: number };
  /** The test that makes this one fail if run before it. */
  readonly polluter?: string;
  /** Further notes for readers: tests carried to older states, states that could not be built. */
  readonly notes: readonly string[];
};

/** What the coverage of the failing tests shows. */
export type ReportCoverage = {
  /** The number of its files without a line that ran; they are not suspects. */
  readonly never_ran: number;
  /** Why it is not used, if it cannot belong to this failure. */
  readonly unfit?: string;
};

/** One cause and the failures it explains. */
export type ReportCause = {
  readonly id: string;
  readonly defect_type: DefectType;
  readonly confidence: number;
  readonly status: CauseStatus;
  /** A one-line summary for display. */
  readonly summary: string;
  readonly world: CauseWorld;
  /** Why the cause is assigned to that world. */
  readonly world_reason: string;
  /** How the failing tests relate to the recent changes; absent in documents of older versions. */
  readonly tests_are?: TestsAre;
  /** The failure's own message, bounded. */
  readonly message: string;
  /** The expected and actual values of an assertion, if the message contains them. */
  readonly difference?: { readonly expected: string; readonly received: string };
  /** The sentence that revealed the kind of defect. */
  readonly type_reason: string;
  readonly change?: ReportChange;
  readonly code?: ReportCode;
  /** The newest revision at which the tests are known to have passed. */
  readonly last_green?: string;
  readonly coverage?: ReportCoverage;
  /**
   * What is missing on the machine that ran the tests, and not removed by a change: a package, a submodule, a
   * build product.
   */
  readonly absent?: string;
  /** The stated answer: the shortest prefix of the ranking that is certain enough. */
  readonly answer: readonly string[];
  /** The names of failing tests, up to a limit. */
  readonly tests: readonly { readonly suite: string; readonly name: string }[];
  /** Files kept by test runners: screenshots, traces, videos, as named in the reports, up to a limit. */
  readonly attachments?: readonly { readonly name?: string; readonly path: string }[];
  /** The number of failures explained, including tests beyond the limit and with equal names. */
  readonly failures?: number;
  /** The run that first saw the cause, if it was recalled. */
  readonly first_seen?: string;
  readonly owner?: string;
  readonly suspects: readonly ReportSuspect[];
  readonly commits: readonly ReportCommit[];
  readonly evidence: readonly ReportEvidence[];
  /** The steps that were walked, in order. */
  readonly path: readonly string[];
  readonly court?: ReportCourt;
  readonly proof?: ReportProof;
  readonly experiments?: ReportExperiments;
  readonly gaps?: readonly EvidenceGap[];
  readonly next_steps: readonly string[];
  /** The cases that share the cause. */
  readonly duplicates: readonly string[];
  readonly stale: false;
};

/** The model of a run. */
export type ReportModel = {
  readonly name: string;
  /** The number of steps it was asked at. */
  readonly steps: number;
  readonly stood_in: readonly {
    readonly case: string;
    readonly step: number;
    readonly node: string;
    readonly reason: string;
  }[];
};

/** The report of a run. */
export type ReportDocument = {
  readonly schema: typeof REPORT_SCHEMA;
  readonly run: string;
  readonly repository: string;
  readonly revision: string | null;
  readonly versions: { readonly [part: string]: string };
  readonly history: HistoryDepth;
  readonly tested_elsewhere?: TestedElsewhere;
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
  /** The model, and where the heuristic answered instead. */
  readonly model?: ReportModel;
};
