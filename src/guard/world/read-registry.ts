/**
 * Reads the session's registry and locates each entry below a root. The list is always the session's own;
 * only the locations of its directories are cached, for as long as the entry exists.
 */
import { type RegistryEntry, silence } from '../conditions/condition.ts';
import type { Disk, DiskRoot } from './disk.ts';
import type { Session, SessionEntry } from './read-session.ts';

type RegistrySource = {
  readonly session: Session;
  readonly disk: Disk;
  readonly roots: ReadonlyMap<string, DiskRoot>;
};

/** Creates a function that returns the current registry. */
export function createRegistryReader({
  session,
  disk,
  roots,
}: RegistrySource): () => readonly RegistryEntry[] {
  const keys = new Map([...roots].map(([key, root]) => [root, key]));
  let listed: readonly SessionEntry[] = [];
  let entries: readonly RegistryEntry[] = Object.freeze([]);
  let places = new Map<string, { readonly root: string; readonly path: string } | null>();

  const findPlace = (directory: string) => {
    const place = disk.locate(directory, [...roots.values()]);
    const root = place === null ? undefined : keys.get(place.root);
    return place === null || root === undefined ? null : { root, path: place.path };
  };

  return () => {
    // Each name and path is read once, so that the values compared are the values used.
    const { mods } = session;
    silence(mods);
    const now = mods.map(({ name, path }) => ({ name, path }));
    if (isSame(listed, now)) return entries;
    const found = new Map(now.map(({ path }) => [path, places.get(path) ?? findPlace(path)]));
    entries = Object.freeze(
      onlyOnce(now).flatMap(({ name, path }) => {
        const place = found.get(path) ?? null;
        return place === null ? [] : [Object.freeze({ name, ...place })];
      }),
    );
    // Assigned last, so that a lookup that failed is repeated.
    [listed, places] = [now, found];
    return entries;
  };
}

function isSame(left: readonly SessionEntry[], right: readonly SessionEntry[]): boolean {
  return (
    left.length === right.length &&
    left.every(({ name, path }, index) => name === right[index]?.name && path === right[index]?.path)
  );
}

/** Omits every entry whose name is not unique, because an ambiguous name means nothing. */
function onlyOnce(listed: readonly SessionEntry[]): readonly SessionEntry[] {
  const counts = new Map<string, number>();
  for (const { name } of listed) counts.set(name, (counts.get(name) ?? 0) + 1);
  return listed.filter(({ name }) => counts.get(name) === 1);
}
