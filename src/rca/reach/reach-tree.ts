/**
 * The files of a tree, indexed for resolving references in sources, and the interface of the language
 * resolvers. Paths use `/`; the root is the empty string.
 */
import type { SourceFacts } from '../../context/index.ts';
import { sortByCodePoint } from '../../kernel/index.ts';
import { folderOf, nameOf } from '../paths/path-parts.ts';

/** The limits of the graph. Beyond them something is left out, always the same way. */
export const reachLimits = {
  /** The largest manifest that is read, in bytes. */
  manifestBytes: 1024 * 1024,
  /** How many manifests of one kind are read, the first in code point order. */
  manifests: 5_000,
  /** The longest chain of settings that extend one another. */
  extendsDepth: 8,
  /** How deep conditions of a package's exports are followed, and how many targets one entry may have. */
  exportsDepth: 8,
  exportTargets: 64,
  /** How many files a source may reference directly. */
  edges: 5_000,
  /** How many files a folder or pattern in a literal may stand for. */
  folderFiles: 500,
  /** How many re-exporting files in a row are followed to find a declaration. */
  reexportDepth: 4,
} as const;

/** What the graph of a tree is built from. */
export interface ReachFiles {
  /** All files of the tree, data as well as sources. */
  readonly paths: Iterable<string>;
  readonly facts: ReadonlyMap<string, SourceFacts>;
  /** Returns the bytes of a file; undefined if it cannot be read. Only called for manifests and settings. */
  read(path: string): Uint8Array | undefined;
}

/** A tree as seen by the resolvers; lists are in code point order. */
export interface ReachTree {
  readonly paths: readonly string[];
  readonly facts: ReadonlyMap<string, SourceFacts>;
  has(path: string): boolean;
  hasFolder(folder: string): boolean;
  /** Returns the files directly in a folder. */
  filesIn(folder: string): readonly string[];
  /** Returns the files with a base name. */
  filesNamed(name: string): readonly string[];
  /** Returns a manifest's text; undefined if it is missing or too large. */
  manifest(path: string): string | undefined;
}

const NONE: readonly string[] = [];

/** Prepares a tree, in time linear in its paths. */
export function createReachTree({ paths: given, facts, read }: ReachFiles): ReachTree {
  const known = new Set(given);
  const paths = sortByCodePoint([...known]);
  const byFolder = new Map<string, string[]>();
  const byName = new Map<string, string[]>();
  for (const path of paths) {
    addTo(byFolder, folderOf(path), path);
    addTo(byName, nameOf(path), path);
  }
  const folders = new Set(['']);
  for (const folder of byFolder.keys())
    for (let above = folder; !folders.has(above); above = folderOf(above)) folders.add(above);
  return {
    paths,
    facts,
    has: (path) => known.has(path),
    hasFolder: (folder) => folders.has(folder),
    filesIn: (folder) => byFolder.get(folder) ?? NONE,
    filesNamed: (name) => byName.get(name) ?? NONE,
    manifest(path) {
      const bytes = known.has(path) ? read(path) : undefined;
      if (bytes === undefined || bytes.length > reachLimits.manifestBytes) return undefined;
      return new TextDecoder().decode(bytes);
    },
  };
}

export function addTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** Memoises a function by its key. */
export function remember<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined || made.has(key)) return known as Value;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}

/** Resolves a relative path from a folder; undefined if it leads out of the tree. */
export function joinPath(folder: string, relative: string): string | undefined {
  if (folder !== '' && relative !== '' && !/(?:^|\/)\.{0,2}(?:\/|$)/.test(relative))
    return `${folder}/${relative}`;
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of relative.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

/** Returns those of some sorted paths that share the most folders with a path, in their order. */
export function nearestTo(from: string, paths: readonly string[]): readonly string[] {
  if (paths.length < 2) return paths;
  const folders = from.split('/').slice(0, -1);
  const shared = paths.map((path) => {
    const parts = path.split('/');
    let count = 0;
    while (count < folders.length && folders[count] === parts[count]) count += 1;
    return count;
  });
  const most = shared.reduce((best, count) => Math.max(best, count), 0);
  return paths.filter((_, index) => shared[index] === most);
}

/** A source whose references are resolved. */
interface ReachSource {
  readonly path: string;
  readonly facts: SourceFacts;
  /** Whether it is on the test side, where runners load files of their own first. */
  readonly isTest: boolean;
}

/** Returns the files of the tree that a source refers to, in any order and possibly with duplicates. */
export type Resolve = (source: ReachSource) => Iterable<string>;

/** The rules of one language or family. */
export interface Resolver {
  /** The file extensions it resolves, separated by spaces. */
  readonly extensions: string;
  /** Prepares a tree; called once, and only if the tree has such a source. */
  prepare(tree: ReachTree): Resolve;
}
