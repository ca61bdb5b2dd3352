/**
 * The roots that a sandboxed program sees: each is held, so that no link swapped in leads the sandbox elsewhere, and
 * what is hidden in it is looked up without following a link. What appears after this look is not covered.
 */
import { lstatSync } from 'node:fs';
import type { DiskPlace } from '../../guard/index.ts';
import { assertInvariant, sortByCodePoint } from '../../kernel/index.ts';
import type { HeldPlace, HoldPlace, SeenRoot } from '../../tools/index.ts';
import { bytesOfPath } from '../paths/index.ts';
import { coverDirectory, sandboxPlaces } from './sandbox-system.ts';

/** A root that is held for a run. */
export type HeldRoot = { readonly held: HeldPlace; readonly at: string; readonly covers: readonly string[] };

const KEY = /^[A-Za-z0-9_-]+$/;

/** Holds a root and finds how to cover what is hidden in it; null where it is not there, or not as it was. */
export function holdSeenRoot({ key, place, hidden }: SeenRoot, hold: HoldPlace): HeldRoot | null {
  assertInvariant(KEY.test(key), 'the key of a root is one plain name');
  const at = `${sandboxPlaces.roots}/${key}`;
  const held = hold(place);
  if (held === null) return null;
  const covers = coverAll({ at, place, hidden }, hold);
  if (covers !== null) return { held, at, covers };
  held.release();
  return null;
}

/** What is shown at a place of the sandbox, and the relative paths in it that are not. */
export type Shown = {
  readonly at: string;
  readonly place: DiskPlace;
  readonly hidden: readonly string[];
};

/** Returns the arguments that cover what is hidden in a place; null where it is not as it was. */
export function coverAll({ at, place, hidden }: Shown, hold: HoldPlace): readonly string[] | null {
  const covers: string[] = [];
  for (const path of outermost(hidden)) {
    const cover = coverHidden({ at, place, path }, hold);
    if (cover === null) return null;
    covers.push(...cover);
  }
  return covers;
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
    const stat = lstatSync(bytesOfPath(`${parent.path}/${names.at(-1)}`), { throwIfNoEntry: false });
    if (stat === undefined || stat.isSymbolicLink()) return [];
    const target = `${at}/${path}`;
    return stat.isDirectory() ? coverDirectory(target) : ['--ro-bind', '/dev/null', target];
  } catch {
    return null;
  } finally {
    parent.release();
  }
}
