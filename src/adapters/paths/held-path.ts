/**
 * The path from a root to a directory, held component by component. Moving to the next directory keeps the
 * shared part, so that reading a tree in order opens each directory about once.
 */

import { readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, parse, resolve, sep } from 'node:path';
import type { DiskFault } from '../../tools/index.ts';
import { type HeldDirectory, type Holding, holdDirectly, holdDirectory } from './held-directory.ts';

/** A path that can be moved from one directory to another. */
export interface HeldPath extends Disposable {
  /** Moves the path to a directory below the root and returns it, valid until the next move. */
  leadTo(names: readonly string[]): HeldDirectory | DiskFault;
}

type Step = { readonly name: string; readonly held: HeldDirectory };

/** Opens a path from a directory, which must be a real path. */
export function openHeldPath(top: string, holding: Holding): HeldPath {
  const steps: Step[] = [];
  let root: HeldDirectory | undefined;

  const leadTo = (names: readonly string[]): HeldDirectory | DiskFault => {
    if (root === undefined) {
      const opened = holdDirectory(top, holding);
      if (typeof opened === 'string') return opened;
      root = opened;
    }
    const shared = steps.findIndex(({ name }, depth) => name !== names[depth]);
    if (shared >= 0) releaseFrom(steps, shared);
    let current = steps.at(-1)?.held ?? root;
    for (const name of names.slice(steps.length)) {
      const next = holdChild(current, name, holding);
      if (typeof next === 'string') return next;
      steps.push({ name, held: next });
      current = next;
    }
    return current;
  };

  return {
    leadTo,
    [Symbol.dispose]: () => {
      releaseFrom(steps, 0);
      root?.release();
      root = undefined;
    },
  };
}

/**
 * Returns whether a name is a single component: nothing that leads up, down, or into another stream of a
 * file.
 */
export function isComponent(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[/\0]/.test(name) && name.isWellFormed();
}

/** Returns the components of a path below a root. */
export function namesOf(path: string): readonly string[] {
  return path === '' ? [] : path.split('/');
}

function holdChild(parent: HeldDirectory, name: string, holding: Holding): HeldDirectory | DiskFault {
  if (!isComponent(name) || !parent.hasName(name)) return 'absent';
  return holdDirectory(`${parent.path}/${name}`, holding);
}

function releaseFrom(steps: Step[], depth: number): void {
  for (const { held } of steps.splice(depth).reverse()) held.release();
}

/** A directory of the host, as a real path, and how everything below it is held. */
export type RealRoot = { readonly path: string; readonly holding: Holding };

/** Holds the directory at a path below a root; the caller must release it. */
export function holdOnce({ path: top, holding }: RealRoot, path: string): HeldDirectory | DiskFault {
  const direct = holdDirectly(path === '' ? top : `${top}/${path}`, holding);
  if (direct !== null) return direct;
  const way = openHeldPath(top, holding);
  const release = () => way[Symbol.dispose]();
  const held = way.leadTo(namesOf(path));
  if (typeof held !== 'string') return { ...held, release };
  release();
  return held;
}

/** How many links are followed on one path, as systems do. */
const MOST_LINKS = 40;

/**
 * Returns the real path of a path; something that does not exist yet is located by its parent, or by the link
 * that leads to it.
 */
export function realPathOf(path: string): string {
  const whole = resolve(path);
  try {
    return realpathSync.native(whole);
  } catch {
    return asOnDisk(followLinks(whole).place);
  }
}

/**
 * Returns the real path of a path, and the location of each link on the way: anyone who changes one of these
 * redirects it.
 */
export function placesOf(path: string): readonly string[] {
  const { links } = followLinks(resolve(path));
  return [realPathOf(path), ...links.map((link) => join(realPathOf(dirname(link)), basename(link)))];
}

/** Returns whether a path is one of some directories or inside one. */
export function isWithin(path: string, directories: readonly string[]): boolean {
  return directories.some((top) => path === top || path.startsWith(top.endsWith(sep) ? top : `${top}${sep}`));
}

/** Walks a full path component by component, whether it exists or not. */
function followLinks(whole: string): { readonly place: string; readonly links: readonly string[] } {
  const links: string[] = [];
  let place = parse(whole).root;
  const waiting = whole.slice(place.length).split(sep);
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const next = join(place, name);
    const target = links.length < MOST_LINKS ? targetOf(next) : null;
    if (target === null) {
      place = next;
      continue;
    }
    links.push(next);
    if (isAbsolute(target)) place = parse(target).root;
    waiting.unshift(...target.split(sep));
  }
  return { place, links };
}

function targetOf(place: string): string | null {
  try {
    return readlinkSync(place);
  } catch {
    return null;
  }
}

/** Spells existing components as the disk does. */
function asOnDisk(place: string): string {
  try {
    return realpathSync.native(place);
  } catch {
    const parent = dirname(place);
    return parent === place ? place : join(asOnDisk(parent), basename(place));
  }
}
