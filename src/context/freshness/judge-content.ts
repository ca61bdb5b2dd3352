/** Judges inputs that are bytes or places: those of the subject by what stands at its path now, others by the whole tree. */
import type { ContentId, NodeId } from '../../kernel/index.ts';
import { everyEntry } from '../../ledger/index.ts';
import { departedLog, readDepartedEntry } from '../lineage/path-entry.ts';
import { type LineageEntry, seeingScan } from '../lineage/read-lineage.ts';
import type { Tree } from '../scan/tree.ts';
import type { Standpoint } from '../workspace/standpoint.ts';
import type { Judge, JudgedFrame } from './judged-frame.ts';
import type { SinceScan, Staleness } from './staleness.ts';

/** Returns what became of bytes, or null where they are what they were. */
export async function judgeContent(
  { standpoint }: Judge,
  { at }: JudgedFrame,
  contentId: ContentId,
): Promise<Staleness | null> {
  const { tree } = standpoint;
  const now = at === null ? null : (tree.at(at)?.contentId ?? null);
  if (now === contentId) return null;
  const own = at === null ? [] : (await standpoint.lineage(at)).entries;
  const isSubjects = own.some((entry) => entry.contentId === contentId);
  if (!isSubjects && contentsOf(tree).has(contentId)) return null;
  const left = isSubjects ? null : await departure(standpoint, contentId);
  return {
    reason: 'content-changed',
    input: contentId,
    from: contentId,
    to: left ? left.to : now,
    since: left ? left.since : departureIn(own, standpoint, (entry) => entry.contentId === contentId),
  };
}

/** Returns what became of a place, or null where it is what it was. */
export async function judgeNode(
  { standpoint }: Judge,
  { at }: JudgedFrame,
  nodeId: NodeId,
): Promise<Staleness | null> {
  const { tree } = standpoint;
  const now = at === null ? null : (tree.at(at)?.nodeId ?? null);
  if (now === nodeId) return null;
  const own = at === null ? [] : (await standpoint.lineage(at)).entries;
  const isSubjects = own.some((entry) => entry.nodeId === nodeId);
  if (!isSubjects && hasNode(tree, nodeId)) return null;
  return {
    reason: 'place-changed',
    input: nodeId,
    from: nodeId,
    to: now,
    since: departureIn(own, standpoint, (entry) => entry.nodeId === nodeId),
  };
}

/** Returns the first recorded scan that saw something gone for good, or the look at the tree that no scan recorded. */
function departureIn(
  entries: readonly LineageEntry[],
  { tree, scans }: Standpoint,
  isIt: (entry: LineageEntry) => boolean,
): SinceScan {
  const after = entries[entries.findLastIndex(isIt) + 1];
  const scan = after && scans[after.scan - 1];
  return scan ? { scan: scan.scan, root: scan.root } : { scan: null, root: tree.root.contentId };
}

/** Returns where bytes of some other file went when they left it last, if a scan saw them. */
async function departure(
  { ledger, scans, tree, presentPath }: Standpoint,
  contentId: ContentId,
): Promise<{ readonly to: ContentId | null; readonly since: SinceScan } | null> {
  const log = departedLog(contentId);
  let found: Awaited<ReturnType<typeof departure>> = null;
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

/** Returns the contents of all files and links of a tree, gathered when first asked for. */
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
