/** Where a path of the host really lies, through every link, and also before anything is there. */
import { readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, parse, resolve, sep } from 'node:path';

/** So many links are followed on one way, as systems do. */
const MOST_LINKS = 40;

/** Returns the real path of a path; what is not there yet lies where its parent lies, or where a link to it leads. */
export function realPathOf(path: string): string {
  const whole = resolve(path);
  try {
    return realpathSync.native(whole);
  } catch {
    return asOnDisk(followLinks(whole).place);
  }
}

/** Returns the real path of a path, and where each link on the way to it lies: who changes one of these leads it elsewhere. */
export function placesOf(path: string): readonly string[] {
  const { links } = followLinks(resolve(path));
  return [realPathOf(path), ...links.map((link) => join(realPathOf(dirname(link)), basename(link)))];
}

/** Tells whether a path is one of some directories or lies in one. */
export function isWithin(path: string, directories: readonly string[]): boolean {
  return directories.some((top) => path === top || path.startsWith(top.endsWith(sep) ? top : `${top}${sep}`));
}

/** Goes a whole path component by component, be something there or not. */
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

/** Names what is there as the disk does. */
function asOnDisk(place: string): string {
  try {
    return realpathSync.native(place);
  } catch {
    const parent = dirname(place);
    return parent === place ? place : join(asOnDisk(parent), basename(place));
  }
}
