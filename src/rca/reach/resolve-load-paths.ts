/**
 * Resolves Python and Ruby, where names are looked up in the folders of a load path that must be inferred
 * from the tree.
 */

import { folderOf, foldersUp, nameOf, stemOf } from '../paths/path-parts.ts';
import {
  addTo,
  joinPath,
  nearestTo,
  type ReachTree,
  type Resolve,
  type Resolver,
  remember,
} from './reach-tree.ts';

const PYTHON_EXTENSIONS = ['py', 'pyx', 'pyi'];
const NONE: readonly string[] = [];

/**
 * Resolves Python: absolute names from any folder that is not itself a package, since it may be on the path;
 * relative names; and `conftest.py` in a test's folder and above.
 */
export const pythonResolver: Resolver = { extensions: PYTHON_EXTENSIONS.join(' '), prepare: preparePython };

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
    // Module names in literals, as in `patch('a.b.c')` and plugin lists.
    for (const name of facts.fileLiterals) if (!name.startsWith('.')) yield* resolve(name);
    if (isTest) yield* conftestsOf(folder);
  };
}

function moduleFile(tree: ReachTree, path: string): string | undefined {
  const inRoot = path.startsWith('/') ? path.slice(1) : path;
  for (const extension of PYTHON_EXTENSIONS)
    if (tree.has(`${inRoot}.${extension}`)) return `${inRoot}.${extension}`;
  return undefined;
}

/** The folders that contain a module or package, by its name. */
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

const LOAD_FOLDERS = ['lib', 'spec', 'test', '', 'app', 'src'];
const CONSTANT = /^\p{Lu}.*\p{Ll}/u;

/**
 * Resolves Ruby: requires relative to the source or to a load path folder, and constants by the file where
 * autoloading expects them.
 */
export const rubyResolver: Resolver = { extensions: 'rb', prepare: prepareRuby };

function prepareRuby(tree: ReachTree): Resolve {
  const byConstant = new Map<string, string[]>();
  for (const path of tree.paths) if (path.endsWith('.rb')) addTo(byConstant, spelling(stemOf(path)), path);
  const file = (path: string | undefined): string | undefined =>
    path === undefined ? undefined : [path, `${path}.rb`].find((one) => tree.has(one));
  const required = (specifier: string, folder: string): string | undefined => {
    if (specifier.startsWith('.')) return file(joinPath(folder, specifier));
    for (const above of foldersUp(folder))
      for (const place of LOAD_FOLDERS) {
        const found = file(joinPath(above, `${place}/${specifier}`));
        if (found !== undefined) return found;
      }
    return loadedElsewhere(tree, specifier, folder);
  };
  /** The helpers that RSpec loads before every spec. */
  const helpersOf = remember((folder: string) =>
    foldersUp(folder).flatMap((above) => {
      const options = tree.manifest(joinPath(above, '.rspec') ?? '') ?? '';
      const names = Array.from(options.matchAll(/(?:--require|-r)[ =](\S{1,200})/g), ([, name = '']) => name);
      return names.flatMap((name) => required(name, above) ?? []);
    }),
  );
  return function* ({ path, facts, isTest }) {
    const folder = folderOf(path);
    for (const specifier of facts.imports) {
      const found = required(specifier, folder);
      if (found !== undefined) yield found;
    }
    for (const name of facts.names) {
      if (!CONSTANT.test(name)) continue;
      // A file names its own constants, too.
      const found = byConstant.get(name.toLowerCase()) ?? NONE;
      if (!found.includes(path)) yield* nearestTo(path, found);
    }
    if (isTest) yield* helpersOf(folder);
  };
}

/** `HTTPClient` and `HttpClient` are both looked up as `http_client`. */
function spelling(stem: string): string {
  return stem.replaceAll('_', '').toLowerCase();
}

/** Finds `a/b` in the `lib` of another gem of the tree. */
function loadedElsewhere(tree: ReachTree, specifier: string, folder: string): string | undefined {
  const ending = `/lib/${specifier}.rb`;
  const alike = tree
    .filesNamed(`${stemOf(`${specifier}.rb`)}.rb`)
    .filter((path) => `/${path}`.endsWith(ending));
  return nearestTo(`${folder}/x`, alike)[0];
}
