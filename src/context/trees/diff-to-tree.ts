/** What differs between a stored tree and one that was only looked at, of which nothing is stored. */
import { type ContentId, digestOf, type Sha256 } from '../../kernel/index.ts';
import type { StoreReader } from '../../ledger/index.ts';
import type { Tree, TreeNode } from '../scan/tree.ts';
import { diffTrees, type TreeChange } from './diff-trees.ts';
import { objectOfDirectory } from './store-tree.ts';

/** Returns every path of a tree that differs from a stored root, directories on the way among them, by path. */
export async function diffToTree(
  store: StoreReader,
  before: ContentId,
  tree: Tree,
): Promise<readonly TreeChange[]> {
  const after = tree.root.contentId;
  return before === after ? [] : diffTrees(withTree(store, tree), { before, after });
}

/** Lets a store answer for directories that only the tree at hand has, as if they were stored. */
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
