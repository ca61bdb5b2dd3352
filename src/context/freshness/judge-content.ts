/**
 * Judges inputs that are bytes or nodes: those of the subject against its current path, others against the
 * whole tree.
 */
import type { ContentId, NodeId } from '../../kernel/index.ts';
import { everyEntry } from '../../ledger/index.ts';
import { departedLog, readDepartedEntry } from '../lineage/path-entry.ts';
import { type LineageEntry, seeingScan } from '../lineage/read-lineage.ts';
import { findStoredNode } from '../lineage/stored-trees.ts';
import type { Tree, TreeNode } from '../scan/tree.ts';
import { nodeIdOf } from '../scan/tree-ids.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { Judge, JudgedFrame, SinceScan, Staleness } from './staleness.ts';

/** Returns how bytes changed, or null if they did not. */
export async function judgeContent(
  { snapshot }: Judge,
  judged: JudgedFrame,
  contentId: ContentId,
): Promise<Staleness | null> {
  const { tree } = snapshot;
  const now = presentNode(snapshot, judged);
  if (now?.contentId === contentId) return null;
  const own = await pastOf(snapshot, judged);
  const isIt = (entry: PastState) => entry.contentId === contentId;
  const changed = { reason: 'content-changed', input: contentId, from: contentId } as const;
  if (own.some(isIt) && !restsOnPresent(snapshot, judged))
    return { ...changed, to: now?.contentId ?? null, since: departureIn(own, snapshot, isIt) };
  if (contentsOf(tree).has(contentId)) return null;
  const left = await departure(snapshot, contentId);
  return { ...changed, to: left?.to ?? null, since: left?.since ?? unrecorded(snapshot) };
}

/** Returns how a node changed, or null if it did not. */
export async function judgeNode(
  { snapshot }: Judge,
  judged: JudgedFrame,
  nodeId: NodeId,
): Promise<Staleness | null> {
  const now = presentNode(snapshot, judged);
  if (now?.nodeId === nodeId) return null;
  const own = await pastOf(snapshot, judged);
  const isIt = (entry: PastState) => entry.nodeId === nodeId;
  const changed = { reason: 'place-changed', input: nodeId, from: nodeId } as const;
  if (own.some(isIt)) return { ...changed, to: now?.nodeId ?? null, since: departureIn(own, snapshot, isIt) };
  if (hasNode(snapshot.tree, nodeId)) return null;
  return { ...changed, to: null, since: null };
}

function presentNode({ tree }: Snapshot, { at }: JudgedFrame): TreeNode | undefined {
  return at === null ? undefined : tree.at(at);
}

/**
 * Checks whether a frame's basis includes its subject's current bytes; other bytes are then not the
 * subject's.
 */
function restsOnPresent(snapshot: Snapshot, judged: JudgedFrame): boolean {
  const now = presentNode(snapshot, judged);
  const { inputs } = judged.basis;
  return now !== undefined && (inputs.includes(now.contentId) || inputs.includes(now.nodeId));
}

type PastState = Pick<LineageEntry, 'contentId' | 'nodeId' | 'scan'>;

/** Returns the recorded states of a frame's subject; a path that never changed has only its current state. */
async function pastOf(snapshot: Snapshot, { at }: JudgedFrame): Promise<readonly PastState[]> {
  if (at === null) return [];
  const { entries } = await snapshot.lineage(at);
  const last = snapshot.scans.at(-1);
  if (entries.length > 0 || !last) return entries;
  const state = await findStoredNode(snapshot.ledger.store, last.root, at);
  return state ? [{ scan: 1, contentId: state.contentId, nodeId: nodeIdOf({ path: at, ...state }) }] : [];
}

/** Returns the first scan after which something was permanently gone, or the current unrecorded one. */
function departureIn(
  entries: readonly PastState[],
  snapshot: Snapshot,
  isIt: (entry: PastState) => boolean,
): SinceScan {
  const after = entries[entries.findLastIndex(isIt) + 1];
  const scan = after && snapshot.scans[after.scan - 1];
  return scan ? { scan: scan.scan, root: scan.root } : unrecorded(snapshot);
}

/** Returns the current tree as a scan that is not recorded yet. */
export function unrecorded({ tree }: Snapshot): SinceScan {
  return { scan: null, root: tree.root.contentId };
}

type Departure = { readonly to: ContentId | null; readonly since: SinceScan };

/** Returns where another file's bytes were last seen to leave, if a scan recorded it. */
async function departure(
  { ledger, scans, tree, presentPath }: Snapshot,
  contentId: ContentId,
): Promise<Departure | null> {
  const log = departedLog(contentId);
  let found: Departure | null = null;
  for await (const row of everyEntry(ledger.store, log)) {
    const entry = readDepartedEntry(log, row);
    const scan = seeingScan(scans, entry);
    if (!scan) continue;
    const path = await presentPath(entry.path, entry.stamp);
    found = { to: tree.at(path)?.contentId ?? null, since: { scan: scan.scan, root: scan.root } };
  }
  return found;
}

const contents = new WeakMap<Tree, ReadonlySet<ContentId>>();

/** Returns the contents of all files and links of a tree, collected on first use. */
function contentsOf(tree: Tree): ReadonlySet<ContentId> {
  const known = contents.get(tree);
  if (known) return known;
  const found = new Set<ContentId>();
  for (const { contentId } of tree.walk()) found.add(contentId);
  contents.set(tree, found);
  return found;
}

function hasNode(tree: Tree, nodeId: NodeId): boolean {
  for (const node of tree.walk()) if (node.nodeId === nodeId) return true;
  return false;
}
