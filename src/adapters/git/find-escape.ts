/**
 * What would lead git out of a repository. Git follows links, pointers and lists of other places without asking, so a
 * checkout that was tampered with would have it read, move or append to whatever the user may.
 */
import { type Dirent, existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { type RepositoryPlaces, readSmallFile } from './find-repository.ts';

/** What git never follows here: hooks are off, submodules are passed over, and the rest belongs to other programs. */
const NOT_FOLLOWED = new Set(['hooks', 'modules', 'lfs', 'annex', 'branches']);
const ALTERNATES = ['objects/info/alternates', 'objects/info/http-alternates'];
const CONFIGURATIONS = ['config', 'config.worktree'];
const INCLUDE = /^[ \t]*\[[ \t]*include(?:if)?\b/i;
const LARGEST_DEPTH = 40;
const REPLACEMENT = '\ufffd';

/**
 * Returns the first thing in a repository's own directories that leads elsewhere, in words that name no place of the
 * host, or null. `granted` are object directories that the operator lets it borrow from.
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
    // What cannot be looked through is not vouched for.
    return 'a part of .git cannot be looked at';
  }
}

type Walk = { readonly real: readonly string[]; readonly way: readonly string[] };

/** Finds a link out, or something that is neither a file nor a directory, at any depth. */
function linkOut(home: string, { real, way }: Walk): string | null {
  if (way.length > LARGEST_DEPTH) return `${way.join('/')} lies too deep`;
  for (const entry of readdirSync(join(home, ...way), { withFileTypes: true })) {
    if (way.length === 0 && NOT_FOLLOWED.has(entry.name)) continue;
    // Bytes that are no text are read as this, and so would be taken for another entry that is called so.
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

/** A link to nothing may be written through, so it leads out as well. */
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

/** Finds another place that objects are borrowed from. */
function borrowed(home: string, granted: readonly string[]): string | null {
  const stores = ALTERNATES.flatMap((list) => alternatesIn(home, list));
  const stray = stores.find(({ store }) => !granted.includes(store));
  return stray === undefined ? null : `${stray.list} borrows objects from elsewhere`;
}

/** Returns the object directories that a repository borrows from at this moment; its operator may grant them. */
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

/** Finds a configuration that has git read another file as its own; one within the work tree is the repository's. */
function included(home: string, { top }: RepositoryPlaces, real: readonly string[]): string | null {
  const homes = [...real, realpathSync(top)];
  const stray = CONFIGURATIONS.find((name) => includesOutside(join(home, name), homes, 0));
  return stray === undefined ? null : `${stray} includes a file from elsewhere`;
}

/** What is included may include more in turn, which git follows as far as this. */
const DEEPEST_INCLUDE = 10;

function includesOutside(file: string, homes: readonly string[], depth: number): boolean {
  return includedPaths(textOf(file)).some((path) => {
    const place = realPathOf(resolve(dirname(file), path));
    if (place === undefined || !isWithin(place, homes)) return true;
    return depth >= DEEPEST_INCLUDE || includesOutside(place, homes, depth + 1);
  });
}

/** The paths that include sections name; whatever cannot be told apart counts as one that leads out. */
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

/** The text of a file, empty where there is none; what is there and cannot be read is not vouched for. */
function textOf(file: string): string {
  if (!existsSync(file)) return '';
  const text = readSmallFile(file);
  if (text === undefined) throw new Error(`${file} cannot be read`);
  return text;
}
