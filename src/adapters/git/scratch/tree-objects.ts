/**
 * Trees and files as git objects, read through git and written directly: a state that differs in a few files
 * is made without starting a process. Git itself would touch an object of the user's repository if it were to
 * write it again.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { type ByteText, fromBytes, toByteText } from '../../../context/index.ts';
import { blobSizes, readContents } from '../read-blobs.ts';
import { splitFields } from '../run-git.ts';
import { type ScratchRepository, scratchFault } from './scratch-repository.ts';

/** A directory's data about one of its entries; modes are in git's six-digit form. */
export type TreeEntry = { readonly mode: string; readonly id: string };

/** Entries to put at paths; null removes the existing one. */
export type TreeEdits = ReadonlyMap<ByteText, TreeEntry | null>;

/** Objects of the scratch repository. */
export type TreeObjects = {
  /** Returns the entry of a tree at a path, if there is one. */
  entry(tree: string, path: ByteText): TreeEntry | undefined;
  /** Returns the paths of all files at or below a path. */
  filesAt(tree: string, path: ByteText): readonly ByteText[];
  /** Returns a tree that differs from another at some paths; a new entry replaces whatever is in its way. */
  edit(tree: string, edits: TreeEdits): string;
  /** Returns the bytes of the files that exist. */
  read(ids: readonly string[]): ReadonlyMap<string, Uint8Array>;
  writeBlob(bytes: Uint8Array): string;
  /** The tree without entries. */
  readonly empty: string;
};

type Directory = ReadonlyMap<string, TreeEntry>;
/** A tree by the paths of its directories; the top is the empty path. */
type Directories = ReadonlyMap<string, Directory>;

const DIRECTORY = '040000';
const ENTRY = /^(\d{6}) \w+ ([0-9a-f]{40,64})\t/;
const MOST_KEPT = 12;
const MOST_BYTES = 96 * 1024 * 1024;
const TOP = toByteText('');

