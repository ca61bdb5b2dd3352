/**
 * What an experiment is: some failing tests, run once on one state of the tree. Everything here is data, so that an
 * experiment can be planned without running it, and a verdict replayed from what is on record.
 */

/** A state of the repository: the id of a git tree. Equal files give equal ids. */
export type TreeId = string;

/**
 * How a test ended: with the failure that is investigated, with another failure, passed, or not at all (it is not
 * there, or was skipped).
 */
export type TestEnd = 'failed' | 'failed-otherwise' | 'passed' | 'absent';

/** What one run showed. */
export type Observation = {
  /**
   * `broken`: no test could be told apart, for instance because nothing was built. `timed-out`: the run was cut off before
   * all of the tests had ended.
   */
  readonly kind: 'told' | 'broken' | 'timed-out';
  /** How each of the tests that were asked for ended, in their order; empty where nothing is known of any. */
  readonly ends: readonly TestEnd[];
};

/** Runs the tests of one proof on a state; `attempt` tells repetitions of one experiment apart. */
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

/** One piece of a change that can be taken back by itself. */
export type ChangeUnit = {
  /** The same for the same piece of the same change; unique within it. */
  readonly id: string;
  /** The path after the change; before it where the file was deleted. */
  readonly path: string;
  /** The path before, where it differs. */
  readonly from?: string;
  /** `hunk` changes lines; the others change a whole file. */
  readonly kind: 'hunk' | 'added' | 'deleted' | 'renamed' | 'mode' | 'binary' | 'submodule';
  /** Lines from 1, as unified diffs count them; of a whole file 1 and its length, where it has lines. */
  readonly before: { readonly start: number; readonly lines: readonly string[] };
  readonly after: { readonly start: number; readonly lines: readonly string[] };
};

/** The states that experiments can be made on. Nothing here touches the user's work tree, index, refs or stash. */
export type StateSpace = {
  /** The working tree as it stands, uncommitted changes included. */
  readonly workTree: TreeId;
  /** First-parent history from HEAD back, newest first, at most so many; empty without a commit. */
  history(most: number): readonly Revision[];
  /**
   * What a commit merged: for each parent but the first, the commits that this one leads to and the first does not, newest
   * first. Nothing for a commit that is no merge.
   */
  merged(commit: string): readonly (readonly MergedStep[])[];
  /** Returns the commit that some words name, or null. */
  resolve(revision: string): Revision | null;
  /** Returns a tree with some paths as another tree has them (removed where that one has none). */
  carry(tree: TreeId, options: { readonly from: TreeId; readonly paths: readonly string[] }): TreeId;
  /** Returns the change between two trees in pieces, by path and place; renames are followed. */
  changes(before: TreeId, after: TreeId): readonly ChangeUnit[];
  /** Returns what each tree of a history, the newest first, changed in the one before it: one fewer than there are trees. */
  changesAlong(trees: readonly TreeId[]): readonly (readonly ChangeUnit[])[];
  /** Returns the tree after a change with some of its pieces taken back; with all of them it is the tree before. */
  without(change: { readonly before: TreeId; readonly after: TreeId }, units: readonly ChangeUnit[]): TreeId;
  /** Takes pieces of one change back in another tree; null where they do not apply there. */
  undo(
    change: { readonly before: TreeId; readonly after: TreeId },
    options: { readonly units: readonly ChangeUnit[]; readonly at: TreeId },
  ): TreeId | null;
  /** Returns the difference between two trees as a patch that `git apply` takes. */
  patch(before: TreeId, after: TreeId): string;
};
