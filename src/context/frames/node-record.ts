/** What is known of a node: what it is, where it stands, what it was, and a hash over all frames it has. */
import {
  type ContentId,
  type FrameId,
  type NodeId,
  sortByCodePoint,
  taggedHash,
} from '../../kernel/index.ts';
import type { LineageEntry } from '../lineage/read-lineage.ts';
import type { NodeKind } from '../scan/node-kind.ts';
import type { TreeNode } from '../scan/tree.ts';
import { lastName, parentPath } from '../scan/tree-path.ts';
import type { Standpoint } from '../workspace/standpoint.ts';

/** A node with what is recorded of it. */
export type NodeRecord = {
  readonly path: string;
  readonly kind: NodeKind;
  readonly size: number;
  readonly nodeId: NodeId;
  readonly contentId: ContentId;
  readonly parent: string | null;
  /** The names of what stands in a directory; empty for all else. */
  readonly children: readonly string[];
  /** Covers every frame the node ever had. */
  readonly frameSetRoot: string;
  /** What scans saw of it, oldest first; empty where it is as the first scan found it. */
  readonly lineage: readonly LineageEntry[];
};

/** Returns the record of a node. */
export async function nodeRecord(standpoint: Standpoint, node: TreeNode): Promise<NodeRecord> {
  const { path, kind, size, nodeId, contentId } = node;
  const children = kind === 'directory' ? (standpoint.tree.children(node) ?? []) : [];
  return {
    path,
    kind,
    size,
    nodeId,
    contentId,
    parent: parentPath(path),
    children: children.map((child) => lastName(child.path)),
    frameSetRoot: frameSetRoot((await standpoint.places(path)).map(({ frameId }) => frameId)),
    lineage: (await standpoint.lineage(path)).entries,
  };
}

/** Returns the root of the Merkle tree over a set of frames: pairs are hashed from the leaves up, in the order of ids. */
export function frameSetRoot(frameIds: readonly FrameId[]): string {
  let level: readonly string[] = sortByCodePoint([...new Set(frameIds)]);
  if (level.length === 0) return taggedHash('penumbra/frame-set/1', null);
  level = level.map((frameId) => taggedHash('penumbra/frame-set/1', [frameId]));
  while (level.length > 1) {
    const pairs: string[] = [];
    for (let index = 0; index < level.length; index += 2)
      pairs.push(
        taggedHash(
          'penumbra/frame-set/1',
          level.slice(index, index + 2).map((hash) => [hash]),
        ),
      );
    level = pairs;
  }
  return level[0] as string;
}
