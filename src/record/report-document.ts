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

/**
 * The status of a cause: proven or narrowed by experiments, settled, likely, unclear, contested without end, or left to a
 * person. `concluded` is said only of answers of a kind that was right in at least nine of ten cases.
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

/** The status of a cause. */
export type CauseStatus = (typeof causeStatuses)[number];

/** Whether a change broke what worked, or a new or changed test met an old fault. */
export type CauseWorld = 'change' | 'latent' | 'unknown';

/**
 * How failing tests relate to the recent changes: not touched by them, one value of each changed, more of each changed,
 * each added by them, or red before them already.
 */
export type TestsAre = 'unchanged' | 'tweaked' | 'rewritten' | 'new' | 'failed-before' | 'unknown';

/** How much of the repository's past was there to read. */
export type HistoryDepth = 'full' | 'shallow' | 'none';

/** Where the tests ran, if not at the revision at hand: at another commit, or long before that revision was made. */
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

/** The code at the first suspect, the changed lines marked. */
export type ReportCode = { readonly path: string; readonly lines: readonly ReportCodeLine[] };

/** A commit that may have brought the cause, best first. */
export type ReportCommit = {
  readonly id: string;
  readonly score: number;
  readonly subject: string;
  readonly author: string;
  /** UTC, to the second; empty where it is not known. */
  readonly date: string;
};

/** The change that is held responsible: a commit, or uncommitted changes. */
export type ReportChange = {
  /** Null for uncommitted changes. */
  readonly commit: string | null;
  readonly subject: string;
  readonly author: string;
  readonly date: string;
  /** How many files it touched. */
  readonly files: number;
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

/** The outcome of the adversarial review of a cause. */
export type ReportCourt = {
  readonly decision: string;
  /** Whether the verdict changed the answer, or is only shown beside it. */
  readonly effect: 'advisory' | 'binding';
  /** The place that an amending verdict holds for the right one. */
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
  /** First and last line after the change; of removed lines, where they were. */
  readonly lines: readonly [number, number];
  readonly symbol?: string;
  /** The lines as a unified diff, without file headers. */
  readonly diff: string;
};

/** Proof by experiment: taking these lines back turns the tests green. */
export type ReportProof = {
  readonly hunks: readonly ReportHunk[];
  /** The commit that introduced the lines; null for uncommitted changes, absent if there were several. */
  readonly change?: Omit<ReportChange, 'files'>;
  /** How often the tests were seen red with the lines, and green without them. */
  readonly runs: { readonly red: number; readonly green: number };
  /** Whether the lines alone turn the last green state red; `untold` where that state cannot be built. */
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
  /** The outcome in one sentence, for people. */
  readonly summary: string;
  /** What was run; `{test}` stands for the tests. */
  readonly command: string;
  /** How many runs of the tests it took. */
  readonly runs: number;
  /** The newest state that passes, and the oldest that is known to fail; null is the working tree. */
  readonly range?: { readonly green: string | null; readonly red: string | null };
  /** What is left where it was only narrowed. */
  readonly left?: { readonly commits: readonly string[]; readonly paths: readonly string[] };
  /** How often a flaky test failed. */
  readonly rate?: { readonly failed: number; readonly runs: number };
  /** The test that makes this one fail when it runs before it. */
  readonly polluter?: string;
  /** What a reader should know beside: tests carried to older states, states that could not be built. */
  readonly notes: readonly string[];
};

/** What coverage of the failing tests shows. */
export type ReportCoverage = {
  /** How many of its files had no line run; they are not suspects. */
  readonly never_ran: number;
  /** Why it is not used, where it cannot be of this failure. */
  readonly unfit?: string;
};

/** One cause and the failures it explains. */
export type ReportCause = {
  readonly id: string;
  readonly defect_type: DefectType;
  readonly confidence: number;
  readonly status: CauseStatus;
  /** What the cause is in one line, for people. */
  readonly summary: string;
  readonly world: CauseWorld;
  /** Why it is believed to be in that world. */
  readonly world_reason: string;
  /** How the failing tests relate to the recent changes; absent in documents of older versions. */
  readonly tests_are?: TestsAre;
  /** The failure's own message, bounded. */
  readonly message: string;
  /** What an assertion wanted and what it got, where the message says so. */
  readonly difference?: { readonly expected: string; readonly received: string };
  /** The sentence that gave the kind of defect away. */
  readonly type_reason: string;
  readonly change?: ReportChange;
  readonly code?: ReportCode;
  /** The newest revision at which the tests are known to have passed. */
  readonly last_green?: string;
  readonly coverage?: ReportCoverage;
  /** What is missing where the tests ran and no change took away: a package, a submodule, a file that a build makes. */
  readonly absent?: string;
  /** The stated answer: the smallest beginning of the ranking that is sure enough. */
  readonly answer: readonly string[];
  /** The failing tests by name, bounded. */
  readonly tests: readonly { readonly suite: string; readonly name: string }[];
  /** What the runners kept of the failures: screenshots, traces, videos, as the reports name them, bounded. */
  readonly attachments?: readonly { readonly name?: string; readonly path: string }[];
  /** How many failures it explains, those of tests past the bound or of equal names included. */
  readonly failures?: number;
  /** The run that saw the cause first, where it was recalled. */
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
  /** How many steps it was asked at. */
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
  /** The model that was asked, and where the heuristic answered instead. */
  readonly model?: ReportModel;
};
