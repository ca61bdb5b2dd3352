/**
 * The reference graph of a tree: which file refers to which, and so what a test can reach. Edges are computed
 * on first use and cached; they depend on the files alone, not on the order of queries.
 */
import { readSourceFacts, type SourceFacts, sourceSyntax } from '../../context/index.ts';
import { sortByCodePoint } from '../../kernel/index.ts';
import { sideOfFile, sideOfPath } from '../paths/file-side.ts';
import { folderOf, foldersUp, nameOf, stemOf } from '../paths/path-parts.ts';
import {
  addTo,
  createReachTree,
  joinPath,
  nearestTo,
  type ReachFiles,
  type ReachTree,
  type Resolve,
  type Resolver,
  reachLimits,
  remember,
} from './reach-tree.ts';
import { pythonResolver, rubyResolver } from './resolve-load-paths.ts';
import { jvmResolver, netResolver, phpResolver } from './resolve-namespaces.ts';
import { goResolver, includeResolver, rustResolver } from './resolve-native.ts';
import { scriptResolver } from './resolve-scripts.ts';

export interface ReachGraph {
  /** Returns the files that a file refers to, in code point order, without itself. */
  importsOf(path: string): readonly string[];
  /** Returns the files that refer to a file, in code point order. */
  importersOf(path: string): readonly string[];
  /**
   * Returns the files reachable from some files, with the fewest steps to each; the starting files are at 0.
   */
  reachedFrom(paths: Iterable<string>): ReadonlyMap<string, number>;
}

