/**
 * The kinds of blocks in a pack about a case, with their payloads. Agents see these, so the heuristics read
 * nothing else; the ledger stores each as a fact or a frame.
 */

import type {
  CauseStatus,
  CauseWorld,
  DefectType,
  HistoryDepth,
  ReportCodeLine,
  ReportCommit,
  ReportCoverage,
  TestsAre,
} from '../../record/index.ts';
import type { TestPast } from '../case/case-record.ts';
import type { Absent } from '../evidence/absent-here.ts';
import type { MissingEvidence } from '../evidence/gather-evidence.ts';
import type { FileSide } from '../paths/file-side.ts';
import type { EvidenceFamily, FeatureValues } from '../ranking/evidence-features.ts';

/** A summary of what failed. */
export type FailureBlock = {
  readonly case_id: string;
  readonly count: number;
  /** The first tests, with class and file if the report names them. */
  readonly tests: readonly {
    readonly suite: string;
    readonly name: string;
    readonly class_name?: string;
    readonly file?: string;
  }[];
  readonly kind: 'failure' | 'error';
  readonly type: string;
  readonly message: string;
  readonly template: string;
  readonly fingerprint: string;
  /** The places of the fingerprint: own frames from the innermost up to the test. */
  readonly places: readonly string[];
  /** The outcomes of the first test's retries, in order. */
  readonly retries: readonly ('passed' | 'failed')[];
  readonly is_flaky: boolean;
  /** The result of its tests in earlier reports; absent if they differ. */
  readonly past?: TestPast;
};

/** The frames of the case's main trace, innermost first, at most 40. */
export type TraceBlock = {
  readonly exception: string;
  readonly frames: readonly {
    readonly kind: string;
    readonly function?: string;
    readonly module?: string;
    readonly file?: string;
    readonly line?: number;
  }[];
  /** The trace as printed, bounded. */
  readonly text: string;
};

/** The test's output; if too long, only its end. */
type OutputBlock = { readonly out: string; readonly err: string };

/** The environment named by the report. */
type EnvironmentBlock = {
  readonly properties: readonly { readonly name: string; readonly value: string }[];
};

/** What was available when evidence was gathered. */
export type EvidenceBaseBlock = {
  readonly test_files: readonly string[];
  readonly missing: readonly MissingEvidence[];
  readonly candidates: number;
  /** How many of them have a block. */
  readonly told: number;
  readonly history: HistoryDepth;
  /** Whether the tests ran at another revision than the one examined. */
  readonly is_elsewhere?: true;
  /** Whether the report names places, but none of them is in this repository. */
  readonly is_foreign: boolean;
  /** Whether the test's source or a frame of the trace ties the failure to this repository at all. */
  readonly is_grounded: boolean;
  readonly world: CauseWorld;
  readonly world_reason: string;
  /** How the recent changes touched the failing tests. */
  readonly tests_are: TestsAre;
  /** The revision before the examined changes, if known. */
  readonly base_revision: string;
  readonly is_base_green: boolean;
  /** What the given coverage says, if there was any. */
  readonly coverage?: ReportCoverage;
  /** What the failure lacks although no change removed it, so that no file is at fault. */
  readonly absent?: Absent;
};

/** The change to a candidate that may have broken the tests. */
export type ChangeBlock = {
  /** Empty for an uncommitted change. */
  readonly commit: string;
  /** Whether it is a merge; then only what no parent has is shown. */
  readonly is_merge?: true;
  readonly subject: string;
  readonly author: string;
  readonly date: string;
  /** How many live changes are newer. */
  readonly position: number;
  /** How many files it touched. */
  readonly files: number;
  readonly kind: string;
  /** The removed and added lines at the place, bounded. */
  readonly removed: readonly string[];
  readonly added: readonly string[];
};

/**
 * One candidate file with its features, its most suspicious place, and the latest commits that touched it.
 */
