/** Finds directories below one, without following links: what the watcher has to know and what a scan has to look at. */
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Tells whether a directory stands at a path. */
export function isDirectory(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}

/** Goes through a directory and all below it; one that cannot be listed has none. */
export function* directoriesFrom(top: string): Generator<string> {
  const open = [top];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    yield path;
    for (const name of subdirectoryNames(path)) open.push(join(path, name));
  }
}

function subdirectoryNames(path: string): readonly string[] {
  try {
    return readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  } catch {
    return [];
  }
}