/** Opens the objects of a scratch repository. */
export function openTreeObjects(scratch: ScratchRepository): TreeObjects {
  const kept = new Map<string, Directories>();
  const directoriesOf = (tree: string): Directories => {
    const found = kept.get(tree) ?? readDirectories(scratch, tree);
    kept.delete(tree);
    kept.set(tree, found);
    for (const oldest of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(oldest);
    return found;
  };
  const contents = keepContents(scratch);
  const write = (kind: string, bytes: Uint8Array) => writeObject(scratch, kind, bytes);
  return {
    entry: (tree, path) => directoriesOf(tree).get(parentOf(path))?.get(nameOf(path)),
    filesAt: (tree, path) => [...filesBelow(directoriesOf(tree), path)],
    edit: (tree, edits) => (edits.size === 0 ? tree : writeEdited(directoriesOf(tree), edits, write)),
    read: (ids) => contents.read(ids),
    writeBlob: (bytes) => write('blob', bytes),
    empty: write('tree', new Uint8Array()),
  };
}

/** Caches the bytes of files, because many states consist of the same ones. */
function keepContents(scratch: ScratchRepository): Pick<TreeObjects, 'read'> {
  const kept = new Map<string, Uint8Array>();
  let bytes = 0;
  return {
    read: (ids) => {
      if (bytes > MOST_BYTES) {
        kept.clear();
        bytes = 0;
      }
      const sizes = blobSizes(
        scratch,
        ids.filter((id) => !kept.has(id)),
      );
      for (const [id, content] of readContents(scratch, [...sizes.keys()], { sizes })) {
        kept.set(id, content);
        bytes += content.length;
      }
      return new Map(ids.flatMap((id) => [[id, kept.get(id)] as const]).filter(isFound));
    },
  };
}

function isFound(pair: readonly [string, Uint8Array | undefined]): pair is readonly [string, Uint8Array] {
  return pair[1] !== undefined;
}

function readDirectories(scratch: ScratchRepository, tree: string): Directories {
  const printed = scratch.run(['ls-tree', '-r', '-t', '-z', '--full-tree', tree]);
  if (printed === null) throw scratchFault(scratch, `the tree ${tree} cannot be read`);
  const directories = new Map<string, Map<string, TreeEntry>>([['', new Map()]]);
  for (const field of splitFields(printed)) {
    const text = fromBytes(field);
    const [head = '', mode = '', id = ''] = ENTRY.exec(text) ?? [];
    const path = text.slice(head.length) as ByteText;
    if (mode === DIRECTORY) directories.set(path, new Map());
    directories.get(parentOf(path))?.set(nameOf(path), { mode, id });
  }
  return directories;
}

function* filesBelow(directories: Directories, path: ByteText): Generator<ByteText> {
  const entries = directories.get(path);
  if (entries === undefined) {
    if (directories.get(parentOf(path))?.has(nameOf(path))) yield path;
    return;
  }
  for (const name of entries.keys()) yield* filesBelow(directories, joined(path, name));
}

function writeEdited(
  directories: Directories,
  edits: TreeEdits,
  write: (kind: string, bytes: Uint8Array) => string,
): string {
  const changed = new Map<string, Map<string, TreeEntry>>();
  const open = (path: ByteText): Map<string, TreeEntry> => {
    const own = changed.get(path) ?? new Map(directories.get(path));
    changed.set(path, own);
    return own;
  };
  /** Makes a path a directory whose new tree will be put into its parents. */
  const reach = (path: ByteText): Map<string, TreeEntry> => {
    if (path !== TOP && !changed.has(path)) {
      const parent = reach(parentOf(path));
      const here = parent.get(nameOf(path));
      if (here !== undefined && here.mode !== DIRECTORY) changed.set(path, new Map());
    }
    return open(path);
  };
  const close = (path: ByteText) => {
    for (const other of changed.keys())
      if (other === path || other.startsWith(`${path}/`)) changed.delete(other);
  };
  for (const [path, entry] of edits)
    if (entry === null && directories.get(parentOf(path))?.has(nameOf(path)))
      reach(parentOf(path)).delete(nameOf(path));
  for (const [path, entry] of edits) {
    if (entry === null) continue;
    close(path);
    reach(parentOf(path)).set(nameOf(path), entry);
  }
  reach(TOP);

  const deepest = [...changed.keys()].sort((one, other) => depthOf(other) - depthOf(one)) as ByteText[];
  for (const path of deepest) {
    const entries = changed.get(path) as Map<string, TreeEntry>;
    if (path === TOP) return write('tree', treeBytes(entries));
    const parent = changed.get(parentOf(path));
    if (entries.size === 0) parent?.delete(nameOf(path));
    else parent?.set(nameOf(path), { mode: DIRECTORY, id: write('tree', treeBytes(entries)) });
  }
  throw new Error('the top of a tree is always written');
}

/** Git sorts directories as if their names ended with a slash. */
function treeBytes(entries: Directory): Uint8Array {
  const key = ([name, { mode }]: readonly [string, TreeEntry]) => (mode === DIRECTORY ? `${name}/` : name);
  const sorted = [...entries].sort((one, other) => (key(one) < key(other) ? -1 : 1));
  return Buffer.concat(
    sorted.flatMap(([name, { mode, id }]) => [
      Buffer.from(`${mode.replace(/^0/, '')} ${name}\0`, 'latin1'),
      Buffer.from(id, 'hex'),
    ]),
  );
}

function writeObject({ gitDirectory, hash }: ScratchRepository, kind: string, bytes: Uint8Array): string {
  const whole = Buffer.concat([Buffer.from(`${kind} ${bytes.length}\0`), bytes]);
  const id = createHash(hash).update(whole).digest('hex');
  const folder = join(gitDirectory, 'objects', id.slice(0, 2));
  const file = join(folder, id.slice(2));
  if (existsSync(file)) return id;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${file}.new`, deflateSync(whole, { level: 1 }), { mode: 0o444 });
  renameSync(`${file}.new`, file);
  return id;
}

function parentOf(path: ByteText): ByteText {
  return path.slice(0, Math.max(0, path.lastIndexOf('/'))) as ByteText;
}

function nameOf(path: ByteText): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function joined(path: ByteText, name: string): ByteText {
  return (path === '' ? name : `${path}/${name}`) as ByteText;
}

function depthOf(path: string): number {
  return path === '' ? 0 : path.split('/').length;
}
