/**
 * Defines an experiment: some failing tests, run once on one state of the tree. Everything here is data, so
 * an experiment can be planned without running it, and a verdict replayed from the record.
 */

/** A state of the repository: the id of a git tree. Equal files give equal ids. */
export type TreeId = string;

/**
 * How a test ended: with the failure under investigation, with another failure, passed, or absent (it does
 * not exist, or was skipped).
 */
export type TestEnd = 'failed' | 'failed-otherwise' | 'passed' | 'absent';

export type Observation = {
  /**
   * `broken`: no individual test has a result, for instance because the build failed. `timed-out`: the run
   * was cut off before all tests had ended.
   */
  readonly kind: 'told' | 'broken' | 'timed-out';
  /** How each requested test ended, in request order; empty if nothing is known about any of them. */
  readonly ends: readonly TestEnd[];
};

/** Runs the tests of one proof on a state; `attempt` distinguishes repetitions of the same experiment. */
export type RunTests = (state: TreeId, options: { readonly attempt: number }) => Promise<Observation>;

/** A commit of the first-parent history, or the working tree, which has no commit. */
export type Revision = {
  readonly commit: string | null;
  readonly tree: TreeId;
};

/** A commit of a merged branch, and its first parent. */
export type MergedStep = {
  readonly newer: Revision;
  readonly older: Revision;
  readonly isMerge: boolean;
};

/** One piece of a change that can be reverted by itself. */
export type ChangeUnit = {
  /** Stable for the same piece of the same change, and unique within it. */
  readonly id: string;
  /** The path after the change; for a deleted file, the path before. */
  readonly path: string;
  /** The path before, if it differs. */
  readonly from?: string;
  /** `hunk` changes lines; all others change a whole file. */
  readonly kind: 'hunk' | 'added' | 'deleted' | 'renamed' | 'mode' | 'binary' | 'submodule';
  /** Line numbers from 1, as in unified diffs. For a whole file with lines: 1 and all of its lines. */
  readonly before: { readonly start: number; readonly lines: readonly string[] };
  readonly after: { readonly start: number; readonly lines: readonly string[] };
};

/**
 * The states that experiments can run on. Nothing here touches the user's work tree, index, refs or stash.
 */
export type StateSpace = {
  /** The working tree as it is, with uncommitted changes. */
  readonly workTree: TreeId;
  /** First-parent history from HEAD back, newest first, at most `most` revisions; empty without a commit. */
  history(most: number): readonly Revision[];
  /**
   * What a commit merged: for each parent but the first, the commits reachable from it and not from the first
   * parent, newest first. Empty if the commit is not a merge.
   */
  merged(commit: string): readonly (readonly MergedStep[])[];
  /** Resolves a revision expression to a commit, or null. */
  resolve(revision: string): Revision | null;
  /** Returns `tree` with the given paths as they are in `from` (removed if they do not exist there). */
  carry(tree: TreeId, options: { readonly from: TreeId; readonly paths: readonly string[] }): TreeId;
  /** Returns the change between two trees in pieces, sorted by path and place; renames are followed. */
  changes(before: TreeId, after: TreeId): readonly ChangeUnit[];
  /**
   * Returns what each tree of a history, newest first, changed relative to the one before it: one entry fewer
   * than there are trees.
   */
  changesAlong(trees: readonly TreeId[]): readonly (readonly ChangeUnit[])[];
  /**
   * Returns the tree after a change with some of its pieces reverted; with all of them reverted it equals
   * `before`.
   */
  without(change: { readonly before: TreeId; readonly after: TreeId }, units: readonly ChangeUnit[]): TreeId;
  /** Reverts pieces of a change in another tree; null if they do not apply there. */
  undo(
    change: { readonly before: TreeId; readonly after: TreeId },
    options: { readonly units: readonly ChangeUnit[]; readonly at: TreeId },
  ): TreeId | null;
  /** Returns the difference between two trees as a patch that `git apply` takes. */
  patch(before: TreeId, after: TreeId): string;
};
