/**
 * Whether a file system finds a name under another spelling. There `.GIT` would lead to what a policy hides as `.git`,
 * so that names have to be compared with what a directory really lists.
 */
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Tells whether names in a directory are found in another spelling, or whether that cannot be ruled out. */
export function foldsNames(directory: string): boolean {
  // Elsewhere file systems fold case, know short names, or normalise.
  if (process.platform !== 'linux') return true;
  try {
    const names = readdirSync(directory);
    const known = new Set(names);
    const probe = names.find((name) => flipCase(name) !== name && !known.has(flipCase(name)));
    if (probe === undefined) return true;
    return lstatSync(join(directory, flipCase(probe)), { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

function flipCase(name: string): string {
  return name.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
