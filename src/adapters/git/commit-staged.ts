/**
 * Commits what is staged. The tree is written first and compared with the commit at hand, so that what was checked is
 * what is committed, whoever stages something meanwhile; and git's `commit`, which asks hooks and editors, is not used.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CommitRequest, GitFault } from '../../tools/index.ts';
import { emptyTreeLike, isFullId, readCommitId } from './commit-id.ts';
import type { OpenedGit } from './open-git.ts';
import { retryLocked } from './retry-locked.ts';
import { decodeField, splitFields } from './split-fields.ts';

/** States in which a commit would mean something else than it says. */
const UNDER_WAY = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'rebase-merge', 'rebase-apply'];

/** Commits what is staged, if that is exactly the named paths. */
export function commitStaged(git: OpenedGit, request: CommitRequest): { readonly commit: string } | GitFault {
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

/** Only where the branch still stands where it stood; else another was faster. */
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

/** A name that is no text is in no list of names, and so is a difference. */
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
