/** What a program comes upon by itself in a directory it is given, and the call does not see. */
import type { UndecidedCall } from '../calls/tool-command.ts';
import { type Covered, findCovered, joinPaths } from './find-covered.ts';

/** Goes through a directory below the place of a call; null where there is too much to look through. */
export function findUnseen(
  { place, view, means }: Pick<UndecidedCall, 'place' | 'view' | 'means'>,
  top = '',
): Covered | null {
  const isCovered = (path: string) => view().find(joinPaths(place.path, path)) === undefined;
  return findCovered({ disk: means.disk, place: place.disk, top, isCovered });
}
