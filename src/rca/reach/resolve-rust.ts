/** Rust: paths of modules within a crate, and crates of the workspace by the names in their manifests. */
import { reachLimits } from './reach-limits.ts';
import { type ReachTree, remember } from './reach-tree.ts';
import type { Resolve, Resolver } from './resolver.ts';
import { folderOf, foldersUp, joinPath, nameOf, stemOf } from './tree-paths.ts';

const SECTION = /^\[+([\w.-]+)\]+/;
const FIELD = /^(name|path)\s*=\s*"([^"]+)"/;
/** Files whose modules stand beside them, and not in a folder of their name. */
const BESIDE = /^(?:lib|main|mod|build)$/;

/** A crate: the file it begins with, and the folder of its modules. */
type Crate = { readonly root: string; readonly folder: string };

/** Resolves Rust. */
export const rustResolver: Resolver = { extensions: 'rs', prepare: prepareRust };

function prepareRust(tree: ReachTree): Resolve {
  const crates = namedCrates(tree);
  const crateOf = remember((path: string) => ownCrate(tree, path));
  const modulesOf = (path: string) =>
    BESIDE.test(stemOf(path)) || crateOf(path).root === path
      ? folderOf(path)
      : (joinPath(folderOf(path), stemOf(path)) ?? '');

  /** Follows modules below a folder as far as there are files; the last one is what the path leads to. */
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
  /** The file of a folder of modules, and its modules. */
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

/** The crate a source is in: that of the nearest manifest, or itself where it is a test or example of its own. */
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
