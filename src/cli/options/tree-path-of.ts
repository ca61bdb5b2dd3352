/** Turns what a person typed for a path into a path of the tree, which begins at the root of the workspace. */
import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { cite, PenumbraError } from '../../kernel/index.ts';

/** The directory a path was typed in, and the workspace it is looked up in. */
type PathContext = {
  /** The real path of the workspace's root. */
  readonly root: string;
  readonly currentDirectory: string;
  /** Tells whether the tree has a path. */
  readonly has: (path: string) => boolean;
  /** Whether a path may also be meant from the root, as our own answers write it; never where it is written to. */
  readonly alsoFromRoot: boolean;
};

/** What names a node or a record by its id instead. */
const ID = /^(?:(?:node|content|frame):)?[0-9a-f]{4,64}$/i;

/** What says itself that it starts from here. */
const FROM_HERE = /^\.\.?(?:[\\/]|$)/;

/**
 * Returns the tree path that a text means: relative to the current directory if that is in the workspace, else to the
 * root. Commands that only read also accept paths relative to the root, as our own answers write them. What is not a
 * path but may be an id is returned unchanged.
 */
export function treePathOf(
  typed: string,
  { root, currentDirectory, has, alsoFromRoot }: PathContext,
): string {
  if (typed === '')
    throw new PenumbraError('usage', 'the path is empty', { hint: 'name a path; `.` is here' });
  const here = isAbsolute(typed) || pathWithin(root, currentDirectory) === null ? root : currentDirectory;
  const place = resolve(here, typed);
  const near = pathWithin(root, place) ?? pathWithin(root, realPlace(place));
  if (near !== null && has(near)) return near;
  if (!isOnDisk(place)) {
    const far = FROM_HERE.test(typed) ? null : pathWithin(root, resolve(root, typed));
    const isFar = far !== null && has(far);
    if (isFar && alsoFromRoot) return far;
    // What looks like an id and is a path of the root would be taken for that path.
    if (!isFar && ID.test(typed)) return typed;
  }
  if (near !== null) return near;
  throw new PenumbraError('usage', `${cite(typed)} is outside the workspace`, {
    data: { path: typed },
    hint: `the workspace is ${root}; name another with --workspace DIR`,
  });
}

/** Returns the path below the root with `/` between names, `.` for the root itself, or null outside it. */
function pathWithin(root: string, place: string): string | null {
  const path = relative(root, place).split(sep).join('/').normalize('NFC');
  if (path === '') return '.';
  return path === '..' || path.startsWith('../') || isAbsolute(path) ? null : path;
}

/** What the tree leaves out, as an ignored file or an empty directory, is there all the same. */
function isOnDisk(place: string): boolean {
  try {
    return lstatSync(place, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

/** Follows links on the way to a place, but not the place itself, which may be a link of the tree. */
function realPlace(place: string): string {
  try {
    return join(realpathSync(dirname(place)), basename(place));
  } catch {
    return place;
  }
}
