/** Goes through a tree from the leaves to a node. */
import type { Tree, TreeNode } from '../scan/tree.ts';

/** Yields all that lies below a node and then the node itself, children before parents. */
export function* childrenFirst(tree: Tree, top: TreeNode): Generator<TreeNode> {
  const open = [[top].values()];
  const entered: TreeNode[] = [];
  for (let current = open.at(-1); current; current = open.at(-1)) {
    const { value: node, done } = current.next();
    if (done) {
      open.pop();
      const finished = entered.pop();
      if (finished) yield finished;
    } else if (node.kind === 'directory') {
      entered.push(node);
      open.push((tree.children(node) ?? []).values());
    } else yield node;
  }
}
