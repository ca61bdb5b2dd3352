/** Searches a directory for what a program in it must not see, and for links, which may lead anywhere. */
import { type DiskPlace, execLimits } from '../../guard/index.ts';
import { sortByCodePoint } from '../../kernel/index.ts';
import type { UndecidedCall } from '../calls/tool-command.ts';
import type { DiskFiles } from '../ports/disk.ts';

/** What was found. Paths are relative to the place; nothing below a listed path is listed. */
export type Covered = { readonly hidden: readonly string[]; readonly hasLinks: boolean };

type Walk = {
  readonly disk: Pick<DiskFiles, 'listDirectory'>;
  readonly place: DiskPlace;
  /** The directory to start in, relative to the place; defaults to the place itself. */
  readonly top?: string;
  /** Returns whether a path, relative to the place, must be covered up. */
  isCovered(path: string): boolean;
};

/** Walks a directory; null if it has too many entries. */
export function findCovered({ disk, place, top = '', isCovered }: Walk): Covered | null {
  const hidden: string[] = [];
  const waiting = [top];
  let hasLinks = false;
  let left: number = execLimits.walkedEntries;
  for (let directory = waiting.pop(); directory !== undefined; directory = waiting.pop()) {
    const listed = disk.listDirectory({ ...place, path: joinPaths(place.path, directory) });
    // If we cannot list it, neither can a program that we start.
    if (typeof listed === 'string') continue;
    left -= listed.length;
    if (left < 0) return null;
    for (const { name, kind } of listed) {
      const path = joinPaths(directory, name);
      // A link leads either to something that is covered itself, or out of the place.
      if (kind === 'link') hasLinks = true;
      // A name that is not valid Unicode is visible to nobody and cannot be opened.
      else if (!name.isWellFormed()) hidden.push(path);
      else if (isCovered(path)) hidden.push(path);
      else if (kind === 'directory') waiting.push(path);
    }
  }
  return { hidden: sortByCodePoint(hidden), hasLinks };
}

/** Joins two relative paths, either of which may be empty. */
export function joinPaths(directory: string, name: string): string {
  return directory === '' || name === '' ? directory + name : `${directory}/${name}`;
}

/**
 * Searches a directory below the place of a call for what the call does not see; null if there are too many
 * entries.
 */
export function findUnseen(
  { place, view, means }: Pick<UndecidedCall, 'place' | 'view' | 'means'>,
  top = '',
): Covered | null {
  const isCovered = (path: string) => view().find(joinPaths(place.path, path)) === undefined;
  return findCovered({ disk: means.disk, place: place.disk, top, isCovered });
}
