/**
 * Resolves Go, Rust and the C family: an import leads to a folder or file through its module or crate, or
 * through the end of an included path.
 */
import type { SourceFacts } from '../../context/index.ts';
import { folderOf, foldersUp, nameOf, stemOf } from '../paths/path-parts.ts';
import {
  addTo,
  joinPath,
  nearestTo,
  type ReachTree,
  type Resolve,
  type Resolver,
  reachLimits,
  remember,
} from './reach-tree.ts';

const NONE: readonly string[] = [];
const MODULE = /^module\s+"?([^\s"]+)/m;
const REPLACED = /^(?:replace\s+|\s+)([^\s/]\S*)(?:\s+v\S+)?\s+=>\s+(\.\S+)\s*$/gm;

/**
 * Resolves Go: a package path leads to a folder through its module. Of a package, the files that declare an
 * identifier mentioned by the source count, or all if none does; a source's own package is treated the same
 * way.
 */
export const goResolver: Resolver = { extensions: 'go', prepare: prepareGo };

function prepareGo(tree: ReachTree): Resolve {
  const folderOfPackage = packageFolders(tree);
  const declarersIn = remember((folder: string) => createDeclarers(tree, folder));
  const mentioned = (folder: string, facts: SourceFacts) => {
    const { byName, code } = declarersIn(folder);
    const found = new Set<string>();
    for (const name of facts.names) for (const path of byName.get(name) ?? NONE) found.add(path);
    return { found, code };
  };
  return function* ({ path, facts, isTest }) {
    const own = folderOf(path);
    for (const specifier of facts.imports) {
      const folder = folderOfPackage(specifier, own);
      if (folder === undefined || folder === own) continue;
      const { found, code } = mentioned(folder, facts);
      const files = [...found].filter((one) => !one.endsWith('_test.go'));
      yield* files.length > 0 ? files : code;
    }
    const { found, code } = mentioned(own, facts);
    // Only the tests of a package see its test files.
    for (const one of found) if (isTest || !one.endsWith('_test.go')) yield one;
    if (!isTest) return;
    if (![...found].some((one) => !one.endsWith('_test.go'))) yield* code;
    yield* declarersIn(own).byName.get('TestMain') ?? NONE;
  };
}

/** The files of a package's folder, and which of them declare what. */
function createDeclarers(tree: ReachTree, folder: string) {
  const byName = new Map<string, string[]>();
  const code: string[] = [];
  for (const path of tree.filesIn(folder)) {
    const facts = path.endsWith('.go') ? tree.facts.get(path) : undefined;
    if (facts === undefined) continue;
    for (const name of facts.declared) addTo(byName, name, path);
    if (!path.endsWith('_test.go')) code.push(path);
  }
  return { byName, code };
}

/** Returns the folder of a package, as imported by a source in a folder. */
function packageFolders(tree: ReachTree): (specifier: string, from: string) => string | undefined {
  const modules = new Map<string, string>();
  for (const path of tree.filesNamed('go.mod').slice(0, reachLimits.manifests)) {
    const text = tree.manifest(path) ?? '';
    const name = MODULE.exec(text)?.[1];
    const folder = folderOf(path);
    if (name !== undefined && !modules.has(name)) modules.set(name, folder);
    for (const [, replaced = '', target = ''] of text.matchAll(REPLACED)) {
      const place = joinPath(folder, target);
      if (place !== undefined && !modules.has(replaced)) modules.set(replaced, place);
    }
  }
  const byModule = remember((specifier: string) => {
    for (const prefix of foldersUp(specifier)) {
      const folder = prefix === '' ? undefined : modules.get(prefix);
      const place = folder === undefined ? undefined : joinPath(folder, specifier.slice(prefix.length));
      if (place !== undefined && tree.hasFolder(place)) return place;
    }
    return undefined;
  });
  return (specifier, from) => {
    if (specifier.startsWith('.')) return joinPath(from, specifier);
    const found = byModule(specifier);
    if (found !== undefined || !specifier.includes('.')) return found;
    const vendored = foldersUp(from).map((above) => joinPath(above, `vendor/${specifier}`) ?? '');
    return vendored.find((folder) => tree.hasFolder(folder) && folder !== '');
  };
}

const SECTION = /^\[+([\w.-]+)\]+/;
const FIELD = /^(name|path)\s*=\s*"([^"]+)"/;
/** Files whose modules are beside them, not in a folder of their name. */
const BESIDE = /^(?:lib|main|mod|build)$/;

/** A crate: its root file, and the folder of its modules. */
type Crate = { readonly root: string; readonly folder: string };

export const rustResolver: Resolver = { extensions: 'rs', prepare: prepareRust };

