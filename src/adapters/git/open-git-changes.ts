/** Changes a workspace's repository through git itself, where nothing in its settings can turn that into more. */
import type { GitChanges, GitFault } from '../../tools/index.ts';
import { commitStaged } from './commit-staged.ts';
import { withNamedCopy } from './copy-named-files.ts';
import { findRemote, type RemoteBranch } from './find-remote.ts';
import { findRepository } from './find-repository.ts';
import { pullFrom, pushTo, quietSettings } from './move-commits.ts';
import { type GitOptions, type OpenedGit, openGit } from './open-git.ts';
import { type GitSetting, readSettings } from './read-settings.ts';
import { retryLocked } from './retry-locked.ts';
import type { GitProtocol } from './run-git.ts';

/** How other repositories are reached; by https alone where nothing is said. */
export type GitChangesOptions = GitOptions & {
  readonly protocols?: readonly GitProtocol[];
  /** Tells of paths that are left as they are, whatever a commit holds; left out, there are none. */
  readonly keeps?: (path: string) => boolean;
};

/** Opens the changes of a workspace; the repository around it and its settings are looked at for each change. */
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
      // Below the top, more would be moved than the workspace.
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

/** Not by `git add`, for which a directory is all that lies in it, whoever sees it. */
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
