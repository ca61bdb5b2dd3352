/** Explains a path: what its bytes are, and what rests on them or on those it had before. Pure data; nothing is written. */
import type { ContentId, NodeId } from '../../kernel/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import { requireNode } from '../frames/resolve-node.ts';
import { type LineageEntry, readLineage } from '../lineage/read-lineage.ts';
import { readScans } from '../lineage/scan-log.ts';
import type { Tree } from '../scan/tree.ts';
import { type NodeKind, nodeIdOf } from '../scan/tree-ids.ts';
import { findStoredNode } from '../trees/diff-trees.ts';
import { type Dependants, findDependants } from './find-dependants.ts';

/** What rests on a path; of a path where nothing stands any more only its past is known. */
export type PathExplanation = Dependants & {
  readonly path: string;
  readonly kind: NodeKind | null;
  readonly contentId: ContentId | null;
  readonly nodeId: NodeId | null;
  /** What scans saw of it, oldest first. */
  readonly lineage: readonly LineageEntry[];
};

/** Explains a path: all that rests on its bytes, wherever they lie, or on the place, now or in the past. */
export async function explainPath({ store }: Ledger, path: string, tree: Tree): Promise<PathExplanation> {
  const scans = await readScans(store);
  const { entries } = await readLineage(store, scans, { path, tree });
  const last = scans.at(-1);
  // What changed since the last scan has no entry yet, and what rests on it rests on what that scan saw.
  const recorded = last ? await findStoredNode(store, last.root, path) : null;
  const node = entries.length > 0 || recorded ? tree.at(path) : requireNode({ tree }, path);
  const former = recorded && { contentId: recorded.contentId, nodeId: nodeIdOf({ path, ...recorded }) };
  const inputs = new Set<string>();
  for (const state of [node, former, ...entries.toReversed()])
    for (const input of [state?.contentId, state?.nodeId]) if (input) inputs.add(input);
  return {
    path,
    kind: node?.kind ?? null,
    contentId: node?.contentId ?? null,
    nodeId: node?.nodeId ?? null,
    lineage: entries,
    ...(await findDependants(store, [...inputs])),
  };
}
