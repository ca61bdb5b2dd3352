/** What the tools ask of git about one workspace. The git adapter implements it, hardened; words reach it only to be resolved. */
import type { DiffSource } from '../../context/index.ts';

/** The commit at hand, and whether all that came before it is there. */
export type GitRevision = { readonly commit: string; readonly depth: 'full' | 'shallow' };

/** What is compared with what; commits are full ids. */
export type GitSpan =
  /** What is staged with the work tree. */
  | { readonly kind: 'unstaged' }
  /** A commit, or the one at hand, with what is staged. */
  | { readonly kind: 'staged'; readonly commit?: string }
  /** A commit with the work tree. */
  | { readonly kind: 'since'; readonly commit: string }
  /** What a commit changed; of a merge, what it brought to its first parent. */
  | { readonly kind: 'commit'; readonly commit: string };

/** Which differences are read, and how much of them. */
export type DiffRequest = {
  readonly span: GitSpan;
  /** Files; nothing else is shown. */
  readonly paths: readonly string[];
  readonly contextLines: number;
  readonly maxBytes: number;
};

/** Differences as a patch. */
export type GitDiff = { readonly bytes: Uint8Array; readonly isCut: boolean };

/** One commit as people read it; the date is in UTC, to the second, and empty where git knows none. */
export type GitCommit = {
  readonly commit: string;
  readonly author: string;
  readonly date: string;
  readonly message: string;
};

/** Which lines of a file are asked for, the last one included; the file is as in the commit. */
export type BlameRequest = {
  readonly commit: string;
  readonly path: string;
  readonly fromLine: number;
  readonly toLine: number;
};

/** One line and where it comes from. */
export type BlamedLine = {
  readonly line: number;
  /** Null where the line is not UTF-8. */
  readonly text: string | null;
  readonly commit: string;
  readonly author: string;
  readonly date: string;
  /** What the file was called in that commit; null where it was outside the workspace. */
  readonly path: string | null;
};

/** Git, as far as the tools need to read it; paths are relative to the workspace. */
export interface GitReader extends DiffSource {
  /** Says what would lead git out of the repository, so that nothing is read of it; null where nothing does. */
  wayOut(): string | null;
  /** Returns the commit at hand; null without a repository or a commit. */
  revision(): GitRevision | null;
  /** Returns what `parseGitLog` reads, from a commit back, of what touches the workspace; null where git cannot tell. */
  log(commit: string): Uint8Array | null;
  /** Returns what differs from the commit or is new and not ignored, sorted; null where git cannot tell. */
  changedPaths(): readonly string[] | null;
  /** Returns the full ids of the commits whose ids begin so, of those that the one at hand came from. */
  findCommits(start: string): readonly string[];
  /** Returns commits in the order asked for; null where git cannot tell. */
  readCommits(commits: readonly string[]): readonly GitCommit[] | null;
  /** Returns when a commit was made, in UTC, to the second; null where git cannot tell. */
  committedAt(commit: string): string | null;
  /** Returns which files differ, sorted; null where git cannot tell. */
  comparePaths(span: GitSpan): readonly string[] | null;
  /** Returns how files differ; null where git cannot tell. */
  diff(request: DiffRequest): Promise<GitDiff | null>;
  /** Returns where lines come from; null where git cannot tell. */
  blame(request: BlameRequest): readonly BlamedLine[] | null;
  /** Returns the full id of the commit that a person's words name, a branch, a tag or an id; null where there is none. */
  resolveRevision(text: string): string | null;
  /** Returns where a commit left another, or the main branch; null where it has not, or there is none. Ids are full. */
  mergeBase(commit: string, other?: string): string | null;
  /** Tells whether a commit is another one or came before it; ids are full. */
  isAncestor(pair: { readonly commit: string; readonly later: string }): boolean;
}

/** Why git did not do it. */
export type GitFault =
  | 'no-repository'
  /** The repository's own settings name programs, remotes or includes that cannot be passed over safely. */
  | 'unsafe-settings'
  /** Something in the repository would lead git out of it. */
  | 'leads-out'
  | 'nothing-to-do'
  /** Something else is staged than was named, or not all of it. */
  | 'otherwise-staged'
  | 'unreachable'
  /** The histories have parted, and only going forward is offered. */
  | 'not-forward'
  /** Another is changing the repository at this moment. */
  | 'busy'
  | 'failed';

/** Who a commit is by. */
export type GitAuthor = { readonly name: string; readonly email: string };

/** What is committed: exactly these paths have to be staged. */
export type CommitRequest = {
  readonly paths: readonly string[];
  readonly message: string;
  readonly author: GitAuthor;
  /** Who makes the commit, whoever it is said to be by. */
  readonly committer: GitAuthor;
};

/** Git, as far as the tools change a repository; paths are relative to the workspace. */
export interface GitChanges {
  /** Names the settings that are not known to be harmless, without their values. */
  unsafeSettings(): readonly string[];
  /** Stages files as they are, deletions too; a directory is none. */
  stage(paths: readonly string[]): GitFault | null;
  /** Commits what is staged; returns the commit. */
  commit(request: CommitRequest): { readonly commit: string } | GitFault;
  push(): { readonly commit: string } | GitFault;
  /** Fetches and goes forward, never merges. */
  pull(): { readonly commit: string } | GitFault;
}

const OF_GIT = /(?:^|\/)\.git(?:\/|$)/i;

/** Tells whether a path leads into a `.git`, in any case: whoever writes there says what git runs and which repository it reads. */
export function isOfGit(path: string): boolean {
  return OF_GIT.test(path);
}
