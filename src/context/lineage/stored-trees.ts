/** Stores trees in the ledger and diffs them, skipping equal directories. */
import {
  type ContentId,
  compareCodePoints,
  digestOf,
  PenumbraError,
  type Sha256,
} from '../../kernel/index.ts';
import {
  directoryObject,
  directoryTree,
  parseDirectory,
  type Store,
  type StoredObject,
  type StoreReader,
  type TreeLine,
} from '../../ledger/index.ts';
import type { Tree, TreeNode } from '../scan/tree.ts';
import { joinPath, lastName, type NodeKind, parentPath, ROOT_PATH } from '../scan/tree-ids.ts';

/** The state of a path. */
export type NodeState = { readonly kind: NodeKind; readonly contentId: ContentId };

/** A path that differs; null if it does not exist on that side. */
export type TreeChange = {
  readonly path: string;
  readonly before: NodeState | null;
  readonly after: NodeState | null;
};

/** Two roots to compare. If `before` is null, everything in `after` is new. */
export type RootPair = { readonly before: ContentId | null; readonly after: ContentId | null };

const GROUP_ROWS = 500;

/** Returns every path that differs between two roots, including parent directories, sorted by path. */
export async function diffTrees(store: StoreReader, { before, after }: RootPair): Promise<TreeChange[]> {
  if (before === after) return [];
  const changes: TreeChange[] = [{ path: ROOT_PATH, before: rootState(before), after: rootState(after) }];
  for (let level: readonly TreeChange[] = changes; level.length > 0; ) {
    const below: TreeChange[] = [];
    for (let start = 0; start < level.length; start += GROUP_ROWS)
      for (const change of await changesBelow(store, level.slice(start, start + GROUP_ROWS)))
        below.push(change);
    for (const change of below) changes.push(change);
    level = below.filter(({ before: old, after: now }) => isDirectory(old) || isDirectory(now));
  }
  return changes.sort((left, right) => compareCodePoints(left.path, right.path));
}

/**
 * Returns the minimal set of changes: omits directories that only changed inside, and paths below an added or
 * deleted directory.
 */
export function smallestChanges(changes: readonly TreeChange[]): readonly TreeChange[] {
  const whole = new Set<string>();
  const listed: TreeChange[] = [];
  for (const change of changes.toSorted(parentsFirst)) {
    const { path, before, after } = change;
    const isCovered = whole.has(parentPath(path) ?? '');
    if (isDirectory(before) !== isDirectory(after)) whole.add(path);
    else if (isDirectory(before)) continue;
    if (!isCovered) listed.push(change);
  }
  return listed.sort((left, right) => compareCodePoints(left.path, right.path));
}

/** Returns the lines of stored directories in the order requested; throws if one is missing. */
async function readDirectories(
  store: StoreReader,
  contentIds: readonly ContentId[],
): Promise<readonly (readonly TreeLine[])[]> {
  const objects = await store.getMany(contentIds.map(digestOf));
  return contentIds.map((contentId, index) => {
    const bytes = objects[index];
    if (bytes) return parseDirectory(bytes);
    throw new PenumbraError('node-not-found', `${directoryTree(contentId)} is not in the ledger`, {
      hint: 'only trees that were scanned are kept; see `penumbra scan`',
    });
  });
}

async function changesBelow(store: StoreReader, level: readonly TreeChange[]): Promise<TreeChange[]> {
  const olds = level.flatMap(({ before }) => (isDirectory(before) ? [before.contentId] : []));
  const news = level.flatMap(({ after }) => (isDirectory(after) ? [after.contentId] : []));
  const read = (await readDirectories(store, [...olds, ...news])).values();
  const oldLines = level.map(({ before }) => (isDirectory(before) ? (read.next().value ?? []) : []));
  const newLines = level.map(({ after }) => (isDirectory(after) ? (read.next().value ?? []) : []));
  return level.flatMap(({ path }, index) =>
    changedLines(path, { before: oldLines[index] ?? [], after: newLines[index] ?? [] }),
  );
}

function changedLines(
  directory: string,
  { before, after }: { readonly before: readonly TreeLine[]; readonly after: readonly TreeLine[] },
): TreeChange[] {
  const old = new Map(before.map((line) => [line[0], stateOf(line)]));
  const changes: TreeChange[] = [];
  for (const line of after) {
    const [was, now] = [old.get(line[0]) ?? null, stateOf(line)];
    old.delete(line[0]);
    if (was?.contentId === now.contentId && was.kind === now.kind) continue;
    changes.push({ path: joinPath(directory, line[0]), before: was, after: now });
  }
  for (const [name, was] of old) changes.push({ path: joinPath(directory, name), before: was, after: null });
  return changes;
}