const resolvers: readonly Resolver[] = [
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

const NONE: readonly string[] = [];
/** Names of files that collect what others declare. */
const GATHERING = /^(?:index|__init__|mod|lib|main)$/;

export function createReachGraph(files: ReachFiles): ReachGraph {
  const tree = createReachTree(files);
  const directOf = remember(createDirectEdges(tree));
  const declarersOf = remember((path: string) => declarersBehind(path, tree, directOf));
  const importsOf = remember((path: string): readonly string[] => {
    const direct = directOf(path);
    const names = tree.facts.get(path)?.names;
    if (names === undefined) return direct;
    const found = new Set(direct);
    for (const target of direct)
      for (const declarer of mentioned(declarersOf(target), names))
        if (declarer !== path) found.add(declarer);
    return found.size === direct.length ? direct : sortByCodePoint([...found]);
  });
  const importers = remember((_: 'all') => {
    const found = new Map<string, string[]>();
    for (const path of tree.paths) for (const target of importsOf(path)) addTo(found, target, path);
    return found;
  });
  return {
    importsOf,
    importersOf: (path) => importers('all').get(path) ?? NONE,
    reachedFrom(paths) {
      const reached = new Map<string, number>();
      let level = sortByCodePoint([...new Set(paths)].filter((path) => tree.has(path)));
      for (let hops = 0; level.length > 0; hops++) {
        for (const path of level) reached.set(path, hops);
        const next = new Set(level.flatMap((path) => importsOf(path)));
        level = sortByCodePoint([...next].filter((path) => !reached.has(path)));
      }
      return reached;
    },
  };
}

/** Returns the direct edges of a source. */
function createDirectEdges(tree: ReachTree): (path: string) => readonly string[] {
  const byExtension = new Map<string, () => Resolve>();
  for (const { extensions, prepare } of resolvers) {
    const prepared = remember((_: 'once') => prepare(tree));
    for (const extension of extensions.split(' ')) byExtension.set(extension, () => prepared('once'));
  }
  const resolveLiterals = createResolveLiterals(tree);
  return (path) => {
    if (!tree.has(path)) return NONE;
    const known = tree.facts.get(path);
    const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
    const own = known === undefined ? executableFacts(tree, path) : { facts: known, extension };
    if (own === undefined) return NONE;
    const source = { path, facts: own.facts, isTest: sideOfFile(path, own.facts.hasTestMarks) === 'test' };
    const resolve = byExtension.get(own.extension);
    const found = new Set<string>();
    for (const targets of [resolve?.()(source) ?? NONE, resolveLiterals(source)]) {
      for (const target of targets) {
        if (found.size >= reachLimits.edges) break;
        if (target !== path) found.add(target);
      }
    }
    return sortByCodePoint([...found]);
  };
}

type Declarers = ReadonlyMap<string, readonly string[]>;
const NO_DECLARERS: Declarers = new Map();

/**
 * Returns the declarations behind a file that re-exports from others, through several such files in a row.
 */
function declarersBehind(
  path: string,
  tree: ReachTree,
  directOf: (path: string) => readonly string[],
): Declarers {
  const isGathering = (one: string) => {
    const facts = tree.facts.get(one);
    return facts !== undefined && (facts.declared.size === 0 || GATHERING.test(stemOf(one)));
  };
  if (!isGathering(path)) return NO_DECLARERS;
  const found = new Map<string, string[]>();
  const seen = new Set([path]);
  let level = [path];
  for (let depth = 0; depth < reachLimits.reexportDepth && level.length > 0; depth++) {
    const behind = new Set(level.flatMap((one) => directOf(one)).filter((one) => !seen.has(one)));
    for (const one of behind) {
      seen.add(one);
      for (const name of tree.facts.get(one)?.declared ?? NONE) addTo(found, name, one);
    }
    level = [...behind].filter(isGathering);
  }
  return found;
}

/** Returns the declarers of the names in a source, iterating over the smaller of the two sets. */
function* mentioned(declarers: Declarers, names: SourceFacts['names']): Iterable<string> {
  if (declarers.size < names.size) {
    for (const [name, paths] of declarers) if (names.has(name)) yield* paths;
  } else {
    for (const name of names) yield* declarers.get(name) ?? NONE;
  }
}

const FIRST_LINE = /^#![^\n]{0,200}?\b(node|deno|bun|tsx|python|ruby|php)[\d.]*\b/;
const EXTENSIONS: Readonly<Record<string, string>> = { python: 'py', ruby: 'rb', php: 'php' };

/** Reads the facts of a script without an extension; undefined if it is not a script. */
function executableFacts(
  tree: ReachTree,
  path: string,
): { readonly facts: SourceFacts; readonly extension: string } | undefined {
  if (nameOf(path).includes('.')) return undefined;
  const text = tree.manifest(path) ?? '';
  const program = FIRST_LINE.exec(text)?.[1];
  if (program === undefined) return undefined;
  const extension = EXTENSIONS[program] ?? 'js';
  const facts = readSourceFacts(`x.${extension}`, new TextEncoder().encode(text));
  return facts && { facts, extension };
}

/**
 * Prepares resolving what literals name in any language: fixtures, templates, scripts to run, and the
 * snapshots of a test.
 */
function createResolveLiterals(tree: ReachTree): Resolve {
  const isData = (path: string) => sourceSyntax(path) === undefined;
  const filesBelow = remember((folder: string) =>
    tree.paths.filter((path) => path.startsWith(`${folder}/`)).slice(0, reachLimits.folderFiles),
  );
  /** A file beside the source or in one of the folders above; a folder only if it holds test resources. */
  const fromAbove = (literal: string, folder: string): readonly string[] => {
    for (const above of foldersUp(folder)) {
      const path = joinPath(above, literal);
      if (path === undefined || path === '') return NONE;
      if (tree.has(path)) return [path];
      if (
        path !== folder &&
        tree.hasFolder(path) &&
        sideOfPath(`${path}/x`) === 'test' &&
        !`${folder}/`.startsWith(`${path}/`)
      )
        return filesBelow(path);
      if (literal.startsWith('..')) return NONE;
    }
    return NONE;
  };
  /** Data located elsewhere, such as resources on a class path. */
  const elsewhere = (literal: string, from: string): readonly string[] => {
    const ending = literal.replace(/^(?:\.{0,2}\/)+/, '');
    const alike = tree
      .filesNamed(nameOf(ending))
      .filter((path) => isData(path) && `/${path}`.endsWith(`/${ending}`));
    return nearestTo(from, alike);
  };
  const snapshots = (path: string): readonly string[] => {
    const folder = joinPath(folderOf(path), '__snapshots__') ?? '';
    return [`${folder}/${nameOf(path)}.snap`, `${folder}/${stemOf(path)}.ambr`].filter((one) =>
      tree.has(one),
    );
  };
  return function* ({ path, facts, isTest }) {
    const folder = folderOf(path);
    for (const name of facts.names) {
      if (!name.includes('/') || name.length < 3) continue;
      const found = fromAbove(name, folder);
      yield* found.length > 0 ? found : elsewhere(name, path);
    }
    for (const name of facts.fileLiterals) {
      const beside = joinPath(folder, name);
      if (beside !== undefined && tree.has(beside)) yield beside;
      else yield* elsewhere(name, path);
    }
    if (isTest) yield* snapshots(path);
  };
}
