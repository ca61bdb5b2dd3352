/** Git in one workspace: the repository around it, and a hardened way to run git there. */

import { relative, sep } from 'node:path';
import { findEscape } from './find-escape.ts';
import { findRepository, type RepositoryPlaces } from './find-repository.ts';
import { askGit, askGitLater, type GitCall, type GitOutcome } from './run-git.ts';

const MAX_BYTES = 256 * 1024 * 1024;

/** The options of one git run besides its arguments. */
export type GitRunOptions = Partial<
  Pick<GitCall, 'input' | 'environment' | 'protocol' | 'maxBytes' | 'currentDirectory'>
>;

/** Git in a workspace. */
export type OpenedGit = {
  /** The workspace. */
  readonly root: string;
  readonly places: RepositoryPlaces;
  /** The prefix of the workspace's paths, relative to the top of the work tree. */
  readonly prefix: string;
  /** Runs git and returns how it ended. */
  ask(args: readonly string[], options?: GitRunOptions): GitOutcome;
  /** Runs git asynchronously, for operations that may take long. */
  askLater(args: readonly string[], options?: Omit<GitRunOptions, 'input'>): Promise<GitOutcome>;
  /** Returns git's output, or null if it fails. */
  run(args: readonly string[], options?: GitRunOptions): Uint8Array | null;
  /** Returns the line git prints, or null if it fails. */
  line(args: readonly string[], options?: GitRunOptions): string | null;
};

/** Where git may access files outside the workspace's own repository. */
export type GitOptions = {
  /** The directories of all roots, from which the git program is never taken; defaults to the workspace's. */
  readonly roots?: readonly string[];
  /** Object directories the operator allows the repository to borrow from; defaults to none. */
  readonly granted?: readonly string[];
};

/**
 * Finds the current repository around a workspace; null if there is none, or if something in it leads out.
 * INVARIANT (git stays inside): everything git would follow is examined before each run.
 */
export function openGit(root: string, { roots = [root], granted = [] }: GitOptions = {}): OpenedGit | null {
  const places = findRepository(root);
  if (places === undefined || findEscape(places, granted) !== null) return null;
  const always = { places, currentDirectory: root, maxBytes: MAX_BYTES, roots };
  const ask: OpenedGit['ask'] = (args, options) => askGit({ ...always, args, ...options });
  const askLater: OpenedGit['askLater'] = (args, options) => askGitLater({ ...always, args, ...options });
  const run: OpenedGit['run'] = (args, options) => {
    const { status, stdout } = ask(args, options);
    return status === 0 ? stdout : null;
  };
  const line: OpenedGit['line'] = (args, options) => {
    const printed = run(args, options);
    return printed && new TextDecoder().decode(printed).replace(/\n$/, '');
  };
  return { root, places, prefix: workTreePrefix(places.top, root), ask, askLater, run, line };
}

/** Returns the prefix of git's paths in a workspace: empty at the top, else ending in a slash. */
function workTreePrefix(top: string, root: string): string {
  const way = relative(top, root);
  return way === '' ? '' : `${way.split(sep).join('/')}/`;
}

/**
 * Settings that would run a program or change the output of a log or a comparison, set to the values we rely
 * on.
 */
export const logSettings: readonly string[] = [
  'log.showSignature=false',
  'log.showRoot=true',
  'log.follow=false',
  'log.mailmap=false',
  'core.quotePath=true',
  'diff.orderFile=/dev/null',
  'diff.ignoreSubmodules=none',
  'diff.suppressBlankEmpty=false',
  'diff.interHunkContext=0',
  'blame.ignoreRevsFile=',
].flatMap((setting) => ['-c', setting]);