export type EvidenceBlock = {
  readonly path: string;
  /** The id of its content; empty for a file that is gone. */
  readonly content: string;
  readonly side: FileSide;
  readonly features: FeatureValues;
  /** What each family of evidence adds to its log-odds, in thousandths of a nat. */
  readonly worth: Readonly<Partial<Record<EvidenceFamily, number>>>;
  readonly symbol?: string;
  readonly line?: number;
  /** The text of the line. */
  readonly quote?: string;
  /** The code around the place. */
  readonly code: readonly ReportCodeLine[];
  readonly change?: ChangeBlock;
  /** The newest commits that touched it; `age` counts newer commits of the repository. */
  readonly commits: readonly { readonly id: string; readonly age: number }[];
  /** The owner, from a CODEOWNERS file. */
  readonly owner?: string;
};

/** A failure that was seen before. */
export type SymptomBlock = {
  readonly fingerprint: string;
  readonly template: string;
  readonly exception: string;
  readonly places: readonly string[];
  readonly count: number;
  readonly first_seen: string;
  readonly last_seen: string;
  /** The causes found for it, newest first; empty if it was never settled. */
  readonly causes: readonly string[];
};

/** What a person may do to a remembered cause. */
export const personsWords = ['corrected', 'wrong', 'merged', 'split', 'retired'] as const;

/** A person's latest statement about a remembered cause; no run reverses it. */
export type PersonsWord = {
  readonly by: string;
  readonly word: (typeof personsWords)[number];
  /** The cause it was merged into, if it was. */
  readonly into?: string;
};

/** A cause found before; confidences are in basis points, like everything that is hashed. */
export type PriorCauseBlock = {
  readonly id: string;
  readonly defect_type: DefectType;
  readonly status: CauseStatus;
  readonly confidence: number;
  readonly summary: string;
  readonly suspects: readonly {
    readonly path: string;
    readonly symbol?: string;
    readonly line?: number;
    readonly score: number;
    readonly confidence: number;
  }[];
  readonly commits: readonly (Pick<ReportCommit, 'id' | 'score'> & Partial<ReportCommit>)[];
  /** The run that found it. */
  readonly first_seen: string;
  /** The change it was attributed to: a commit, or null for an uncommitted one. */
  readonly change?: { readonly commit: string | null };
  readonly person?: PersonsWord;
  /** The person who named its place. */
  readonly confirmed_by?: string;
  /** The fingerprints of the failures that a person's statement covers. */
  readonly symptoms?: readonly string[];
  /** The hashes of the tests it covers, if it covers only these. */
  readonly tests?: readonly string[];
  /** The hashes of the tests that were split off. */
  readonly other_tests?: readonly string[];
  /** The causes that were merged into it. */
  readonly aliases?: readonly string[];
  /** The files that a person rejected as the cause. */
  readonly rejected?: readonly string[];
};

/** The conclusion of a case when all cases of the run were compared. */
export type OtherCaseBlock = {
  readonly case_id: string;
  /** The position among the cases; a case links only to earlier ones. */
  readonly order: number;
  readonly test_classes: readonly string[];
  readonly places: readonly string[];
  readonly template: string;
  readonly exception: string;
  readonly suspects: readonly string[];
  readonly defect_type: string;
  /** How many failures it stands for. */
  readonly failures: number;
  /** The changes that may have broken it, best first, with the chance of each. */
  readonly hypotheses: readonly { readonly id: string; readonly chance: number }[];
  /** The change that explains it together with most other cases; empty if there is none. */
  readonly explained_by: string;
};

/** The questions with which a court remanded a case. */
export type RemandBlock = {
  readonly target: string;
  readonly challenged_evidence: readonly { readonly index: number; readonly reason: string }[];
  readonly alternative_hypothesis: string;
  readonly specific_questions: readonly string[];
};

/** The payload of each kind of block. */
export type CaseBlocks = {
  readonly failure: FailureBlock;
  readonly trace: TraceBlock;
  readonly output: OutputBlock;
  readonly environment: EnvironmentBlock;
  readonly 'evidence-base': EvidenceBaseBlock;
  readonly evidence: EvidenceBlock;
  readonly symptom: SymptomBlock;
  readonly 'prior-cause': PriorCauseBlock;
  readonly 'other-case': OtherCaseBlock;
  readonly remand: RemandBlock;
};
