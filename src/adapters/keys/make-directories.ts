/**
 * Makes a directory and those above it, for their owner alone and one by one: asked to make several at once, Node tries
 * for ever where a file system, such as that of the processes, takes none.
 */
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Makes a directory that may be there already. */
export function makeDirectories(directory: string): void {
  const missing: string[] = [];
  for (let place = directory; !isThere(place) && dirname(place) !== place; place = dirname(place))
    missing.unshift(place);
  for (const place of missing) make(place);
}

function make(place: string): void {
  try {
    mkdirSync(place, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it in between.
    const isMade = (error as NodeJS.ErrnoException).code === 'EEXIST' && statSync(place).isDirectory();
    if (!isMade) throw error;
  }
}

function isThere(place: string): boolean {
  return statSync(place, { throwIfNoEntry: false }) !== undefined;
}
