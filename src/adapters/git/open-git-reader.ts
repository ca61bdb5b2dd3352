/** Reads what git knows of a workspace's past and of what has changed since, without running anything it configures. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { gitLogArguments } from '../../context/index.ts';
import type { GitReader, GitRevision } from '../../tools/index.ts';
import { alternatesOf, findEscape } from './find-escape.ts';
import { findRepository } from './find-repository.ts';
import { type GitOptions, logSettings, type OpenedGit, openGit } from './open-git.ts';
import { readBlame } from './read-blame.ts';
import {
  findCommits,
  findMergeBase,
  isBefore,
  isFullId,
  readCommitId,
  readCommits,
  readCommittedAt,
  resolveRevision,
} from './read-commits.ts';
import { comparePaths, readDiff } from './read-diff.ts';
import { listCommits, readDiffs, readMerges } from './read-diffs.ts';
import { readStatus } from './read-status.ts';
import { readUncommitted } from './read-uncommitted.ts';

/** Opens the reader of a workspace; the repository around it is looked for at each call. */
export function openGitReader(root: string, options: GitOptions = {}): GitReader {
  const within = <Result>(read: (git: OpenedGit) => Result | null): Result | null => {
    const git = openGit(root, options);
    return git && read(git);
  };
  return Object.freeze<GitReader>({
    wayOut: () => wayOutOf(root, options),
    revision: () => within(readRevision),
    log: (commit) => within((git) => (isFullId(commit) ? readLog(git, commit) : null)),
    changedPaths: () => within((git) => readStatus(git)?.changed.map(({ path }) => path) ?? null),
    findCommits: (start) => within((git) => findCommits(git, start)) ?? [],
    readCommits: (commits) => within((git) => readCommits(git, commits)),
    committedAt: (commit) => within((git) => (isFullId(commit) ? readCommittedAt(git, commit) : null)),
    comparePaths: (span) => within((git) => comparePaths(git, span)),
    diff: async (request) => within((git) => readDiff(git, request)),
    blame: (request) => within((git) => readBlame(git, request)),
    listCommits: (range) => within((git) => listCommits(git, range)),
    readDiffs: (commits) => within((git) => readDiffs(git, commits)),
    readMerges: (merges) => within((git) => readMerges(git, merges)) ?? [],
    readUncommitted: () => within(readUncommitted),
    resolveRevision: (text) => within((git) => resolveRevision(git, text)),
    mergeBase: (head, other) => within((git) => findMergeBase(git, head, other)),
    isAncestor: ({ commit, later }) =>
      within((git) => [commit, later].every(isFullId) && isBefore(git, { commit, later })) ?? false,
  });
}

/**
 * Opens the reader of a workspace for its operator, who vouches for the object directories that it borrows from now, as
 * clones made with `--shared` or `--reference` do.
 */
export function openOwnGitReader(root: string): GitReader {
  const places = findRepository(root);
  return openGitReader(root, { granted: places === undefined ? [] : alternatesOf(places) });
}

function wayOutOf(root: string, { granted }: GitOptions): string | null {
  const places = findRepository(root);
  return places === undefined ? null : findEscape(places, granted);
}

function readRevision(git: OpenedGit): GitRevision | null {
  const commit = readCommitId(git, 'HEAD');
  if (commit === null) return null;
  return { commit, depth: isShallow(git) ? 'shallow' : 'full' };
}

function isShallow({ places }: OpenedGit): boolean {
  return existsSync(join(places.commonDirectory, 'shallow'));
}

function readLog(git: OpenedGit, commit: string): Uint8Array | null {
  const { run, prefix } = git;
  const isTop = prefix === '';
  // The last commits of a shallow clone seem to have added every file.
  const bounds = isShallow(git) ? ['--min-parents=1'] : [];
  const shown = ['--no-ext-diff', '--no-textconv', ...(isTop ? [] : ['--relative'])];
  const args = [...gitLogArguments, ...bounds, ...shown];
  // Pinned: where the branch stands may change while somebody works.
  return run([...logSettings, ...args, commit, '--', ...(isTop ? [] : ['.'])]);
}
