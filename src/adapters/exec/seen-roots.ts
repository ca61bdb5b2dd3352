/**
 * The roots that a sandboxed program sees: each is held, so that no link swapped in leads the sandbox elsewhere, and
 * what is hidden in it is looked up without following a link. What appears after this look is not covered.
 */
import { lstatSync } from 'node:fs';
import type { DiskPlace } from '../../guard/index.ts';
import { assertInvariant, sortByCodePoint } from '../../kernel/index.ts';
import type { SeenRoot } from '../../tools/index.ts';
import { coverDirectory, sandboxPlaces } from './sandbox-system.ts';

/** A directory that stays the same one while it is held; the descriptor is null where the system has none to give. */
export type HeldPlace = { readonly path: string; readonly descriptor: number | null; release(): void };

/** Holds the directory at a place; null where there is none, or a link stands on the way. */
export type HoldPlace = (place: DiskPlace) => HeldPlace | null;

/** A root that is held for a run. */
export type HeldRoot = { readonly held: HeldPlace; readonly at: string; readonly covers: readonly string[] };

const KEY = /^[A-Za-z0-9_-]+$/;

/** Holds a root and finds how to cover what is hidden in it; null where it is not there, or not as it was. */
export function holdSeenRoot({ key, place, hidden }: SeenRoot, hold: HoldPlace): HeldRoot | null {
  assertInvariant(KEY.test(key), 'the key of a root is one plain name');
  const at = `${sandboxPlaces.roots}/${key}`;
  const held = hold(place);
  if (held === null) return null;
  const covers: string[] = [];
  for (const path of outermost(hidden)) {
    const cover = coverHidden({ at, place, path }, hold);
    if (cover === null) {
      held.release();
      return null;
    }
    covers.push(...cover);
  }
  return { held, at, covers };
}

/** What lies in something hidden is hidden with it. */
function outermost(hidden: readonly string[]): readonly string[] {
  const all = new Set(hidden);
  if (all.has('')) return [''];
  return sortByCodePoint([...all]).filter((path) => {
    const names = path.split('/');
    return !names.some((_, depth) => depth > 0 && all.has(names.slice(0, depth).join('/')));
  });
}

type HiddenPath = { readonly at: string; readonly place: DiskPlace; readonly path: string };

/** A link is left as it is: what it leads to is hidden or seen in its own right, or not there at all. */
function coverHidden({ at, place, path }: HiddenPath, hold: HoldPlace): readonly string[] | null {
  const names = path.split('/');
  const below = [place.path, ...names.slice(0, -1)].filter((part) => part !== '').join('/');
  const parent = hold({ root: place.root, path: below });
  if (parent === null) return null;
  try {
    const stat = lstatSync(`${parent.path}/${names.at(-1)}`, { throwIfNoEntry: false });
    if (stat === undefined || stat.isSymbolicLink()) return [];
    const target = `${at}/${path}`;
    return stat.isDirectory() ? coverDirectory(target) : ['--ro-bind', '/dev/null', target];
  } catch {
    return null;
  } finally {
    parent.release();
  }
}
