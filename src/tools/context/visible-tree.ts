/**
 * A scanned tree as a call sees it. A directory is *clear* where all below it is seen, and would be whatever it was; the id
 * of any other covers bytes that are hidden, and would tell when they change, confirm a guess, or be missing where they are.
 */
import { lastName, parentPath, ROOT_PATH, type Tree, type TreeNode } from '../../context/index.ts';
import { type ContentId, type NodeId, sortByCodePoint } from '../../kernel/index.ts';
import { memoizeByView, type RootView } from '../calls/create-call-view.ts';

/** What a call sees of a tree; paths are those of the tree. */
export type VisibleTree = {
  /** Whether nothing of the root is hidden, whatever the path. */
  readonly isWhole: boolean;
  /** Tells whether a path is seen, be something there or not. */
  sees(path: string): boolean;
  /** Returns the node at a path that is seen. */
  at(path: string): TreeNode | undefined;
  /** Tells whether a node is seen with all that is below it or could be. */
  isClear(path: string): boolean;
  /** Returns the names of what is seen in a directory. */
  childNames(path: string): readonly string[];
  /** Returns the paths of clear nodes that have a content, by code point. */
  pathsOf(contentId: ContentId): readonly string[];
  /** Returns the path of a clear node. */
  pathOf(nodeId: NodeId): string | undefined;
};

/** Returns a tree as a call sees it; trees that are seen alike are looked through once. */
export const seeTree = memoizeByView((tree: Tree, view: RootView): VisibleTree => {
  const sees = (path: string) => view.sees(rootPath(path));
  const { unclear, holding } = lookThrough(tree, sees);
  // A directory with nothing in it is in no tree, and one with nothing in it that is seen in none that is shown.
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

/** Returns a path of a tree as one below the root, whose own is empty. */
export function rootPath(path: string): string {
  return path === ROOT_PATH ? '' : path;
}

type Looked = {
  /** All that is hidden, and every directory above it. */
  readonly unclear: ReadonlySet<string>;
  /** Every directory above something that is seen, and the root. */
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
