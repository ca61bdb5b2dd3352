// What a workspace came to, without times: its scans, its frames with their freshness, its lineage, and its faults.

import type { Workspace } from '../../src/context/index.ts';

/** All that two runs over the same files must agree on. */
export type Remains = {
  readonly roots: readonly string[];
  /** Path -> frames that stand and are fresh, that stand and are stale, and every frame ever, oldest first. */
  readonly nodes: Readonly<Record<string, readonly string[]>>;
  readonly lineage: Readonly<Record<string, readonly string[]>>;
  readonly faults: readonly unknown[];
};

/** Reads what a workspace came to, over all paths of its files now and of those named. */
export async function remainsOf(workspace: Workspace, formerPaths: readonly string[] = []): Promise<Remains> {
  await workspace.look({});
  const nodes: Record<string, readonly string[]> = {};
  const lineage: Record<string, readonly string[]> = {};
  const present = [...(await workspace.tree()).walk()].map(({ path }) => path);
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
  return { roots: (await workspace.scans()).map(({ root }) => root), nodes, lineage, faults };
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
