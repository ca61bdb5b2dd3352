/**
 * Records a scan: its tree, the changes since the last scan, and finally the scan itself, so that a recorded
 * scan never refers to anything missing.
 */
import { digestOf, limits } from '../../kernel/index.ts';
import { type Append, type Batch, everyHead, type Ledger, recordedMsOf } from '../../ledger/index.ts';
import type { Skipped, SkipReason } from '../scan/file-tree.ts';
import type { Tree } from '../scan/tree.ts';
import { pathsAbove } from '../scan/tree-ids.ts';
import { findRenames, type Renames } from './find-renames.ts';
import { lineageAppends } from './path-entry.ts';
import { lastScan, type RecordedScan, SCAN_LOG, scanLogValue } from './scan-log.ts';
import { diffTrees, storeTree, type TreeChange } from './stored-trees.ts';

/** The result of recording a scan. */
export type ScanRecording = {
  readonly recorded: RecordedScan;
  /** False if the last recorded scan had the same root and nothing was written. */
  readonly isNew: boolean;
  /** The differences from the previous recorded scan; empty for the first. */
  readonly changes: readonly TreeChange[];
  readonly renames: Renames;
};

/** Leaves room for preconditions and the scan's own entry. */
const GROUP_APPENDS = limits.batchOperations - 10;

/** Records the tree of a scan, unless the last recorded scan has the same root. */
export async function recordScan(
  ledger: Ledger,
  tree: Tree,
  skipped: readonly Skipped[] = [],
): Promise<ScanRecording> {
  const root = tree.root.contentId;
  for (;;) {
    const previous = await lastScan(ledger.store);
    if (previous?.root === root) return { recorded: previous, isNew: false, changes: [], renames: new Map() };
    await storeTree(ledger.store, tree, ledger.clock.now());
    const all = previous ? await diffTrees(ledger.store, { before: previous.root, after: root }) : [];
    const changes = excludeUnseen(all, skipped);
    const renames = findRenames(changes);
    const appends = lineageAppends(changes, renames, root);
    const atMs = renames.size > 0 ? await afterEveryFrame(ledger) : ledger.clock.now();
    if (await commitScan(ledger, { previous, root, appends, atMs }))
      return { recorded: (await lastScan(ledger.store)) as RecordedScan, isNew: true, changes, renames };
  }
}

type Pending = {
  readonly previous: RecordedScan | null;
  readonly root: RecordedScan['root'];
  readonly appends: readonly Append[];
  readonly atMs: number;
};

/**
 * Returns a time later than every frame, so that frames written before a rename are carried over even if the
 * clock has gone back.
 */
async function afterEveryFrame({ store, clock }: Ledger): Promise<number> {
  let newest = 0;
  for await (const { stamp } of everyHead(store, 'frame/')) newest = Math.max(newest, stamp);
  return Math.max(clock.now(), recordedMsOf(newest) + 1);
}

/** Commits a scan, or returns false if another was recorded meanwhile. */
async function commitScan({ store }: Ledger, { previous, root, appends, atMs }: Pending): Promise<boolean> {
  const requires: Batch['requires'] = [
    { kind: 'head-is', log: SCAN_LOG, value: previous && scanLogValue(previous.root) },
    // Garbage collection may have removed a tree that no scan refers to yet.
    { kind: 'object-present', id: digestOf(root) },
  ];
  const last = appends.length - (appends.length % GROUP_APPENDS);
  // Entries of a scan that is never recorded are ignored, because lineage looks up the scan of every entry.
  let recordedMs = atMs;
  for (let start = 0; start < last; start += GROUP_APPENDS) {
    const group = appends.slice(start, start + GROUP_APPENDS);
    const outcome = await store.commit({ atMs: recordedMs, requires, appends: group });
    if (!outcome.committed) return false;
    // Each entry of a batch takes a stamp, and the scan must come after all of its changes.
    recordedMs = recordedMsOf(outcome.entries.at(-1)?.stamp ?? 0) + 1;
  }
  const value = scanLogValue(root);
  const outcome = await store.commit({
    atMs: recordedMs,
    requires,
    appends: [...appends.slice(last), { log: SCAN_LOG, value }],
  });
  return outcome.committed;
}

const unseenReasons: ReadonlySet<SkipReason> = new Set([
  'unreadable',
  'changing',
  'too-large',
  'path-too-long',
]);

/** Returns the changes without deletions of paths the scan skipped. */
export function excludeUnseen(
  changes: readonly TreeChange[],
  skipped: readonly Skipped[],
): readonly TreeChange[] {
  const unseen = new Set(
    skipped.flatMap(({ path, reason }) => (unseenReasons.has(reason) ? [path.normalize('NFC')] : [])),
  );
  if (unseen.size === 0) return changes;
  const isUnseen = (path: string) => [path, ...pathsAbove(path)].some((place) => unseen.has(place));
  return changes.filter(({ path, after }) => after !== null || !isUnseen(path));
}
