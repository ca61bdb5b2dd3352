/** Finds what differs between a recorded tree and the files as they were last looked at, of which nothing is recorded. */
import { diffTrees, type Tree, type TreeChange, type TreeNode } from '../../context/index.ts';
import { type ContentId, digestOf, type Sha256 } from '../../kernel/index.ts';
import { directoryObject, type StoreReader } from '../../ledger/index.ts';
import type { OpenedWorkspace } from './open-workspace.ts';

/** Returns every path that differs from a recorded root, by path. */
export async function changesSince(
  workspace: OpenedWorkspace,
  recorded: ContentId,
): Promise<readonly TreeChange[]> {
  const tree = await workspace.tree();
  if (tree.root.contentId === recorded) return [];
  return diffTrees(withTree(workspace.ledger.store, tree), { before: recorded, after: tree.root.contentId });
}

/** Lets a store answer for directories that only the tree at hand has, as if it were recorded. */
function withTree(store: StoreReader, tree: Tree): StoreReader {
  let directories: ReadonlyMap<Sha256, TreeNode> | null = null;
  return {
    ...store,
    async getMany(ids) {
      const stored = await store.getMany(ids);
      directories ??= directoriesOf(tree);
      const known = directories;
      return stored.map((bytes, index) => {
        const directory = known.get(ids[index] as Sha256);
        return bytes ?? (directory ? directoryBytes(tree, directory) : bytes);
      });
    },
  };
}

function directoriesOf(tree: Tree): ReadonlyMap<Sha256, TreeNode> {
  const found = new Map<Sha256, TreeNode>();
  for (const node of tree.walk()) if (node.kind === 'directory') found.set(digestOf(node.contentId), node);
  return found;
}

function directoryBytes(tree: Tree, directory: TreeNode): Uint8Array {
  const lines = (tree.children(directory) ?? []).map(
    ({ path, kind, contentId }) => [path.slice(path.lastIndexOf('/') + 1), kind, contentId] as const,
  );
  return directoryObject(lines).bytes;
}
