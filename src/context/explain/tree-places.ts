/** Where in the present tree the inputs of frames lie: one walk over the tree answers for all of them. */
import { type ContentId, compareCodePoints, type NodeId } from '../../kernel/index.ts';
import type { Tree } from '../scan/tree.ts';

/** Answers where bytes and nodes lie in one tree. */
export type TreePlaces = {
  /** Returns the paths that have these bytes, in code point order. */
  pathsOf(contentId: ContentId): readonly string[];
  /** Returns the path of a node as it is at present. */
  pathOf(nodeId: NodeId): string | undefined;
};

/** Makes the table of a tree; ids of nodes are hashed only once one is asked for. */
export function placesIn(tree: Tree): TreePlaces {
  const byContent = new Map<ContentId, string[]>();
  for (const { path, contentId } of tree.walk()) {
    const paths = byContent.get(contentId);
    if (paths) paths.push(path);
    else byContent.set(contentId, [path]);
  }
  let byNode: ReadonlyMap<NodeId, string> | undefined;
  return {
    pathsOf: (contentId) => (byContent.get(contentId) ?? []).toSorted(compareCodePoints),
    pathOf(nodeId) {
      byNode ??= new Map(Array.from(tree.walk(), (node) => [node.nodeId, node.path]));
      return byNode.get(nodeId);
    },
  };
}
