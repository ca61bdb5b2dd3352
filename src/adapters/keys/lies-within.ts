/** Whether a directory lies where agents can reach, also through links, and also before it is made. */
import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';

/** Returns the first of some roots that a directory is or lies in; null where it lies in none. */
export function liesWithin(directory: string, roots: readonly string[]): string | null {
  const place = realPathOf(resolve(directory));
  return roots.find((root) => `${place}${sep}`.startsWith(endingIn(realPathOf(resolve(root))))) ?? null;
}

/** What is not there yet lies where its parent lies. */
function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPathOf(parent), basename(path));
  }
}

function endingIn(path: string): string {
  return path.endsWith(sep) ? path : `${path}${sep}`;
}