function prepareRust(tree: ReachTree): Resolve {
  const crates = namedCrates(tree);
  const crateOf = remember((path: string) => ownCrate(tree, path));
  const modulesOf = (path: string) =>
    BESIDE.test(stemOf(path)) || crateOf(path).root === path
      ? folderOf(path)
      : (joinPath(folderOf(path), stemOf(path)) ?? '');

  /** Follows modules below a folder as far as there are files; the path leads to the last one. */
  const follow = (folder: string, parts: readonly string[]): string | undefined => {
    let at = folder;
    let found: string | undefined;
    for (const part of parts) {
      const file = [joinPath(at, `${part}.rs`), joinPath(at, `${part}/mod.rs`)].find(
        (one) => one !== undefined && tree.has(one),
      );
      if (file === undefined) break;
      found = file;
      at = joinPath(at, part) ?? '';
    }
    return found;
  };
  /** The file of a module folder, and its modules. */
  const within = (folder: string, parts: readonly string[]): string | undefined => {
    const own = ['mod.rs', 'lib.rs', 'main.rs'].map((name) => joinPath(folder, name) ?? '');
    return follow(folder, parts) ?? [`${folder}.rs`, ...own].find((one) => tree.has(one));
  };
  const resolve = (path: string, specifier: string): string | undefined => {
    const parts = specifier.split('::');
    const first = parts[0] ?? '';
    if (first === 'crate') return follow(crateOf(path).folder, parts.slice(1)) ?? crateOf(path).root;
    if (first === 'self') return follow(modulesOf(path), parts.slice(1));
    if (first === 'super') {
      const ups = parts.findIndex((part) => part !== 'super');
      const count = ups < 0 ? parts.length : ups;
      const folder = joinPath(modulesOf(path), '../'.repeat(count));
      return folder === undefined ? undefined : within(folder, parts.slice(count));
    }
    const crate = crates.get(first);
    if (crate === undefined) return follow(modulesOf(path), parts);
    return follow(crate.folder, parts.slice(1)) ?? crate.root;
  };
  return function* ({ path, facts }) {
    for (const specifier of facts.imports) {
      const found = resolve(path, specifier);
      if (found !== undefined) yield found;
    }
  };
}

/**
 * The crate of a source: that of the nearest manifest, or the source itself if it is a test or example of its
 * own.
 */
function ownCrate(tree: ReachTree, path: string): Crate {
  const home = foldersUp(folderOf(path)).find((folder) => tree.has(joinPath(folder, 'Cargo.toml') ?? ''));
  const inHome = home === undefined || home === '' ? path : path.slice(home.length + 1);
  if (home === undefined || !inHome.startsWith('src/')) {
    const isMain = nameOf(folderOf(path)) !== 'tests' && tree.has(`${folderOf(path)}/main.rs`);
    return { root: isMain ? `${folderOf(path)}/main.rs` : path, folder: folderOf(path) };
  }
  const folder = joinPath(home, 'src') ?? '';
  if (inHome.startsWith('src/bin/')) return { root: path, folder: folderOf(path) };
  const root = tree.has(`${folder}/lib.rs`) ? `${folder}/lib.rs` : `${folder}/main.rs`;
  return { root, folder };
}

/** The crates of a tree by the names that code uses for them. */
function namedCrates(tree: ReachTree): Map<string, Crate> {
  const crates = new Map<string, Crate>();
  for (const path of tree.filesNamed('Cargo.toml').slice(0, reachLimits.manifests)) {
    let section = '';
    const found = new Map<string, string>();
    for (const line of (tree.manifest(path) ?? '').split('\n')) {
      section = SECTION.exec(line)?.[1] ?? section;
      const [, field = '', value = ''] = FIELD.exec(line) ?? [];
      if (field !== '' && !found.has(`${section} ${field}`)) found.set(`${section} ${field}`, value);
    }
    const name = found.get('lib name') ?? found.get('package name');
    const root = joinPath(folderOf(path), found.get('lib path') ?? 'src/lib.rs');
    if (name === undefined || root === undefined || !tree.has(root)) continue;
    const crate = { root, folder: folderOf(root) };
    const key = name.replaceAll('-', '_');
    if (!crates.has(key)) crates.set(key, crate);
  }
  return crates;
}

const HEADER = /\.(?:h|hh|hpp|hxx)$/;
const SOURCES = ['c', 'cc', 'cpp', 'cxx', 'm', 'mm'];

export const includeResolver: Resolver = {
  extensions: 'c h cc cpp cxx hh hpp hxx m mm',
  prepare: prepareIncludes,
};

function prepareIncludes(tree: ReachTree): Resolve {
  const included = (specifier: string, path: string): readonly string[] => {
    const beside = joinPath(folderOf(path), specifier);
    if (beside !== undefined && tree.has(beside)) return [beside];
    const ending = `/${specifier.replace(/^(?:\.{0,2}\/)+/, '')}`;
    const alike = tree.filesNamed(nameOf(specifier)).filter((one) => `/${one}`.endsWith(ending));
    return nearestTo(path, alike);
  };
  return function* ({ path, facts }) {
    for (const specifier of facts.imports) yield* included(specifier, path);
    if (!HEADER.test(path)) return;
    const stem = stemOf(path);
    for (const extension of SOURCES) yield* nearestTo(path, tree.filesNamed(`${stem}.${extension}`) ?? NONE);
  };
}
