/**
 * The status of a workspace: whether its files match the last recorded scan, and how many frames are stale.
 */
import type { ContentId } from '../../kernel/index.ts';
import { type StaleFrame, staleFramesAt } from '../frames/read-node.ts';
import { createJudge } from '../freshness/judge.ts';
import { preload, readAhead, type Snapshot } from '../snapshot/snapshot.ts';

/** The state of a workspace. */
export type WorkspaceStatus = {
  readonly root: ContentId;
  /** The root of the last recorded scan; null before the first. */
  readonly storedRoot: ContentId | null;
  /** The number of the last recorded scan, 0 before the first. */
  readonly scan: number;
  readonly nodes: number;
  /** The number of frames of all nodes of the tree. */
  readonly frames: number;
  /** The number of stale frames. */
  readonly stale: number;
  /** The stale frames, by path. */
  readonly staleFrames: readonly StaleFrame[];
  /** The location of the ledger. */
  readonly store: string;
};

/** Reads the state of a workspace. */
export async function readStatus(base: Snapshot): Promise<WorkspaceStatus> {
  const snapshot = await preload(base);
  const judge = createJudge(snapshot);
  const { tree, scans, ledger } = snapshot;
  const staleFrames: StaleFrame[] = [];
  let [nodes, frames] = [0, 0];
  for await (const { node, places } of readAhead(snapshot, tree.walk())) {
    nodes++;
    frames += places.length;
    if (places.length === 0) continue;
    for (const frame of await staleFramesAt(judge, node.path, places)) staleFrames.push(frame);
  }
  return {
    root: tree.root.contentId,
    storedRoot: scans.at(-1)?.root ?? null,
    scan: scans.length,
    nodes,
    frames,
    stale: staleFrames.length,
    staleFrames,
    store: ledger.store.location,
  };
}
