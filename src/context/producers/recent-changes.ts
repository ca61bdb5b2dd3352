/**
 * What changed lately in a workspace: the work that is not committed, then the newest commits, each by file and hunk.
 * A red run is most often explained by one of these, so they are evidence of the first rank.
 */

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
