/** Reads `git status --porcelain=v1 -z --no-renames`: two letters, a space and a path from the top, ended by NUL. */
import { compareCodePoints } from '../../kernel/index.ts';
import { decodeField, splitFields } from './split-fields.ts';

const PATH_START = 3;

/** Returns the paths below a workspace, sorted; `prefix` leads to it from the top of the work tree. */
export function parseStatus(printed: Uint8Array, prefix: string): readonly string[] {
  const paths = new Set<string>();
  for (const entry of splitFields(printed)) {
    const path = decodeField(entry.subarray(PATH_START));
    // A repository inside is named with a slash behind it; it is not part of this one.
    if (path === undefined || path === '' || path.endsWith('/') || !path.startsWith(prefix)) continue;
    paths.add(path.slice(prefix.length));
  }
  return [...paths].sort(compareCodePoints);
}
