/** Whether one real path lies in another, by their texts; whoever asks has made them real. */
import { sep } from 'node:path';

/** Tells whether a path is one of some directories or lies in one. */
export function isWithin(path: string, directories: readonly string[]): boolean {
  return directories.some((top) => path === top || path.startsWith(top.endsWith(sep) ? top : `${top}${sep}`));
}
