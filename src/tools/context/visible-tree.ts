/**
 * A scanned tree as a call sees it. A directory is *clear* where all below it is seen; the id of any other covers bytes
 * that are hidden, and would tell when they change or confirm a guess.
 */
import { lastName, parentPath, ROOT_PATH, type Tree, type TreeNode } from '../../context/index.ts';
import { type ContentId, type NodeId, sortByCodePoint } from '../../kernel/index.ts';
import type { RootView } from '../calls/create-call-view.ts';
import { memoizeByView } from '../calls/memoize-by-view.ts';

/** What a call sees of a tree; paths are those of the tree. */
export type VisibleTree = {
  /** Whether nothing of the root is hidden, whatever the path. */
  readonly isWhole: boolean;
  /** Tells whether a path is seen, be something there or not. */
  sees(path: string): boolean;
  /** Returns the node at a path that is seen. */
  at(path: string): TreeNode | undefined;
  /** Tells whether a node is seen with all below it. */
  isClear(path: string): boolean;
  /** Returns the names of what is seen in a directory. */
  childNames(path: string): readonly string[];
  /** Returns the paths of clear nodes that have a content, by code point. */
  pathsOf(contentId: ContentId): readonly string[];
  /** Returns the path of a clear node. */
  pathOf(nodeId: NodeId): string | undefined;
};

/** Returns a tree as a call sees it; trees that are seen alike are looked through once. */
export const seeTree = memoizeByView((tree: Tree, sight: RootView): VisibleTree => {
  const sees = (path: string) => sight.sees(rootPath(path));
  const unclear = unclearPaths(tree, sees);
  const isClear = (path: string) => !unclear.has(path) && tree.at(path) !== undefined && sees(path);
  let byContent: ReadonlyMap<ContentId, readonly string[]> | undefined;
  let byNode: ReadonlyMap<NodeId, string> | undefined;
  const clearNodes = () => [...tree.walk()].filter(({ path }) => !unclear.has(path));
  return {
    isWhole: sight.isWhole,
    sees,
    at: (path) => (sees(path) ? tree.at(path) : undefined),
    isClear,
    childNames: (path) =>
      (tree.children(path) ?? []).filter((child) => sees(child.path)).map((child) => lastName(child.path)),
    pathsOf(contentId) {
      byContent ??= pathsByContent(clearNodes());
      return byContent.get(contentId) ?? [];
    },
    pathOf(nodeId) {
      byNode ??= new Map(clearNodes().map((node) => [node.nodeId, node.path] as const));
      return byNode.get(nodeId);
    },
  };
});

/** Returns a path of a tree as one below the root, whose own is empty. */
export function rootPath(path: string): string {
  return path === ROOT_PATH ? '' : path;
}

/** Returns all that is hidden, and every directory above it. */
function unclearPaths(tree: Tree, sees: (path: string) => boolean): ReadonlySet<string> {
  const unclear = new Set<string>();
  for (const { path } of tree.walk()) {
    if (sees(path)) continue;
    for (let above: string | null = path; above !== null && !unclear.has(above); above = parentPath(above))
      unclear.add(above);
  }
  return unclear;
}

function pathsByContent(nodes: Iterable<TreeNode>): ReadonlyMap<ContentId, readonly string[]> {
  const groups = Map.groupBy(nodes, ({ contentId }) => contentId);
  return new Map(
    [...groups].map(([contentId, group]) => [contentId, sortByCodePoint(group.map(({ path }) => path))]),
  );
}
