/**
 * A scanned tree as a call sees it. A directory is *clear* if everything that is or could be below it is
 * visible. The id of any other directory covers hidden bytes, and would reveal when they change, confirm a
 * guess at them, or give away their existence.
 */
import { lastName, parentPath, ROOT_PATH, type Tree, type TreeNode } from '../../context/index.ts';
import { type ContentId, type NodeId, sortByCodePoint } from '../../kernel/index.ts';
import { memoizeByView, type RootView } from '../calls/create-call-view.ts';

/** What a call sees of a tree; paths are those of the tree. */
export type VisibleTree = {
  /** Whether nothing in the root is hidden. */
  readonly isWhole: boolean;
  /** Returns whether a path is visible, whether or not it exists. */
  sees(path: string): boolean;
  /** Returns the node at a visible path. */
  at(path: string): TreeNode | undefined;
  /** Returns whether a node is visible with everything that is or could be below it. */
  isClear(path: string): boolean;
  /** Returns the names of the visible children of a directory. */
  childNames(path: string): readonly string[];
  /** Returns the paths of clear nodes with a content, by code point. */
  pathsOf(contentId: ContentId): readonly string[];
  /** Returns the path of a clear node. */
  pathOf(nodeId: NodeId): string | undefined;
};

/** Returns a tree as a call sees it. Trees with the same view are examined once. */
export const seeTree = memoizeByView((tree: Tree, view: RootView): VisibleTree => {
  const sees = (path: string) => view.sees(rootPath(path));
  const { unclear, holding } = lookThrough(tree, sees);
  // Trees have no empty directories, so a directory without visible files is not shown either.
  const isShown = (node: TreeNode) =>
    sees(node.path) && (node.kind !== 'directory' || holding.has(node.path));
  const at = (path: string) => {
    const node = tree.at(path);
    return node !== undefined && isShown(node) ? node : undefined;
  };
  const isClearNode = ({ path, kind }: TreeNode) =>
    !unclear.has(path) && (kind !== 'directory' || !view.hidesBelow(rootPath(path)));
  const isClear = (path: string) => {
    const node = at(path);
    return node !== undefined && isClearNode(node);
  };
  let byContent: ReadonlyMap<ContentId, readonly string[]> | undefined;
  let byNode: ReadonlyMap<NodeId, string> | undefined;
  const clearNodes = () => [...tree.walk()].filter(isClearNode);
  return {
    isWhole: view.isWhole,
    sees,
    at,
    isClear,
    childNames: (path) => (tree.children(path) ?? []).filter(isShown).map((child) => lastName(child.path)),
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

/** Converts a path of a tree to a path below the root; the root itself is the empty path. */
export function rootPath(path: string): string {
  return path === ROOT_PATH ? '' : path;
}

type Looked = {
  /** Everything hidden, and every directory above it. */
  readonly unclear: ReadonlySet<string>;
  /** Every directory above something visible, and the root. */
  readonly holding: ReadonlySet<string>;
};

function lookThrough(tree: Tree, sees: (path: string) => boolean): Looked {
  const unclear = new Set<string>();
  const holding = new Set<string>([ROOT_PATH]);
  for (const { path, kind } of tree.walk()) {
    if (!sees(path)) addUpwards(unclear, path);
    else if (kind !== 'directory') addUpwards(holding, parentPath(path));
  }
  return { unclear, holding };
}

function addUpwards(paths: Set<string>, from: string | null): void {
  for (let path = from; path !== null && !paths.has(path); path = parentPath(path)) paths.add(path);
}

function pathsByContent(nodes: Iterable<TreeNode>): ReadonlyMap<ContentId, readonly string[]> {
  const groups = Map.groupBy(nodes, ({ contentId }) => contentId);
  return new Map(
    [...groups].map(([contentId, group]) => [contentId, sortByCodePoint(group.map(({ path }) => path))]),
  );
}
