/** Converts a typed path to a tree path, which is relative to the workspace root. */
import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { cite, PenumbraError } from '../../kernel/index.ts';

/** The directory in which a path was typed, and the workspace. */
type PathContext = {
  /** The real path of the workspace's root. */
  readonly root: string;
  readonly currentDirectory: string;
  /** Checks whether a path is in the tree. */
  readonly has: (path: string) => boolean;
  /**
   * Whether a path may also be relative to the root, as in our own output; never for commands that write to
   * it.
   */
  readonly alsoFromRoot: boolean;
};

/** Matches the id of a node or record. */
const ID = /^(?:(?:node|content|frame):)?[0-9a-f]{4,64}$/i;

/** Matches an explicitly relative path. */
const FROM_HERE = /^\.\.?(?:[\\/]|$)/;

/**
 * Returns the tree path for a text: relative to the current directory if that is in the workspace, otherwise
 * to the root. Read-only commands also accept paths relative to the root, as in our own output. Other texts
 * that may be ids are returned unchanged.
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
    // Otherwise an id could be mistaken for a path of that name at the root.
    if (!isFar && ID.test(typed)) return typed;
  }
  if (near !== null) return near;
  throw new PenumbraError('usage', `${cite(typed)} is outside the workspace`, {
    data: { path: typed },
    hint: `the workspace is ${root}; name another with --workspace DIR`,
  });
}

/** Returns the path below the root separated by `/`, `.` for the root itself, or null outside it. */
function pathWithin(root: string, place: string): string | null {
  const path = relative(root, place).split(sep).join('/').normalize('NFC');
  if (path === '') return '.';
  return path === '..' || path.startsWith('../') || isAbsolute(path) ? null : path;
}

/** Ignored files and empty directories exist on disk but not in the tree. */
function isOnDisk(place: string): boolean {
  try {
    return lstatSync(place, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

/**
 * Resolves links in the directories of a path, but not the last component, which may be a link in the tree.
 */
function realPlace(place: string): string {
  try {
    return join(realpathSync(dirname(place)), basename(place));
  } catch {
    return place;
  }
}
