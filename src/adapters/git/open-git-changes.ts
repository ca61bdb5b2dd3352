/**
 * Changes a workspace's repository through git itself, while preventing its settings from causing anything
 * else.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CommitRequest, GitChanges, GitFault } from '../../tools/index.ts';
import { findRepository } from './find-repository.ts';
import { findRemote, pullFrom, pushTo, quietSettings, type RemoteBranch } from './move-commits.ts';
import { type GitOptions, type OpenedGit, openGit } from './open-git.ts';
import { withNamedCopy } from './private-copy.ts';
import { emptyTreeLike, isFullId, readCommitId } from './read-commits.ts';
import { type GitSetting, readSettings } from './read-settings.ts';
import { decodeField, type GitProtocol, splitFields } from './run-git.ts';

/** How other repositories may be reached; defaults to https only. */
export type GitChangesOptions = GitOptions & {
  readonly protocols?: readonly GitProtocol[];
  /** Returns whether a path must be left untouched, whatever a commit contains; defaults to none. */
  readonly keeps?: (path: string) => boolean;
};

/**
 * Opens the changes of a workspace; the repository around it and its settings are examined before each
 * change.
 */
export function openGitChanges(root: string, options: GitChangesOptions = {}): GitChanges {
  const { protocols = ['https'], keeps = () => false } = options;
  const changing = <Done>(
    change: (git: OpenedGit, settings: readonly GitSetting[]) => Done | GitFault,
  ): Done | GitFault => {
    const git = openGit(root, options);
    if (git === null) return findRepository(root) === undefined ? 'no-repository' : 'leads-out';
    const read = readSettings(git);
    return read !== null && 'settings' in read ? change(git, read.settings) : 'unsafe-settings';
  };
  const moving = <Done>(move: (git: OpenedGit, remote: RemoteBranch) => Done | GitFault): Done | GitFault =>
    changing((git, settings) => {
      // In a workspace below the top, a commit would affect more than the workspace.
      if (git.prefix !== '') return 'no-repository';
      const remote = findRemote(git, settings, protocols);
      return remote === null ? 'unreachable' : move(git, remote);
    });
  return Object.freeze<GitChanges>({
    unsafeSettings: () => {
      const git = openGit(root, options);
      const read = git && readSettings(git);
      return read !== null && 'unknown' in read ? read.unknown : [];
    },
    stage: (paths) => changing((git) => stage(git, paths)),
    commit: (request) => changing((git) => commitStaged(git, request)),
    push: () => moving(pushTo),
    pull: () => moving((git, remote) => pullFrom(git, remote, keeps)),
  });
}

/** Not done with `git add`, which treats a directory as everything in it, visible or not. */
function stage(git: OpenedGit, paths: readonly string[]): GitFault | null {
  if (paths.length === 0) return 'nothing-to-do';
  const input = new TextEncoder().encode(paths.map((path) => `${path}\0`).join(''));
  const args = [...quietSettings, 'update-index', '--add', '--remove', '-z', '--stdin'];
  const done = withNamedCopy(git, paths, (options) =>
    retryLocked(git, () => git.run(args, { input, ...options })),
  );
  if (done === null) return 'failed';
  return typeof done === 'string' ? done : null;
}

/** States in which a commit would mean something else. */
const UNDER_WAY = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'rebase-merge', 'rebase-apply'];

/**
 * Commits what is staged, if that is exactly the named paths. The tree is written first and compared with the
 * current commit, so that what was checked is what is committed, even if somebody stages something in
 * between; `git commit`, which runs hooks and editors, is not used.
 */
function commitStaged(git: OpenedGit, request: CommitRequest): { readonly commit: string } | GitFault {
  const { places, prefix } = git;
  const { paths, message } = request;
  if (UNDER_WAY.some((name) => existsSync(join(places.gitDirectory, name)))) return 'failed';
  const parent = readCommitId(git, 'HEAD');
  const written = retryLocked(git, () => git.line(['write-tree']));
  if (typeof written === 'string') return written;
  const tree = written.done;
  if (!isFullId(tree)) return 'failed';
  const staged = treePaths(git, { from: parent ?? emptyTreeLike(tree), to: tree });
  if (staged === null) return 'failed';
  if (staged.size === 0) return 'nothing-to-do';
  const named = new Set(paths.map((path) => `${prefix}${path}`));
  if (staged.size !== named.size || [...named].some((path) => !staged.has(path))) return 'otherwise-staged';

  const parents = parent === null ? [] : ['-p', parent];
  const commit = git.line(['commit-tree', '--no-gpg-sign', ...parents, '-F', '-', tree], {
    input: new TextEncoder().encode(message.endsWith('\n') ? message : `${message}\n`),
    environment: identityOf(request),
  });
  if (commit === null || !isFullId(commit)) return 'failed';
  return moveHead(git, { parent, commit }, identityOf(request));
}

/** Only moves a branch that is unchanged; otherwise another process was faster. */
function moveHead(
  git: OpenedGit,
  { parent, commit }: { readonly parent: string | null; readonly commit: string },
  environment: Readonly<Record<string, string>>,
): { readonly commit: string } | GitFault {
  const before = parent ?? '0'.repeat(commit.length);
  const move = ['update-ref', '-m', 'commit', 'HEAD', commit, before];
  const moved = retryLocked(git, () => git.run(move, { environment }));
  const head = readCommitId(git, 'HEAD');
  if (typeof moved !== 'string' || head === commit) return { commit };
  return head === parent ? moved : 'busy';
}

/** A name that is not text is in no list of names, and so counts as a difference. */
function treePaths(
  { run }: OpenedGit,
  { from, to }: { readonly from: string; readonly to: string },
): ReadonlySet<string | undefined> | null {
  const printed = run(['diff-tree', '-r', '-z', '--name-only', '--no-renames', from, to, '--']);
  return printed && new Set([...splitFields(printed)].map(decodeField));
}

function identityOf({ author, committer }: CommitRequest): Readonly<Record<string, string>> {
  return {
    GIT_AUTHOR_NAME: author.name,
    GIT_AUTHOR_EMAIL: author.email,
    GIT_COMMITTER_NAME: committer.name,
    GIT_COMMITTER_EMAIL: committer.email,
  };
}

const MAX_TRIES = 4;

/**
 * Returns the result of an attempt, or why there was none. Git gives up immediately if another process holds
 * the index lock; since most locks are brief, it is retried, and a lasting lock is distinguished from other
 * faults.
 */
function retryLocked<Done extends object | string>(
  { places }: Pick<OpenedGit, 'places'>,
  attempt: () => Done | null,
): { readonly done: Done } | 'busy' | 'failed' {
  let isHeld = false;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const done = attempt();
    if (done !== null) return { done };
    isHeld ||= ['index.lock', 'HEAD.lock'].some((name) => existsSync(join(places.gitDirectory, name)));
  }
  return isHeld ? 'busy' : 'failed';
}
