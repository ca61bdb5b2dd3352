/**
 * Python: absolute names from any folder that is no package itself, as it may be on the path; relative names; and
 * `conftest.py` of a test's folder and of those above.
 */
import { addTo, type ReachTree, remember } from './reach-tree.ts';
import type { Resolve, Resolver } from './resolver.ts';
import { folderOf, foldersUp, joinPath, nameOf, nearestTo, stemOf } from './tree-paths.ts';

const EXTENSIONS = ['py', 'pyx', 'pyi'];
const NONE: readonly string[] = [];

/** Resolves Python. */
export const pythonResolver: Resolver = { extensions: EXTENSIONS.join(' '), prepare: preparePython };

function preparePython(tree: ReachTree): Resolve {
  const places = importPlaces(tree);
  const isPackage = (folder: string) => moduleFile(tree, `${folder}/__init__`) !== undefined;

  /** Follows the parts of a name below a folder as far as there are modules. */
  const follow = (folder: string, parts: readonly string[]) => {
    let at = folder;
    let found: string | undefined;
    let depth = 0;
    for (const part of parts) {
      at = at === '' ? part : `${at}/${part}`;
      const file = moduleFile(tree, `${at}/__init__`) ?? moduleFile(tree, at);
      if (file === undefined && !tree.hasFolder(at)) break;
      depth += 1;
      found = file;
    }
    return { found, depth };
  };
  const absolute = (name: string, folder: string, isTest: boolean): readonly string[] => {
    const parts = name.split('.');
    const all = places.get(parts[0] ?? '') ?? NONE;
    const above = new Set(foldersUp(folder));
    const open = all.filter((place) => !isPackage(place));
    const own = isTest && open.length === 0 ? all.filter((place) => above.has(place)) : open;
    let best: { files: string[]; depth: number } = { files: [], depth: 0 };
    for (const place of own) {
      const { found, depth } = follow(place, parts);
      if (depth > best.depth) best = { files: [], depth };
      if (depth === best.depth && found !== undefined) best.files.push(found);
    }
    return nearestTo(`${folder}/x`, best.files);
  };
  const relative = (name: string, folder: string): readonly string[] => {
    const dots = /^\.+/.exec(name)?.[0].length ?? 1;
    const base = joinPath(folder, '../'.repeat(dots - 1));
    if (base === undefined) return NONE;
    const parts = name
      .slice(dots)
      .split('.')
      .filter((part) => part !== '');
    const { found } = follow(base, parts);
    const own = parts.length === 0 ? moduleFile(tree, `${base}/__init__`) : found;
    return own === undefined ? NONE : [own];
  };
  const inFolder = remember((folder: string) => ({
    ofTests: remember((name: string) => resolveName(name, folder, true)),
    ofCode: remember((name: string) => resolveName(name, folder, false)),
  }));
  const resolveName = (name: string, folder: string, isTest: boolean) =>
    name.startsWith('.') ? relative(name, folder) : absolute(name, folder, isTest);
  const conftestsOf = remember((folder: string) =>
    foldersUp(folder).flatMap((above) => moduleFile(tree, joinPath(above, 'conftest') ?? '') ?? []),
  );

  return function* ({ path, facts, isTest }) {
    const folder = folderOf(path);
    const resolve = isTest ? inFolder(folder).ofTests : inFolder(folder).ofCode;
    for (const specifier of facts.imports) yield* resolve(specifier);
    // Names of modules in literals, as `patch('a.b.c')` and lists of plugins have them.
    for (const name of facts.fileLiterals) if (!name.startsWith('.')) yield* resolve(name);
    if (isTest) yield* conftestsOf(folder);
  };
}

function moduleFile(tree: ReachTree, path: string): string | undefined {
  const inRoot = path.startsWith('/') ? path.slice(1) : path;
  for (const extension of EXTENSIONS) if (tree.has(`${inRoot}.${extension}`)) return `${inRoot}.${extension}`;
  return undefined;
}

/** The folders that hold a module or a folder of modules, by its name. */
function importPlaces(tree: ReachTree): Map<string, string[]> {
  const places = new Map<string, string[]>();
  const seen = new Set<string>();
  const add = (path: string, name: string) => {
    if (seen.has(path)) return false;
    seen.add(path);
    addTo(places, name, folderOf(path));
    return true;
  };
  for (const path of tree.paths) {
    if (!/\.py[xi]?$/.test(path)) continue;
    const stem = stemOf(path);
    if (stem !== '__init__') add(`${folderOf(path)}/${stem}`.replace(/^\//, ''), stem);
    for (let folder = folderOf(path); folder !== '' && add(folder, nameOf(folder)); )
      folder = folderOf(folder);
  }
  return places;
}
