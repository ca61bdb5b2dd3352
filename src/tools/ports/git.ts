/**
 * The tools' port to git in one workspace. The git adapter implements it in a hardened way; user-supplied
 * words are only resolved, never passed on.
 */
import type { DiffSource } from '../../context/index.ts';

/** The current commit, and whether its full history is available. */
export type GitRevision = { readonly commit: string; readonly depth: 'full' | 'shallow' };

/** What to compare; commits are full ids. */
export type GitSpan =
  /** The index with the work tree. */
  | { readonly kind: 'unstaged' }
  /** A commit (by default the current one) with the index. */
  | { readonly kind: 'staged'; readonly commit?: string }
  /** A commit with the work tree. */
  | { readonly kind: 'since'; readonly commit: string }
  /** The changes of a commit; for a merge, relative to its first parent. */
  | { readonly kind: 'commit'; readonly commit: string };

/** Which differences to read, and how much of them. */
export type DiffRequest = {
  readonly span: GitSpan;
  /** Files; nothing else is shown. */
  readonly paths: readonly string[];
  readonly contextLines: number;
  readonly maxBytes: number;
};

/** Differences as a patch. */
export type GitDiff = { readonly bytes: Uint8Array; readonly isCut: boolean };

/** A commit as people read it. The date is in UTC, to the second, and empty if unknown. */
export type GitCommit = {
  readonly commit: string;
  readonly author: string;
  readonly date: string;
  readonly message: string;
};

/** Which lines of a file to trace, including the last one; the file is as in the commit. */
export type BlameRequest = {
  readonly commit: string;
  readonly path: string;
  readonly fromLine: number;
  readonly toLine: number;
};

/** A line and its origin. */
export type BlamedLine = {
  readonly line: number;
  /** Null if the line is not UTF-8. */
  readonly text: string | null;
  readonly commit: string;
  readonly author: string;
  readonly date: string;
  /** The file's name in that commit; null if it was outside the workspace. */
  readonly path: string | null;
};

/** The reading part of git; paths are relative to the workspace. */
export interface GitReader extends DiffSource {
  /**
   * Returns what would lead git out of the repository, in which case nothing of it is read; null if nothing
   * does.
   */
  wayOut(): string | null;
  /** Returns the current commit; null without a repository or a commit. */
  revision(): GitRevision | null;
  /**
   * Returns the history of the workspace from a commit backwards, as `parseGitLog` reads it; null if git
   * fails.
   */
  log(commit: string): Uint8Array | null;
  /** Returns the paths that differ from the commit or are new and not ignored, sorted; null if git fails. */
  changedPaths(): readonly string[] | null;
  /** Returns the full ids of the current commit's ancestors that start with a prefix. */
  findCommits(start: string): readonly string[];
  /** Returns commits in the given order; null if git fails. */
  readCommits(commits: readonly string[]): readonly GitCommit[] | null;
  /** Returns the time of a commit in UTC, to the second; null if git fails. */
  committedAt(commit: string): string | null;
  /** Returns which files differ, sorted; null if git fails. */
  comparePaths(span: GitSpan): readonly string[] | null;
  /** Returns how files differ; null if git fails. */
  diff(request: DiffRequest): Promise<GitDiff | null>;
  /** Returns the origin of lines; null if git fails. */
  blame(request: BlameRequest): readonly BlamedLine[] | null;
  /**
   * Returns the full id of the commit for a branch, tag or id as written by a person; null if there is none.
   */
  resolveRevision(text: string): string | null;
  /**
   * Returns where a commit branched off another one, or the main branch; null if there is no such commit. Ids
   * are full.
   */
  mergeBase(commit: string, other?: string): string | null;
  /** Returns whether a commit equals another one or is an ancestor of it; ids are full. */
  isAncestor(pair: { readonly commit: string; readonly later: string }): boolean;
}

/** Why git did not do it. */
export type GitFault =
  | 'no-repository'
  /** The repository's own settings name programs, remotes or includes that cannot be safely ignored. */
  | 'unsafe-settings'
  /** Something in the repository would lead git out of it. */
  | 'leads-out'
  | 'nothing-to-do'
  /** The index does not match the named paths. */
  | 'otherwise-staged'
  | 'unreachable'
  /** The histories have diverged, and only fast-forward is offered. */
  | 'not-forward'
  /** Another process is changing the repository right now. */
  | 'busy'
  | 'failed';

/** The author of a commit. */
export type GitAuthor = { readonly name: string; readonly email: string };

/** What to commit: exactly these paths must be staged. */
export type CommitRequest = {
  readonly paths: readonly string[];
  readonly message: string;
  readonly author: GitAuthor;
  /** Who makes the commit, whoever its author is. */
  readonly committer: GitAuthor;
};

/** The changing part of git; paths are relative to the workspace. */
export interface GitChanges {
  /** Returns the names, but not the values, of settings that are not known to be harmless. */
  unsafeSettings(): readonly string[];
  /** Stages files as they are, including deletions; directories are not staged. */
  stage(paths: readonly string[]): GitFault | null;
  /** Commits what is staged; returns the commit. */
  commit(request: CommitRequest): { readonly commit: string } | GitFault;
  push(): { readonly commit: string } | GitFault;
  /** Fetches and fast-forwards, never merges. */
  pull(): { readonly commit: string } | GitFault;
}

const OF_GIT = /(?:^|\/)\.git(?:\/|$)/i;

/**
 * Returns whether a path leads into a `.git` directory, ignoring case. Its files control what git runs and
 * which repository it reads.
 */
export function isOfGit(path: string): boolean {
  return OF_GIT.test(path);
}
