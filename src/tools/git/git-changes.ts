/** What the tools ask of git to change a repository. The git adapter implements it, hardened; none of it takes flags. */

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
