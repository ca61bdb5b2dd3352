/** Where git is looked for: in no directory that is relative, and in none that agents or a repository can write to. */
import { delimiter, isAbsolute } from 'node:path';
import { isWithin, realPathOf } from '../paths/index.ts';

/** Returns a search path without what lies in some directories. */
export function searchPathOutside(searchPath: string, directories: readonly string[]): string {
  const avoided = directories.map(realPathOf);
  return searchPath
    .split(delimiter)
    .filter((place) => isAbsolute(place) && !isWithin(realPathOf(place), avoided))
    .join(delimiter);
}
