/** Finds the node at a path, or says that there is none and what may have been meant. */
import { cite, didYouMean, PenumbraError } from '../../kernel/index.ts';
import { ROOT_PATH, type Tree, type TreeNode } from '../scan/tree.ts';
import { joinPath } from '../scan/tree-path.ts';

/** What nodes are found in. */
type NodesByPath = Pick<Tree, 'at'> & { children(directory: string): readonly TreeNode[] | undefined };

/** Returns the node at a path, or throws `node-not-found`. */
export function requireNode({ tree }: { readonly tree: NodesByPath }, path: string): TreeNode {
  const node = tree.at(path);
  if (node) return node;
  throw new PenumbraError('node-not-found', `there is nothing at ${cite(path)}${nearName(tree, path)}`, {
    data: { path },
    hint: 'name a path below the root of the workspace, with `/` between names; ignored files and empty directories are not in the tree',
  });
}

/** Suggests what was meant in the deepest directory of the path that is there. */
function nearName(tree: NodesByPath, path: string): string {
  let directory: string = ROOT_PATH;
  for (const name of path.split('/')) {
    const below = joinPath(directory, name);
    const node = tree.at(below);
    if (!node) {
      const siblings = tree.children(directory) ?? [];
      return didYouMean(
        below,
        siblings.map((sibling) => sibling.path),
      );
    }
    directory = node.path;
  }
  return ` (did you mean ${cite(directory)}?)`;
}
