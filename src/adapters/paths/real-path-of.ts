/** Where a path of the host really lies, through every link, and also before anything is there. */
import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';

/** Returns the real path of a path; what is not there yet lies where its parent lies. */
export function realPathOf(path: string): string {
  const whole = resolve(path);
  try {
    return realpathSync.native(whole);
  } catch {
    const parent = dirname(whole);
    return parent === whole ? whole : join(realPathOf(parent), basename(whole));
  }
}

/** Tells whether a path is one of some directories or lies in one. */
export function isWithin(path: string, directories: readonly string[]): boolean {
  return directories.some((top) => path === top || path.startsWith(top.endsWith(sep) ? top : `${top}${sep}`));
}
