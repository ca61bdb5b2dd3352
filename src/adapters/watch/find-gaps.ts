/** Finds directories that came while nobody watched inside: the system tells of a directory before it can be watched. */
import { directoriesFrom, isDirectory } from './find-directories.ts';
import { hintOfPath } from './hint-of-path.ts';
import type { FileEvent } from './open-subscription.ts';

/** Returns the directories that came with others in them of which no event tells, without those below them. */
export function findGaps(root: string, events: readonly FileEvent[]): readonly string[] {
  const told = new Set(events.flatMap(({ path, type }) => (type === 'delete' ? [] : path)));
  const gaps: string[] = [];
  // Shorter paths first: whoever is above comes before.
  for (const path of [...told].sort((left, right) => left.length - right.length)) {
    const isCovered = gaps.some((gap) => path.startsWith(`${gap}/`));
    if (isCovered || hintOfPath(root, path) === undefined || !isDirectory(path)) continue;
    for (const directory of directoriesFrom(path)) {
      if (told.has(directory)) continue;
      gaps.push(path);
      break;
    }
  }
  return gaps;
}
