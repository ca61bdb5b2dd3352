/** Keeps a scanned tree in a ledger: the directories it lacks, those in a directory before the directory itself. */
import { digestOf, type Sha256 } from '../../kernel/index.ts';
import { directoryObject, type Store, type StoredObject } from '../../ledger/index.ts';
import type { Tree, TreeNode } from '../scan/tree.ts';
import { lastName } from '../scan/tree-path.ts';

/** A transaction of more would keep other writers out for long. */
const GROUP_OBJECTS = 4_000;
const GROUP_BYTES = 16 * 1024 * 1024;

/** Writes what the ledger lacks of a tree and returns how many directories that were. */
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

/** Returns the object that keeps a directory of a tree. */
export function objectOfDirectory(tree: Tree, directory: TreeNode): StoredObject {
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
  // Equal directories are one object, wherever they lie.
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
