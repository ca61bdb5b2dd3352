/** What is known of a node: what it is, where it stands, what it was, and a hash over all frames it has. */
import {
  type ContentId,
  type FrameId,
  type NodeId,
  type Sha256,
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

const BRANCHES = 16;

/** Returns the root of the Merkle tree over a set of frames, of sixteen branches, in the order of ids. */
export function frameSetRoot(frameIds: readonly FrameId[]): Sha256 {
  let level: readonly string[] = sortByCodePoint([...new Set(frameIds)]);
  for (;;) {
    const above: Sha256[] = [];
    for (let start = 0; start === 0 || start < level.length; start += BRANCHES)
      above.push(taggedHash('penumbra/frame-set/1', level.slice(start, start + BRANCHES)));
    if (above.length === 1) return above[0] as Sha256;
    level = above;
  }
}
