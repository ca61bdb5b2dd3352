/**
 * What this program keeps for itself below the roots of a world: a ledger that lies there, and the configuration with
 * its keys. Whatever a policy says, no agent reaches it. A directory `.penumbra` is hidden by its name alone.
 */
import { isAbsolute, relative, sep } from 'node:path';
import { isWithin, placesOf, realPathOf } from '../adapters/paths/index.ts';
import { hiddenNames, type ReservedPaths } from '../guard/index.ts';

/** What SQLite keeps beside a file, now or after a crash; whoever writes one of them changes the ledger. */
const LEDGER_FILES = ['', '-wal', '-shm', '-journal'];
const hidesByName = hiddenNames({ hidden: [] });

/** Returns the files of a store by its location; none where it lies in no file. */
export function ledgerFiles({ location }: { readonly location: string }): readonly string[] {
  return isAbsolute(location) ? LEDGER_FILES.map((end) => `${location}${end}`) : [];
}

/** Returns where some paths of the host lie below roots, by root key; a root that lies in one of them is reserved whole. */
export function reservedPaths(
  own: readonly string[],
  roots: Readonly<Record<string, string>>,
): ReservedPaths {
  // A link that leads to the place is not to be replaced by another.
  const places = own.flatMap(placesOf);
  const found = Object.entries(roots).map(([key, directory]) => {
    const paths = places.flatMap((place) => pathBelow(place, realPathOf(directory)));
    return [key, [...new Set(paths)].filter((path) => !hidesByName(path))] as const;
  });
  return Object.fromEntries(found.filter(([, paths]) => paths.length > 0));
}

function pathBelow(place: string, top: string): readonly string[] {
  if (isWithin(top, [place])) return [''];
  return isWithin(place, [top]) ? [relative(top, place).replaceAll(sep, '/')] : [];
}
