/** Git at work in one workspace: the repository around it, and a hardened way to run git there. */

import { relative, sep } from 'node:path';
import { findEscape } from './find-escape.ts';
import { findRepository, type RepositoryPlaces } from './find-repository.ts';
import { askGit, askGitLater, type GitCall, type GitOutcome } from './run-git.ts';

const MAX_BYTES = 256 * 1024 * 1024;

/** What one run of git has beyond its arguments. */
export type GitRunOptions = Partial<
  Pick<GitCall, 'input' | 'environment' | 'protocol' | 'maxBytes' | 'currentDirectory'>
>;

/** Git in a workspace. */
export type OpenedGit = {
  /** The workspace. */
  readonly root: string;
  readonly places: RepositoryPlaces;
  /** What paths of the workspace begin with, seen from the top of the work tree. */
  readonly prefix: string;
  /** Runs git and tells how it ended. */
  ask(args: readonly string[], options?: GitRunOptions): GitOutcome;
  /** Runs git meanwhile, for what may take long. */
  askLater(args: readonly string[], options?: Omit<GitRunOptions, 'input'>): Promise<GitOutcome>;
  /** Returns what git prints, or null where it fails. */
  run(args: readonly string[], options?: GitRunOptions): Uint8Array | null;
  /** Returns the line that git prints, or null where it fails. */
  line(args: readonly string[], options?: GitRunOptions): string | null;
};

/** Where git may go beside the workspace's own repository. */
export type GitOptions = {
  /** The directories of all roots: git itself is taken from none of them; left out, that of the workspace. */
  readonly roots?: readonly string[];
  /** Object directories that the operator lets the repository borrow from; left out, none. */
  readonly granted?: readonly string[];
};

/**
 * Finds the repository around a workspace as it is now; null where there is none, or where something in it leads out.
 * INVARIANT (git stays inside): what git would follow is looked at each time before it is run.
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

/** Returns the prefix that git's paths below a workspace have: nothing at the top, else ended by a slash. */
function workTreePrefix(top: string, root: string): string {
  const way = relative(top, root);
  return way === '' ? '' : `${way.split(sep).join('/')}/`;
}

/** Settings of a repository that would run a program or change what a log or a comparison tells, set to what we rely on. */
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
