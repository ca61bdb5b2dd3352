/**
 * Recent changes in a workspace: uncommitted work, then the newest commits, each by file and hunk. Test
 * failures are most often caused by one of these, so they are primary evidence.
 */

const KIBI = 1024;
const MEBI = KIBI * KIBI;

/** The documented limits. */
export const changeLimits = {
  /** Commits to read, if no base is known and after a known one. */
  commits: 30,
  commitsAfterBase: 200,
  /** Files listed per commit, and files whose lines are included. */
  files: 5_000,
  filesWithHunks: 500,
  /** Lines per file, and characters per file and per commit. */
  linesOfFile: 4_000,
  hunkLengthOfFile: 256 * KIBI,
  hunkLengthOfCommit: MEBI,
  /** Characters of a subject or author name. */
  subjectLength: 300,
  authorLength: 200,
  /** The largest file compared token by token, and the total per commit. */
  comparedFileBytes: 512 * KIBI,
  comparedBytes: 16 * MEBI,
} as const;

/** What happened to a file; `mode` changed only its permissions. */
export type ChangeKind = 'added' | 'modified' | 'deleted' | 'renamed' | 'mode';

/**
 * Whether a change can alter what the code does: `inert` changed only comments or layout, `generated` is tool
 * output, `document` is prose for people; everything else is `live`.
 */
export type ChangeEffect = 'live' | 'inert' | 'generated' | 'document';

/** Lines replaced by others. Lines count from one; if a side is empty, its start is the line before. */
export type ChangeHunk = {
  readonly oldStart: number;
  readonly newStart: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
};

/** One file of a change. */
export type ChangedFile = {
  /** Its current path, or its last one if it was deleted. */
  readonly path: string;
  /** Its former path, if this change or a later one renamed it. */
  readonly from?: string;
  readonly kind: ChangeKind;
  readonly effect: ChangeEffect;
  /** Empty for binary files, beyond the limits, and if only name or mode changed. */
  readonly hunks: readonly ChangeHunk[];
  /** Whether hunks were omitted. */
  readonly isCut: boolean;
};

/** One commit, or all uncommitted changes. */
export type RecentChange = {
  /** The commit id; null for uncommitted changes. */
  readonly commit: string | null;
  /** Whether it is a merge, which only counts changes found in no parent. */
  readonly isMerge?: true;
  /** The number of newer changes. */
  readonly position: number;
  readonly subject: string;
  readonly author: string;
  /** UTC with seconds; empty if unknown. */
  readonly date: string;
  readonly files: readonly ChangedFile[];
  /** The number of files omitted because there are too many. */
  readonly leftOut?: number;
};

/** The recent changes of a workspace, newest first. */
export type RecentChanges = {
  readonly changes: readonly RecentChange[];
  /** The revision before the oldest change, if one is known to be green or the base of the work. */
  readonly base: ChangeBase | null;
  /** Whether older changes were omitted because there were too many. */
  readonly isCut: boolean;
};

/** Where the changes begin, and how that was determined. */
export type ChangeBase = {
  readonly commit: string;
  /** Whether tests are known to have passed there; otherwise it is only where the work began. */
  readonly isGreen: boolean;
  readonly source: 'good' | 'baseline' | 'ledger' | 'ci' | 'merge-base';
};

/** One file of a commit, as reported by the git adapter. */
export type FileDiff = {
  readonly path: string;
  /** Its former path; renamed files only. */
  readonly from?: string;
  readonly kind: ChangeKind;
  /** Git's blob ids; null if the file does not exist. */
  readonly before: string | null;
  readonly after: string | null;
  readonly hunks: readonly ChangeHunk[];
  /** Whether hunks were omitted. */
  readonly isCut: boolean;
};

/** One commit, or all uncommitted changes. */
export type CommitDiff = {
  /** The commit id; null for uncommitted changes. */
  readonly commit: string | null;
  readonly subject: string;
  readonly author: string;
  /** UTC with seconds; empty if unknown. */
  readonly date: string;
  readonly files: readonly FileDiff[];
  /** The number of files omitted because there are too many. */
  readonly leftOut: number;
  /** Whether the diff is complete; false if objects are missing, which may be fetched later. */
  readonly isWhole: boolean;
};

/** Diffs, and by id the blobs needed to judge their effect. */
export type DiffBatch = {
  readonly diffs: readonly CommitDiff[];
  readonly blobs: ReadonlyMap<string, Uint8Array>;
};

/** A range of commits: `from` and its ancestors, without `until` and its ancestors. */
export type CommitRange = { readonly from: string; readonly until?: string; readonly limit: number };

/** Commits, newest first. */
export type CommitList = {
  readonly commits: readonly string[];
  /** The merges among them; they do not count towards the limit. */
  readonly merges: ReadonlySet<string>;
  /** Whether there are older ones. */
  readonly isCut: boolean;
  /** The workspace's folder in the repository with a trailing slash; empty at the top. */
  readonly folder: string;
};

/** What the changes producer asks of git; every method returns null if git fails. */
export interface DiffSource {
  /** Returns the newest commits in a range that touched the workspace, with full ids. */
  listCommits(range: CommitRange): CommitList | null;
  /** Returns the diffs of commits in the order requested, without merges. */
  readDiffs(commits: readonly string[]): DiffBatch | null;
  /** Returns the changes of merges found in no parent, usually none; unreadable ones are omitted. */
  readMerges(merges: readonly string[]): readonly CommitDiff[];
  /** Returns staged, changed, deleted and untracked files as one diff; none if there are no changes. */
  readUncommitted(): DiffBatch | null;
}
