/** Goes through a directory for what a program in it must not come upon, and for links, which lead anywhere. */
import { type DiskPlace, execLimits } from '../../guard/index.ts';
import { sortByCodePoint } from '../../kernel/index.ts';
import type { UndecidedCall } from '../calls/tool-command.ts';
import type { DiskFiles } from '../ports/disk.ts';

/** What was found; paths are relative to the place, and nothing below one of them is named. */
export type Covered = { readonly hidden: readonly string[]; readonly hasLinks: boolean };

type Walk = {
  readonly disk: Pick<DiskFiles, 'listDirectory'>;
  readonly place: DiskPlace;
  /** Where the walk begins, relative to the place; left out, at the place itself. */
  readonly top?: string;
  /** Tells whether a path is to be covered up; it is relative to the place. */
  isCovered(path: string): boolean;
};

/** Walks a directory; null where there is too much to look through. */
export function findCovered({ disk, place, top = '', isCovered }: Walk): Covered | null {
  const hidden: string[] = [];
  const waiting = [top];
  let hasLinks = false;
  let left: number = execLimits.walkedEntries;
  for (let directory = waiting.pop(); directory !== undefined; directory = waiting.pop()) {
    const listed = disk.listDirectory({ ...place, path: joinPaths(place.path, directory) });
    // What cannot be listed by us cannot be listed by a program we start.
    if (typeof listed === 'string') continue;
    left -= listed.length;
    if (left < 0) return null;
    for (const { name, kind } of listed) {
      const path = joinPaths(directory, name);
      // A link leads to what is covered itself, or out of the place.
      if (kind === 'link') hasLinks = true;
      // A name that is no text is nobody's to see, and cannot be looked into.
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

/** Goes through a directory below the place of a call; null where there is too much to look through. */
export function findUnseen(
  { place, view, means }: Pick<UndecidedCall, 'place' | 'view' | 'means'>,
  top = '',
): Covered | null {
  const isCovered = (path: string) => view().find(joinPaths(place.path, path)) === undefined;
  return findCovered({ disk: means.disk, place: place.disk, top, isCovered });
}
