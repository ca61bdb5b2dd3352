/** Finds directories inside which nobody watches, though they came or went before the watcher's eyes. */
import { directoriesFrom, isDirectory } from './find-directories.ts';
import { hintOfPath } from './hint-of-path.ts';
import type { FileEvent } from './open-subscription.ts';

/**
 * Returns the directories to watch once more, without those below them: such as came with others in them of which no
 * event tells, and such as are there though they are said to be gone. The latter is told when something is removed
 * that has been moved, and takes away the watch of what stands at the old path by now.
 */
export function findGaps(root: string, events: readonly FileEvent[]): readonly string[] {
  const told = new Set(events.flatMap(({ path, type }) => (type === 'delete' ? [] : path)));
  const gaps = new Set<string>();
  // Shorter paths first: whoever is above comes before.
  for (const { path } of events.toSorted((left, right) => left.path.length - right.path.length)) {
    if (hintOfPath(root, path) === undefined || isBelow(path, gaps) || !isDirectory(path)) continue;
    if (hasOther(path, told)) gaps.add(path);
  }
  return [...gaps];
}

/** Tells whether a directory, or one below it, is not among those told. */
function hasOther(path: string, told: ReadonlySet<string>): boolean {
  for (const directory of directoriesFrom(path)) if (!told.has(directory)) return true;
  return false;
}

function isBelow(path: string, directories: ReadonlySet<string>): boolean {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    if (directories.has(path.slice(0, end))) return true;
  }
  return false;
}
