// What a workspace came to, without times: its scans, its frames with their freshness, its lineage, and its faults.

import type { Workspace } from '../../src/context/index.ts';

/** All that two runs over the same files must agree on. */
export type Remains = {
  readonly roots: readonly string[];
  /** How many nodes and frames there are, and which frames are stale. */
  readonly status: readonly unknown[];
  /** Path -> frames that stand and are fresh, that stand and are stale, and every frame ever, oldest first. */
  readonly nodes: Readonly<Record<string, readonly string[]>>;
  readonly lineage: Readonly<Record<string, readonly string[]>>;
  readonly faults: readonly unknown[];
};

/** More paths than this are sampled; their frames are still counted and judged. */
const MOST_PATHS = 400;

/** Reads what a workspace came to, over the paths of its files now and those named. */
export async function remainsOf(workspace: Workspace, formerPaths: readonly string[] = []): Promise<Remains> {
  await workspace.look({});
  const nodes: Record<string, readonly string[]> = {};
  const lineage: Record<string, readonly string[]> = {};
  const all = [...(await workspace.tree()).walk()].map(({ path }) => path);
  const stride = Math.ceil(all.length / MOST_PATHS);
  const present = all.filter((_, index) => index % stride === 0);
  for (const path of present) {
    const { frames } = await workspace.getNode(path);
    const standing = frames.map(({ frameId, fresh }) => `${fresh ? 'fresh' : 'stale'} ${frameId}`);
    if (standing.length > 0) nodes[path] = standing.toSorted();
  }
  for (const path of [...present, ...formerPaths]) {
    const history = await workspace.history(path);
    if (history.frames.length > 0) nodes[`history of ${path}`] = history.frames.map(({ frameId }) => frameId);
    if (history.lineage.length > 0) lineage[path] = history.lineage.map(tellEntry);
  }
  const { faults } = await workspace.validate();
  const { nodes: count, frames, staleFrames } = await workspace.status();
  // They come newest first, and two that were written one after the other may have one time or two.
  const status = [count, frames, staleFrames.map(({ frameId }) => frameId).sort()];
  return { roots: (await workspace.scans()).map(({ root }) => root), status, nodes, lineage, faults };
}

function tellEntry({
  scan,
  path,
  contentId,
  renamedFrom,
  renamedTo,
}: Awaited<ReturnType<Workspace['history']>>['lineage'][number]): string {
  return JSON.stringify({ scan, path, contentId, renamedFrom, renamedTo });
}
