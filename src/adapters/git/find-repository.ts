/**
 * Finds the git repository around a directory by inspecting files only, following git's own rules (setup.c)
 * plus one: a git directory elsewhere must know the work tree, or anyone who writes a `.git` could have any
 * repository of the host read.
 */
import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** The directories of a repository. */
export type RepositoryPlaces = {
  /** The top of the work tree. */
  readonly top: string;
  /** The work tree's own git directory, with its index. */
  readonly gitDirectory: string;
  /** The directory shared by all work trees of the repository. */
  readonly commonDirectory: string;
};

const GITFILE = /^gitdir: ([^\r\n]+)/;
const HEAD = /^(ref: *refs\/|[0-9a-f]{40}([0-9a-f]{24})?\s*$)/;

/** Returns the repository whose work tree contains a directory, if there is one. */
export function findRepository(directory: string): RepositoryPlaces | undefined {
  for (let top = directory; ; top = dirname(top)) {
    const gitDirectory = gitDirectoryOf(top);
    if (gitDirectory !== undefined) return ownPlaces(top, gitDirectory);
    if (top === dirname(top)) return undefined;
  }
}

/**
 * INVARIANT (no repository from elsewhere): nothing is read from a repository that does not count this work
 * tree as its own.
 */
function ownPlaces(top: string, gitDirectory: string): RepositoryPlaces | undefined {
  const commonDirectory = commonDirectoryOf(gitDirectory);
  const isInside = lstatSync(join(top, '.git'), { throwIfNoEntry: false })?.isDirectory() === true;
  const isOwn =
    (isInside || pointsBack(gitDirectory, top)) &&
    (commonDirectory === gitDirectory || isLinkedIn(gitDirectory, commonDirectory));
  return isOwn ? { top, gitDirectory, commonDirectory } : undefined;
}

/** Returns the git directory of a work tree whose top is exactly this directory, if it is one. */
export function gitDirectoryOf(top: string): string | undefined {
  const place = join(top, '.git');
  try {
    const stat = lstatSync(place, { throwIfNoEntry: false });
    if (!stat) return undefined;
    const named = statSync(place).isDirectory() ? place : GITFILE.exec(readSmallFile(place) ?? '')?.[1];
    return named !== undefined && isGitDirectory(resolve(top, named)) ? resolve(top, named) : undefined;
  } catch {
    return undefined;
  }
}

function isGitDirectory(directory: string): boolean {
  const common = commonDirectoryOf(directory);
  const isDirectory = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  return (
    HEAD.test(readSmallFile(join(directory, 'HEAD')) ?? '') &&
    isDirectory(join(common, 'objects')) &&
    isDirectory(join(common, 'refs'))
  );
}

function commonDirectoryOf(gitDirectory: string): string {
  return resolve(gitDirectory, (readSmallFile(join(gitDirectory, 'commondir')) ?? '').trimEnd());
}

const CONFIG_SECTION = /^\s*\[\s*([^\]\s]*)\s*\]/;
const WORK_TREE = /^\s*(?:\[[^\]]*\]\s*)?worktree\s*=\s*(.*?)\s*$/i;

/**
 * Returns whether a git directory names the top of a work tree as its own: by the `gitdir` of a linked one,
 * or by `core.worktree`. A file or link named `.git` can point to any directory of the host, so it is
 * followed only if that directory points back, as git ensures on both sides.
 */
function pointsBack(gitDirectory: string, top: string): boolean {
  const linked = readSmallFile(join(gitDirectory, 'gitdir'))?.trimEnd();
  if (linked !== undefined && basename(linked) === '.git')
    return isSamePlace(dirname(resolve(gitDirectory, linked)), top);
  return ['config.worktree', 'config'].some((name) => {
    const set = workTreeIn(readSmallFile(join(gitDirectory, name)) ?? '');
    return set !== undefined && isSamePlace(resolve(gitDirectory, set), top);
  });
}

/** Returns whether a directory is where a repository keeps the data of one of its linked work trees. */
function isLinkedIn(gitDirectory: string, commonDirectory: string): boolean {
  return isSamePlace(dirname(realPathIfThere(gitDirectory) ?? ''), join(commonDirectory, 'worktrees'));
}

/** Returns the last value of `core.worktree` in a file; git itself writes it on a line of its own. */
function workTreeIn(config: string): string | undefined {
  let isCore = false;
  let found: string | undefined;
  for (const line of config.split('\n')) {
    const section = CONFIG_SECTION.exec(line)?.[1];
    if (section !== undefined) isCore = section.toLowerCase() === 'core';
    const value = isCore ? WORK_TREE.exec(line)?.[1] : undefined;
    if (value !== undefined) found = unquoted(value);
  }
  return found;
}

function unquoted(value: string): string {
  return value.replace(/^"(.*)"$/, '$1').replace(/\\(["\\])/g, '$1');
}

function isSamePlace(one: string, other: string): boolean {
  const real = realPathIfThere(one);
  return real !== undefined && real === realPathIfThere(other);
}

function realPathIfThere(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

const LARGEST_BYTES = 4 * 1024 * 1024;

/**
 * Returns the text of a file that says where a repository's directories are; undefined if it does not exist.
 * An agent may have replaced it, so only small regular files are read.
 */
export function readSmallFile(path: string): string | undefined {
  try {
    const stat = statSync(path);
    // Reading a pipe would block.
    if (!stat.isFile()) return undefined;
    return stat.size > LARGEST_BYTES ? undefined : readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
