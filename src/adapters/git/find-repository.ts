/**
 * Finds the git repository around a directory by looking at files only, by git's own rules (setup.c), and one more: what
 * lies elsewhere has to know the work tree, else whoever writes a `.git` would have any repository of the host read.
 */
import { lstatSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isLinkedIn, pointsBack } from './points-back.ts';
import { readSmallFile } from './read-small-file.ts';

/** Where a repository's parts are. */
export type RepositoryPlaces = {
  /** The top of the work tree. */
  readonly top: string;
  /** The work tree's own git directory, with its index. */
  readonly gitDirectory: string;
  /** What all work trees of the repository share. */
  readonly commonDirectory: string;
};

const GITFILE = /^gitdir: ([^\r\n]+)/;
const HEAD = /^(ref: *refs\/|[0-9a-f]{40}([0-9a-f]{24})?\s*$)/;

/** Returns the repository whose work tree holds a directory, if there is one. */
export function findRepository(directory: string): RepositoryPlaces | undefined {
  for (let top = directory; ; top = dirname(top)) {
    const gitDirectory = gitDirectoryOf(top);
    if (gitDirectory !== undefined) return ownPlaces(top, gitDirectory);
    if (top === dirname(top)) return undefined;
  }
}

/** INVARIANT (no repository from elsewhere): nothing is read of a repository that does not count this work tree as its own. */
function ownPlaces(top: string, gitDirectory: string): RepositoryPlaces | undefined {
  const commonDirectory = commonDirectoryOf(gitDirectory);
  const isInside = lstatSync(join(top, '.git'), { throwIfNoEntry: false })?.isDirectory() === true;
  const isOwn =
    (isInside || pointsBack(gitDirectory, top)) &&
    (commonDirectory === gitDirectory || isLinkedIn(gitDirectory, commonDirectory));
  return isOwn ? { top, gitDirectory, commonDirectory } : undefined;
}

/** Returns the git directory of a work tree whose top is this very directory, if it is one. */
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
