/**
 * What a commit changed, as git tells it: files under the names of then, with the ids of their bytes before and after.
 * The git adapter brings it, the producer of changes makes facts of it.
 */
import type { ChangeHunk, ChangeKind } from './recent-changes.ts';

/** One file of a commit. */
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
