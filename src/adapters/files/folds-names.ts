/**
 * Whether a file system finds a name under another spelling. There `.GIT` would lead to what a policy hides as `.git`,
 * so that names have to be compared with what a directory really lists.
 */
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { nameOfBytes } from '../paths/index.ts';

/**
 * Makes the test of a directory: whether names in it are found in another spelling, or that cannot be ruled out. An empty
 * directory says nothing yet, and is asked again until it has a name to try.
 */
export function foldsNames(directory: string): () => boolean {
  let known: boolean | null = null;
  return () => {
    known ??= probe(directory);
    return known ?? true;
  };
}

function probe(directory: string): boolean | null {
  // Elsewhere file systems fold case, know short names, or normalise.
  if (process.platform !== 'linux') return true;
  try {
    const names = readdirSync(directory, { encoding: 'buffer' }).map(nameOfBytes);
    const known = new Set(names);
    const name = names.find(
      (one) => one.isWellFormed() && flipCase(one) !== one && !known.has(flipCase(one)),
    );
    if (name === undefined) return null;
    return lstatSync(join(directory, flipCase(name)), { throwIfNoEntry: false }) !== undefined;
  } catch {
    return null;
  }
}

function flipCase(name: string): string {
  return name.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