function stateOf([, kind, contentId]: TreeLine): NodeState {
  return { kind: kind as NodeKind, contentId };
}

function rootState(contentId: ContentId | null): NodeState | null {
  return contentId && { kind: 'directory', contentId };
}

function isDirectory(state: NodeState | null): state is NodeState {
  return state?.kind === 'directory';
}

/** A child's path is always longer than its parent's. */
function parentsFirst(left: TreeChange, right: TreeChange): number {
  const lengthOf = ({ path }: TreeChange) => (path === ROOT_PATH ? 0 : path.length);
  return lengthOf(left) - lengthOf(right);
}

/** Returns the node at a path below a stored root, or null if there is none. */
export async function findStoredNode(
  store: StoreReader,
  root: ContentId,
  path: string,
): Promise<NodeState | null> {
  let found: NodeState = { kind: 'directory', contentId: root };
  for (const name of path === ROOT_PATH ? [] : path.split('/')) {
    if (found.kind !== 'directory') return null;
    const [lines = []] = await readDirectories(store, [found.contentId]);
    const line = lines.find(([own]) => own === name);
    if (!line) return null;
    found = { kind: line[1] as NodeKind, contentId: line[2] };
  }
  return found;
}

/**
 * Returns every path of a tree that differs from a stored root, including parent directories, sorted by path.
 */
export async function diffToTree(
  store: StoreReader,
  before: ContentId,
  tree: Tree,
): Promise<readonly TreeChange[]> {
  const after = tree.root.contentId;
  return before === after ? [] : diffTrees(withTree(store, tree), { before, after });
}

/** Wraps a store so that directories of an unsaved tree can be read as if they were stored. */
function withTree(store: StoreReader, tree: Tree): StoreReader {
  const directories = directoriesOf(tree);
  return {
    ...store,
    async getMany(ids) {
      const stored = await store.getMany(ids);
      return ids.map((id, index) => {
        const directory = directories.get(id);
        return stored[index] ?? (directory ? objectOfDirectory(tree, directory).bytes : null);
      });
    },
  };
}

function directoriesOf(tree: Tree): ReadonlyMap<Sha256, TreeNode> {
  const found = new Map<Sha256, TreeNode>();
  for (const node of tree.walk()) if (node.kind === 'directory') found.set(digestOf(node.contentId), node);
  return found;
}

/** Larger transactions would block other writers for too long. */
const GROUP_OBJECTS = 4_000;
const GROUP_BYTES = 16 * 1024 * 1024;

/** Writes the directories of a tree that the ledger lacks and returns how many there were. */
export async function storeTree(store: Store, tree: Tree, atMs: number): Promise<number> {
  const objects = new Map<Sha256, StoredObject>();
  for (let level: readonly TreeNode[] = [tree.root]; level.length > 0; ) {
    const missing = await missingIn(store, level, objects);
    const below: TreeNode[] = [];
    for (const directory of missing) {
      const object = objectOfDirectory(tree, directory);
      objects.set(object.id, object);
      for (const child of tree.children(directory) ?? []) if (child.kind === 'directory') below.push(child);
    }
    level = below;
  }
  for (const group of groupsOf([...objects.values()].reverse())) await store.commit({ atMs, puts: group });
  return objects.size;
}

/** Returns the stored form of a directory. */
function objectOfDirectory(tree: Tree, directory: TreeNode): StoredObject {
  const children = tree.children(directory) ?? [];
  return directoryObject(
    children.map(({ path, kind, contentId }) => [lastName(path), kind, contentId] as const),
  );
}

async function missingIn(
  store: Store,
  level: readonly TreeNode[],
  known: ReadonlyMap<Sha256, StoredObject>,
): Promise<readonly TreeNode[]> {
  // Equal directories are stored once, wherever they are.
  const unique = new Map(level.map((node) => [digestOf(node.contentId), node]));
  for (const digest of unique.keys()) if (known.has(digest)) unique.delete(digest);
  const digests = [...unique.keys()];
  const isPresent = await store.hasMany(digests);
  return [...unique.values()].filter((_, index) => !isPresent[index]);
}

function* groupsOf(objects: readonly StoredObject[]): Generator<readonly StoredObject[]> {
  let group: StoredObject[] = [];
  let bytes = 0;
  for (const object of objects) {
    if (group.length > 0 && (group.length === GROUP_OBJECTS || bytes + object.bytes.length > GROUP_BYTES)) {
      yield group;
      [group, bytes] = [[], 0];
    }
    group.push(object);
    bytes += object.bytes.length;
  }
  if (group.length > 0) yield group;
}
