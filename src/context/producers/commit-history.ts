/**
 * What happened in a repository, as git tells it: its commits, newest first, with the paths as they were called then.
 * Whoever shows a part of it to somebody cuts it here, before former names are brought to today's.
 */

/** What happened to one file in a commit, as git tells it. */
export type FileChange =
  | { readonly kind: 'added' | 'modified' | 'deleted'; readonly path: string }
  | { readonly kind: 'renamed'; readonly path: string; readonly from: string };

/** A commit as git tells it; a merge comes without files. */
export interface CommitRecord {
  readonly commit: string;
  readonly files: readonly FileChange[];
}

/** A commit that touched files, and how many commits are newer. */
export interface PastCommit extends CommitRecord {
  readonly age: number;
}

/** The commits of a repository that touched files. */
export interface CommitHistory {
  readonly commits: readonly PastCommit[];
}

/** Makes the history from commits, newest first; those without files only count. */
export function createCommitHistory(records: Iterable<CommitRecord>): CommitHistory {
  const commits: PastCommit[] = [];
  let age = 0;
  for (const { commit, files } of records) {
    if (files.length > 0) commits.push({ commit, age, files });
    age++;
  }
  return { commits };
}
