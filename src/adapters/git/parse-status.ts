/** Reads `git status --porcelain=v1 -z --no-renames`: two letters, a space and a path from the top, ended by NUL. */
import { compareCodePoints } from '../../kernel/index.ts';
import { decodeField, splitFields } from './split-fields.ts';

const PATH_START = 3;
const QUESTION = '?'.charCodeAt(0);
const ADDED = 'A'.charCodeAt(0);

/** A path that has changed, and whether the commit at hand has it not. */
export type ChangedPath = { readonly path: string; readonly isNew: boolean };

/** Returns the paths below a workspace, sorted; `prefix` leads to it from the top of the work tree. */
export function parseStatus(printed: Uint8Array, prefix: string): readonly ChangedPath[] {
  const paths = new Map<string, ChangedPath>();
  for (const entry of splitFields(printed)) {
    const path = decodeField(entry.subarray(PATH_START));
    // A repository inside is named with a slash behind it; it is not part of this one.
    if (path === undefined || path === '' || path.endsWith('/') || !path.startsWith(prefix)) continue;
    const below = path.slice(prefix.length);
    // A file that was staged as deleted and lies there again is told twice.
    const isNew = (entry[0] === QUESTION || entry[0] === ADDED) && !paths.has(below);
    paths.set(below, { path: below, isNew });
  }
  return [...paths.values()].sort((one, other) => compareCodePoints(one.path, other.path));
}
