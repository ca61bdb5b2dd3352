/** The files of a tree, prepared for finding one by what a source says of it. */
import type { SourceFacts } from '../../context/index.ts';
import { sortByCodePoint } from '../../kernel/index.ts';
import { reachLimits } from './reach-limits.ts';
import { folderOf, nameOf } from './tree-paths.ts';

/** What the graph of a tree is made of. */
export interface ReachFiles {
  /** All files of the tree, data as well as sources. */
  readonly paths: Iterable<string>;
  /** The facts of its sources by path. */
  readonly facts: ReadonlyMap<string, SourceFacts>;
  /** Returns the bytes of a file, or nothing where it cannot be read; only manifests and settings are asked for. */
  read(path: string): Uint8Array | undefined;
}

/** A tree as the resolvers see it; lists are in code point order. */
export interface ReachTree {
  readonly paths: readonly string[];
  readonly facts: ReadonlyMap<string, SourceFacts>;
  has(path: string): boolean;
  hasFolder(folder: string): boolean;
  /** Returns the files that stand in a folder itself. */
  filesIn(folder: string): readonly string[];
  /** Returns the files that have a last name. */
  filesNamed(name: string): readonly string[];
  /** Returns a manifest's text, or nothing where there is none or it is too large. */
  manifest(path: string): string | undefined;
}

const NONE: readonly string[] = [];

/** Prepares a tree; linear in its paths. */
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

/** Adds a value to the list under a key. */
export function addTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** Makes a value once for each key. */
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
