/** Finds the node at a path, or says that there is none and what may have been meant. */
import { cite, didYouMean, PenumbraError } from '../../kernel/index.ts';
import { ROOT_PATH, type Tree, type TreeNode } from '../scan/tree.ts';
import { parentPath } from '../scan/tree-path.ts';

/** Returns the node at a path, or throws `node-not-found`. */
export function requireNode({ tree }: { readonly tree: Tree }, path: string): TreeNode {
  const node = tree.at(path);
  if (node) return node;
  throw new PenumbraError('node-not-found', `there is nothing at ${cite(path)}${nearName(tree, path)}`, {
    data: { path },
    hint: 'name a path below the root of the workspace, with `/` between names; ignored files are not in the tree',
  });
}

function nearName(tree: Tree, path: string): string {
  const siblings = tree.children(parentPath(path) ?? ROOT_PATH) ?? [];
  return didYouMean(
    path,
    siblings.map((node) => node.path),
  );
}
