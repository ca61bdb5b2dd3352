/**
 * The history of a path: what stood there, scan by scan, and before it under the names it had then. A path that was
 * deleted and came back goes on where it ended; one that was renamed away leaves its history to the new name.
 */
import type { ContentId, NodeId } from '../../kernel/index.ts';
import { everyEntry, type StoreReader } from '../../ledger/index.ts';
import type { Tree } from '../scan/tree.ts';
import { type NodeKind, nodeIdOf } from '../scan/tree-ids.ts';
import { type PathEntry, pathLog, readPathEntry } from './path-entry.ts';
import type { RecordedScan } from './scan-log.ts';
import type { NodeState } from './stored-trees.ts';

/** What a scan saw of a path when it had changed. */
export type LineageEntry = {
  readonly scan: number;
  readonly recordedMs: number;
  readonly path: string;
  /** Null where the scan found nothing any more. */
  readonly kind: NodeKind | null;
  readonly contentId: ContentId | null;
  readonly nodeId: NodeId | null;
  readonly renamedFrom: string | null;
  readonly renamedTo: string | null;
};

/** A time in which a thing had one path, after the stamp of the scan that saw it come, up to that of the one that saw it go. */
export type PathSegment = { readonly path: string; readonly fromStamp: number; readonly toStamp: number };

/** The history of one path. */
export type Lineage = {
  /** Oldest first, over all names. */
  readonly entries: readonly LineageEntry[];
  /** The names it had, the present one first. */
  readonly segments: readonly PathSegment[];
};

/** How many names are followed back. */
const MOST_NAMES = 1_000;

/** Reads the lineage of a path; what stands now where something was renamed away is another thing. */
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
    // That it was renamed is told under the name it got.
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

/** A change of a path with the scan that saw it. */
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
    // What a scan left behind that was killed is told again by the one that finds the same root, or by one before it.
    while ((entries.at(-1)?.seenBy.scan ?? 0) >= seenBy.scan) entries.pop();
    entries.push({ ...entry, seenBy });
  }
  return entries;
}

/** Returns the scan in which an entry was written: the first of that root from then on. */
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

/** Tells whether what stands at a path came after a thing was renamed away from it; in a clone that thing may still be there. */
function isAnother(tree: Pick<Tree, 'at'>, path: string, last: PathEntry | undefined): boolean {
  const now = tree.at(path);
  if (!now || !last?.renamedTo) return false;
  return now.contentId !== last.before?.contentId || tree.at(last.renamedTo) !== undefined;
}

/** Returns the entries since the path was last left by a rename, or came by one. */
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
  // What stood there before the first change stood there since the first scan.
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
