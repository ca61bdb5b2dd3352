/** Reads what git knows of a workspace's past and of what has changed since, without running anything it configures. */
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gitLogArguments } from '../../context/index.ts';
import type { GitReader, GitRevision } from '../../tools/index.ts';
import { findRepository, type RepositoryPlaces } from './find-repository.ts';
import { parseStatus } from './parse-status.ts';
import { runGit } from './run-git.ts';
import { silenceFilters } from './silence-filters.ts';

const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
const MAX_BYTES = 256 * 1024 * 1024;

/** Settings of a repository that would run a program or change what a log tells. */
const LOG_SETTINGS = [
  'log.showSignature=false',
  'log.showRoot=true',
  'log.follow=false',
  'diff.orderFile=/dev/null',
  'diff.ignoreSubmodules=none',
].flatMap((setting) => ['-c', setting]);

const STATUS = [
  'status',
  '--porcelain=v1',
  '-z',
  '--no-renames',
  '--untracked-files=all',
  // Looking into a submodule would run git there, by that one's settings.
  '--ignore-submodules=all',
  '--',
  '.',
];

/** Opens the reader of a workspace; the repository around it is looked for at each call. */
export function openGitReader(root: string): GitReader {
  const run = (places: RepositoryPlaces, args: readonly string[]): Uint8Array | null =>
    runGit({ places, currentDirectory: root, args, maxBytes: MAX_BYTES }) ?? null;

  return Object.freeze({
    revision: () => {
      const places = findRepository(root);
      return places === undefined ? null : readRevision(places, (args) => run(places, args));
    },
    log: (commit: string) => {
      const places = findRepository(root);
      if (places === undefined || !COMMIT.test(commit)) return null;
      const isTop = relative(places.top, root) === '';
      const args = [...gitLogArguments, '--no-ext-diff', '--no-textconv', ...(isTop ? [] : ['--relative'])];
      // Pinned: where the branch stands may change while somebody works.
      return run(places, [...LOG_SETTINGS, ...args, commit, '--', ...(isTop ? [] : ['.'])]);
    },
    changedPaths: () => {
      const places = findRepository(root);
      if (places === undefined) return null;
      const silenced = silenceFilters((args) => run(places, args));
      const printed = silenced && run(places, [...silenced, ...STATUS]);
      return printed && parseStatus(printed, relative(places.top, root));
    },
  });
}

function readRevision(
  { commonDirectory }: RepositoryPlaces,
  run: (args: readonly string[]) => Uint8Array | null,
): GitRevision | null {
  const printed = run(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
  const commit = printed === null ? '' : new TextDecoder().decode(printed).trimEnd();
  if (!COMMIT.test(commit)) return null;
  return { commit, depth: existsSync(join(commonDirectory, 'shallow')) ? 'shallow' : 'full' };
}
