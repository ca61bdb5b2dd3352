/** The resolvers of all languages. */

import { reachLimits } from './reach-limits.ts';
import { type ReachTree, remember } from './reach-tree.ts';
import { goResolver } from './resolve-go.ts';
import { jvmResolver } from './resolve-jvm.ts';
import { pythonResolver } from './resolve-python.ts';
import { rubyResolver } from './resolve-ruby.ts';
import { scriptResolver } from './resolve-scripts.ts';
import type { Resolve, Resolver } from './resolver.ts';
import { folderOf, foldersUp, joinPath, nameOf, nearestTo, stemOf } from './tree-paths.ts';
import { createTypeIndex } from './type-index.ts';

const SECTION = /^\[+([\w.-]+)\]+/;
const FIELD = /^(name|path)\s*=\s*"([^"]+)"/;
/** Files whose modules stand beside them, and not in a folder of their name. */
const BESIDE = /^(?:lib|main|mod|build)$/;

/** A crate: the file it begins with, and the folder of its modules. */
type Crate = { readonly root: string; readonly folder: string };

/** Resolves Rust. */
const rustResolver: Resolver = { extensions: 'rs', prepare: prepareRust };

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

const BOOTSTRAP = /\bbootstrap\s*=\s*"([^"\n]{1,200})"/;

/** Resolves PHP. */
const phpResolver: Resolver = { extensions: 'php', prepare: preparePhp };

function preparePhp(tree: ReachTree): Resolve {
  const types = createTypeIndex(tree, { sources: /\.php$/, separator: '\\', hasFunctions: () => true });
  /** What PHPUnit loads before every test. */
  const bootstrapOf = remember((folder: string) =>
    foldersUp(folder).flatMap((above) =>
      ['phpunit.xml', 'phpunit.xml.dist'].flatMap((name) => {
        const file = BOOTSTRAP.exec(tree.manifest(joinPath(above, name) ?? '') ?? '')?.[1];
        const path = file === undefined ? undefined : joinPath(above, file);
        return path !== undefined && tree.has(path) ? [path] : [];
      }),
    ),
  );
  return function* ({ path, facts, isTest }) {
    const folder = folderOf(path);
    for (const specifier of facts.imports) {
      const file = specifier.endsWith('.php') ? joinPath(folder, specifier) : undefined;
      if (file !== undefined && tree.has(file)) yield file;
      else yield* types.findQualified(specifier, path);
    }
    for (const name of facts.names) {
      if (!types.isKnown(name)) continue;
      // Methods are declared all over a namespace under the same names; types are not.
      if (/^\p{Lu}/u.test(name)) yield* types.find(facts.namespace, name, path);
    }
    if (isTest) yield* bootstrapOf(folder);
  };
}

const HEADER = /\.(?:h|hh|hpp|hxx)$/;
const SOURCES = ['c', 'cc', 'cpp', 'cxx', 'm', 'mm'];
const NONE: readonly string[] = [];

/** Resolves includes. */
const includeResolver: Resolver = {
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

/** Resolves C#. */
const netResolver: Resolver = { extensions: 'cs', prepare: prepareNet };

function prepareNet(tree: ReachTree): Resolve {
  const types = createTypeIndex(tree, { sources: /\.cs$/, separator: '.' });
  return function* ({ path, facts }) {
    const open = new Set(enclosing(facts.namespace));
    for (const specifier of facts.imports) {
      if (types.hasNamespace(specifier)) open.add(specifier);
      else yield* types.findQualified(specifier, path);
    }
    for (const name of facts.names) {
      // An attribute may be written without the end of its name.
      for (const type of [name, `${name}Attribute`])
        if (types.isKnown(type)) for (const namespace of open) yield* types.find(namespace, type, path);
    }
  };
}

/** `A.B.C` lies in `A.B`, in `A` and in the global namespace. */
function enclosing(namespace: string): readonly string[] {
  const parts = namespace === '' ? [] : namespace.split('.');
  return [...parts.map((_, index) => parts.slice(0, parts.length - index).join('.')), ''];
}

/** One resolver for each language or family. */
export const resolvers: readonly Resolver[] = [
  scriptResolver,
  pythonResolver,
  jvmResolver,
  goResolver,
  rustResolver,
  includeResolver,
  rubyResolver,
  phpResolver,
  netResolver,
];
