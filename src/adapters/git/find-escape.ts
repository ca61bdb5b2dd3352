/**
 * Finds what would make git access something outside a repository. Git follows links, pointers and lists of
 * other directories without asking, so in a tampered checkout it could read, move or append to anything the
 * user can.
 */
import { type Dirent, existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { type RepositoryPlaces, readSmallFile } from './find-repository.ts';

/**
 * Entries git never follows here: hooks are off, submodules are skipped, and the rest belongs to other
 * programs.
 */
const NOT_FOLLOWED = new Set(['hooks', 'modules', 'lfs', 'annex', 'branches']);
const ALTERNATES = ['objects/info/alternates', 'objects/info/http-alternates'];
const CONFIGURATIONS = ['config', 'config.worktree'];
const INCLUDE = /^[ \t]*\[[ \t]*include(?:if)?\b/i;
const LARGEST_DEPTH = 40;
const REPLACEMENT = '\ufffd';

/**
 * Returns the first thing in a repository's own directories that leads elsewhere, described without naming a
 * place of the host, or null. `granted` are the object directories the operator allows it to borrow from.
 */
export function findEscape(places: RepositoryPlaces, granted: readonly string[] = []): string | null {
  const { gitDirectory, commonDirectory } = places;
  const homes = [...new Set([commonDirectory, gitDirectory])];
  try {
    const real = homes.map((home) => realpathSync(home));
    for (const home of homes) {
      const found =
        linkOut(home, { real, way: [] }) ?? borrowed(home, granted) ?? included(home, places, real);
      if (found !== null) return `.git/${found}`;
    }
    return null;
  } catch {
    // A directory that cannot be examined is not trusted.
    return 'a part of .git cannot be looked at';
  }
}

type Walk = { readonly real: readonly string[]; readonly way: readonly string[] };

/** Finds a link out of the repository, or an entry that is neither a file nor a directory, at any depth. */
function linkOut(home: string, { real, way }: Walk): string | null {
  if (way.length > LARGEST_DEPTH) return `${way.join('/')} lies too deep`;
  for (const entry of readdirSync(join(home, ...way), { withFileTypes: true })) {
    if (way.length === 0 && NOT_FOLLOWED.has(entry.name)) continue;
    // Names that are not UTF-8 decode to this character, and could be confused with another entry.
    if (entry.name.includes(REPLACEMENT) && !entry.isFile())
      return [...way, 'a name that is no text'].join('/');
    const found = entry.isDirectory()
      ? linkOut(home, { real, way: [...way, entry.name] })
      : strayEntry(entry, { real, way });
    if (found !== null) return found;
  }
  return null;
}

function strayEntry(entry: Dirent, { real, way }: Walk): string | null {
  // A socket cannot be opened as a file, and git's own monitor leaves one.
  if (entry.isFile() || entry.isSocket()) return null;
  const name = [...way, entry.name].join('/');
  if (!entry.isSymbolicLink()) return `${name} is not a file`;
  return isWithin(realPathOf(join(entry.parentPath, entry.name)), real)
    ? null
    : `${name} is a link out of it`;
}

/** A dangling link may be written through, so it counts as leading out. */
function realPathOf(place: string): string | undefined {
  try {
    return realpathSync(place);
  } catch {
    return undefined;
  }
}

function isWithin(place: string | undefined, homes: readonly string[]): boolean {
  return place !== undefined && homes.some((home) => place === home || place.startsWith(`${home}${sep}`));
}

/** Finds another directory that objects are borrowed from. */
function borrowed(home: string, granted: readonly string[]): string | null {
  const stores = ALTERNATES.flatMap((list) => alternatesIn(home, list));
  const stray = stores.find(({ store }) => !granted.includes(store));
  return stray === undefined ? null : `${stray.list} borrows objects from elsewhere`;
}

/** Returns the object directories that a repository currently borrows from; its operator may grant them. */
export function alternatesOf({ commonDirectory }: RepositoryPlaces): readonly string[] {
  return ALTERNATES.flatMap((list) => alternatesIn(commonDirectory, list).map(({ store }) => store));
}

function alternatesIn(
  home: string,
  list: string,
): readonly { readonly list: string; readonly store: string }[] {
  const lines = textOf(join(home, list)).split('\n');
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ list, store: resolve(home, 'objects', line) }));
}

/**
 * Finds a configuration that includes a file from elsewhere; a file inside the work tree belongs to the
 * repository.
 */
function included(home: string, { top }: RepositoryPlaces, real: readonly string[]): string | null {
  const homes = [...real, realpathSync(top)];
  const stray = CONFIGURATIONS.find((name) => includesOutside(join(home, name), homes, 0));
  return stray === undefined ? null : `${stray} includes a file from elsewhere`;
}

/** Included files may include others, which git follows to this depth. */
const DEEPEST_INCLUDE = 10;

function includesOutside(file: string, homes: readonly string[], depth: number): boolean {
  return includedPaths(textOf(file)).some((path) => {
    const place = realPathOf(resolve(dirname(file), path));
    if (place === undefined || !isWithin(place, homes)) return true;
    return depth >= DEEPEST_INCLUDE || includesOutside(place, homes, depth + 1);
  });
}

/** The paths named by include sections; anything ambiguous counts as leading out. */
function includedPaths(text: string): readonly string[] {
  let isInclude = false;
  return text.split('\n').flatMap((line) => {
    if (/^[ \t]*\[/.test(line)) isInclude = INCLUDE.test(line);
    if (!isInclude) return [];
    const [, value] = /(?:^|\])[ \t]*path[ \t]*=[ \t]*(.*?)[ \t\r]*$/i.exec(line) ?? [];
    if (value === undefined) return [];
    return [/^[^"\\;#~%]+$/.test(value) ? value : sep];
  });
}

/** The text of a file, empty if it does not exist; an existing file that cannot be read is not trusted. */
function textOf(file: string): string {
  if (!existsSync(file)) return '';
  const text = readSmallFile(file);
  if (text === undefined) throw new Error(`${file} cannot be read`);
  return text;
}
