/**
 * What changed lately in a workspace: the work that is not committed, then the newest commits, each by file and hunk.
 * A red run is most often explained by one of these, so they are evidence of the first rank.
 */

const KIBI = 1024;
const MEBI = KIBI * KIBI;

/** The documented bounds. */
export const changeLimits = {
  /** How many commits are looked at: where nothing is known of a base, and after a known one. */
  commits: 30,
  commitsAfterBase: 200,
  /** How many files of a commit are listed, and of how many the lines are told. */
  files: 5_000,
  filesWithHunks: 500,
  /** How many lines of one file, and how many characters of one file and of one commit are told. */
  linesOfFile: 4_000,
  hunkLengthOfFile: 256 * KIBI,
  hunkLengthOfCommit: MEBI,
  /** How many characters a subject and the name of an author have. */
  subjectLength: 300,
  authorLength: 200,
  /** The largest file that is compared token by token, and how many bytes of one commit are. */
  comparedFileBytes: 512 * KIBI,
  comparedBytes: 16 * MEBI,
} as const;

/** What happened to a file; `mode` changed only who may read, write or run it. */
export type ChangeKind = 'added' | 'modified' | 'deleted' | 'renamed' | 'mode';

/**
 * Whether a change can alter what the code does: `inert` changed comments or layout alone, `generated` is the output of
 * a tool, `document` is prose for people; all else is `live`.
 */
export type ChangeEffect = 'live' | 'inert' | 'generated' | 'document';

/** Lines that were replaced by others. Lines count from one; where a side is empty, its start is the line before. */
export type ChangeHunk = {
  readonly oldStart: number;
  readonly newStart: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
};

/** One file of a change. */
export type ChangedFile = {
  /** What it is called today, or was called last where it is gone. */
  readonly path: string;
  /** What it was called before, where the change or a later one renamed it. */
  readonly from?: string;
  readonly kind: ChangeKind;
  readonly effect: ChangeEffect;
  /** Empty for binary files, for those past the bounds, and where only name or mode changed. */
  readonly hunks: readonly ChangeHunk[];
  /** Whether hunks were left out. */
  readonly isCut: boolean;
};

/** One commit, or all that is not committed. */
export type RecentChange = {
  /** The id of the commit; null for what is not committed. */
  readonly commit: string | null;
  /** Whether it is a merge, of which only what no parent has counts. */
  readonly isMerge?: true;
  /** How many of the changes are newer. */
  readonly position: number;
  readonly subject: string;
  readonly author: string;
  /** UTC, to the second; empty where it is not known. */
  readonly date: string;
  readonly files: readonly ChangedFile[];
  /** How many further files it touched, where they are too many to list. */
  readonly leftOut?: number;
};

/** The newest changes of a workspace, newest first. */
export type RecentChanges = {
  readonly changes: readonly RecentChange[];
  /** The revision before the oldest of them, where one is known to be green or to be the base of the work. */
  readonly base: ChangeBase | null;
  /** Whether older changes were left out because there were too many. */
  readonly isCut: boolean;
};

/** Where the changes begin, and how that is known. */
export type ChangeBase = {
  readonly commit: string;
  /** Whether the tests are known to have passed there, or it is only where the work began. */
  readonly isGreen: boolean;
  readonly source: 'good' | 'baseline' | 'ledger' | 'ci' | 'merge-base';
};

/**
 * One file of a commit. The git adapter brings it, the producer of changes makes facts of it.
 */
export type FileDiff = {
  readonly path: string;
  /** What it was called before; only of a file that was renamed. */
  readonly from?: string;
  readonly kind: ChangeKind;
  /** The ids of the bytes, by which git calls them; null where there is no file. */
  readonly before: string | null;
  readonly after: string | null;
  readonly hunks: readonly ChangeHunk[];
  /** Whether hunks were left out. */
  readonly isCut: boolean;
};

/** One commit, or all that is not committed. */
export type CommitDiff = {
  /** The id of the commit; null for what is not committed. */
  readonly commit: string | null;
  readonly subject: string;
  readonly author: string;
  /** UTC, to the second; empty where it is not known. */
  readonly date: string;
  readonly files: readonly FileDiff[];
  /** How many further files there are, where they are too many to list. */
  readonly leftOut: number;
  /** Whether this is all that can be said of the commit; false where objects are missing, which may come later. */
  readonly isWhole: boolean;
};

/** Changes, and the bytes that tell what they do, by id. */
export type DiffBatch = {
  readonly diffs: readonly CommitDiff[];
  readonly blobs: ReadonlyMap<string, Uint8Array>;
};

/** Which commits are asked for: those that `from` came from, itself included, without those that `until` came from. */
export type CommitRange = { readonly from: string; readonly until?: string; readonly limit: number };

/** Commits, newest first. */
export type CommitList = {
  readonly commits: readonly string[];
  /** Those among them that are merges; they do not count towards the limit. */
  readonly merges: ReadonlySet<string>;
  /** Whether there are older ones. */
  readonly isCut: boolean;
  /** Where the workspace lies in the repository: nothing at the top, else ended by a slash. */
  readonly folder: string;
};

/** What the producer of changes asks of git; all of it answers null where git cannot tell. */
export interface DiffSource {
  /** Returns the newest commits of a range that touched the workspace; ids are full. */
  listCommits(range: CommitRange): CommitList | null;
  /** Returns what commits changed, in the order asked for; merges are left out. */
  readDiffs(commits: readonly string[]): DiffBatch | null;
  /** Returns what merges changed that no parent has, most often nothing; those that cannot be told are left out. */
  readMerges(merges: readonly string[]): readonly CommitDiff[];
  /** Returns what is staged, changed, deleted or new and not ignored, as one change; no diff where there is nothing. */
  readUncommitted(): DiffBatch | null;
}
