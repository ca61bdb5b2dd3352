/**
 * The history of a path, scan by scan, including its earlier names. A path that was deleted and recreated
 * continues its history; a path that was renamed away leaves its history to the new name.
 */
import type { ContentId, NodeId } from '../../kernel/index.ts';
import { everyEntry, type StoreReader } from '../../ledger/index.ts';
import type { Tree } from '../scan/tree.ts';
import { type NodeKind, nodeIdOf } from '../scan/tree-ids.ts';
import { type PathEntry, pathLog, readPathEntry } from './path-entry.ts';
import type { RecordedScan } from './scan-log.ts';
import type { NodeState } from './stored-trees.ts';

/** The state of a path in a scan that saw it change. */
export type LineageEntry = {
  readonly scan: number;
  readonly recordedMs: number;
  readonly path: string;
  /** Null if the path no longer existed. */
  readonly kind: NodeKind | null;
  readonly contentId: ContentId | null;
  readonly nodeId: NodeId | null;
  readonly renamedFrom: string | null;
  readonly renamedTo: string | null;
};

/**
 * A period in which a file had one path: after the stamp of the scan that first saw it there, up to that of
 * the scan that saw it gone.
 */
export type PathSegment = { readonly path: string; readonly fromStamp: number; readonly toStamp: number };

/** The history of one path. */
export type Lineage = {
  /** Oldest first, across all names. */
  readonly entries: readonly LineageEntry[];
  /** The names it had, current one first. */
  readonly segments: readonly PathSegment[];
};

/** How many earlier names are followed. */
const MOST_NAMES = 1_000;

/**
 * Reads the lineage of a path. A new file at a path whose former file was renamed away has a separate
 * lineage.
 */
export async function readLineage(
  store: StoreReader,
  scans: readonly RecordedScan[],
  { path, tree }: { readonly path: string; readonly tree: Pick<Tree, 'at'> },
): Promise<Lineage> {
  const segments: PathSegment[] = [];
  const entries: LineageEntry[][] = [];
  let [name, toStamp] = [path, Number.POSITIVE_INFINITY];
  while (segments.length < MOST_NAMES) {
    const until = (await readPathEntries(store, scans, name)).filter(({ seenBy }) => seenBy.stamp <= toStamp);
    // The rename itself is listed under the new name.
    const all = segments.length > 0 && until.at(-1)?.renamedTo ? until.slice(0, -1) : until;
    const own = segments.length === 0 && isAnother(tree, path, all.at(-1)) ? [] : ownLife(all);
    const first = own[0];
    const isWhole = own.length === all.length && !first?.renamedFrom;
    segments.push({ path: name, fromStamp: isWhole ? 0 : (first?.seenBy.stamp ?? toStamp), toStamp });
    entries.push(lineageEntries(name, { own, end: until[all.length] }, scans));
    if (!first?.renamedFrom) break;
    [name, toStamp] = [first.renamedFrom, first.seenBy.stamp];
  }
  return { segments, entries: entries.reverse().flat() };
}

/** A change of a path and the scan that saw it. */
export type SeenEntry = PathEntry & { readonly seenBy: RecordedScan };

/** Reads the changes of a path that recorded scans saw, oldest first. */
export async function readPathEntries(
  store: StoreReader,
  scans: readonly RecordedScan[],
  path: string,
): Promise<readonly SeenEntry[]> {
  const log = pathLog(path);
  const entries: SeenEntry[] = [];
  for await (const row of everyEntry(store, log)) {
    const entry = readPathEntry(log, row);
    const seenBy = seeingScan(scans, entry);
    if (!seenBy) continue;
    // A killed scan may leave entries behind. The next scan that finds the same root, or an earlier one,
    // writes them again.
    while ((entries.at(-1)?.seenBy.scan ?? 0) >= seenBy.scan) entries.pop();
    entries.push({ ...entry, seenBy });
  }
  return entries;
}

/** Returns the scan an entry belongs to: the first scan with that root at or after the entry. */
export function seeingScan(
  scans: readonly RecordedScan[],
  { stamp, root }: { readonly stamp: number; readonly root: ContentId },
): RecordedScan | undefined {
  let [low, high] = [0, scans.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((scans[middle] as RecordedScan).stamp < stamp) low = middle + 1;
    else high = middle;
  }
  return scans.slice(low).find((scan) => scan.root === root);
}

/**
 * Checks whether the file at a path appeared after an earlier one was renamed away. In a clone the earlier
 * one may still be there.
 */
function isAnother(tree: Pick<Tree, 'at'>, path: string, last: PathEntry | undefined): boolean {
  const now = tree.at(path);
  if (!now || !last?.renamedTo) return false;
  return now.contentId !== last.before?.contentId || tree.at(last.renamedTo) !== undefined;
}

/** Returns the entries since the path was last renamed away or became the target of a rename. */
function ownLife<Entry extends PathEntry>(entries: readonly Entry[]): readonly Entry[] {
  const left = entries.findLastIndex(
    ({ renamedTo }, index) => renamedTo !== null && index < entries.length - 1,
  );
  const came = entries.findLastIndex(({ renamedFrom }) => renamedFrom !== null);
  return entries.slice(Math.max(left + 1, came, 0));
}

function lineageEntries(
  path: string,
  { own, end }: { readonly own: readonly SeenEntry[]; readonly end: SeenEntry | undefined },
  scans: readonly RecordedScan[],
): LineageEntry[] {
  const entries = own.map(({ seenBy, after, renamedFrom, renamedTo }) =>
    lineageEntry({ path, seenBy, state: after, renamedFrom, renamedTo }),
  );
  const first = own[0] ?? end;
  const [oldest] = scans;
  // A file that existed before its first recorded change has existed since the first scan.
  if (first?.before && first.renamedFrom === null && oldest)
    entries.unshift(
      lineageEntry({ path, seenBy: oldest, state: first.before, renamedFrom: null, renamedTo: null }),
    );
  return entries;
}

function lineageEntry({
  path,
  seenBy,
  state,
  renamedFrom,
  renamedTo,
}: {
  readonly path: string;
  readonly seenBy: RecordedScan;
  readonly state: NodeState | null;
  readonly renamedFrom: string | null;
  readonly renamedTo: string | null;
}): LineageEntry {
  return {
    scan: seenBy.scan,
    recordedMs: seenBy.recordedMs,
    path,
    kind: state?.kind ?? null,
    contentId: state?.contentId ?? null,
    nodeId: state && nodeIdOf({ path, ...state }),
    renamedFrom,
    renamedTo,
  };
}
