/** Where git is looked for: in no directory that is relative, and in none that agents or a repository can write to. */
import { realpathSync } from 'node:fs';
import { delimiter, isAbsolute, relative } from 'node:path';

/** Returns a search path without what lies in some directories. */
export function searchPathOutside(searchPath: string, directories: readonly string[]): string {
  const avoided = directories.map(realPathOf);
  return searchPath
    .split(delimiter)
    .filter((place) => isAbsolute(place) && !avoided.some((top) => liesIn(realPathOf(place), top)))
    .join(delimiter);
}

function liesIn(place: string, top: string): boolean {
  const way = relative(top, place);
  return way === '' || !(way === '..' || /^\.\.[\\/]/.test(way) || isAbsolute(way));
}

/** A directory that is not there holds nothing. */
function realPathOf(directory: string): string {
  try {
    return realpathSync.native(directory);
  } catch {
    return directory;
  }
}
