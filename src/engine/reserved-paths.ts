/**
 * The program's own files below the roots of a world: a ledger there, and the configuration with its keys. No
 * agent can reach them, whatever the policy. A directory `.penumbra` is hidden by its name alone.
 */
import { isAbsolute, relative, sep } from 'node:path';
import { isWithin, placesOf, realPathOf } from '../adapters/paths/index.ts';
import { hiddenNames, type ReservedPaths } from '../guard/index.ts';

/**
 * The files SQLite keeps beside a database, now or after a crash; writing to any of them changes the ledger.
 */
const LEDGER_FILES = ['', '-wal', '-shm', '-journal'];
const hidesByName = hiddenNames({ hidden: [] });

/** Returns the files of a store by its location; empty if it is not a file. */
export function ledgerFiles({ location }: { readonly location: string }): readonly string[] {
  return isAbsolute(location) ? LEDGER_FILES.map((end) => `${location}${end}`) : [];
}

/**
 * Returns where the given host paths lie below roots, by root key; a root inside one of them is reserved
 * entirely.
 */
export function reservedPaths(
  own: readonly string[],
  roots: Readonly<Record<string, string>>,
): ReservedPaths {
  // A link to the place must not be replaced either.
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
