/**
 * Scans the part of a workspace in which something may have moved, and takes over the rest. The outcome is that of a
 * whole scan at the same moment, provided that the hints name all that was made, changed, moved or removed.
 *
 * Looked at are the directories on the way to a hint, with the files in them; a hint that is a directory itself; and
 * all below a directory that is new to the tree, has other ignore rules than before, or is a hint and has moved.
 */
import { type ByteText, joinBytes, showText } from './byte-text.ts';
import {
  changeCounts,
  countNodes,
  DIRECTORY,
  type DirectoryRecord,
  entryKind,
  entryNames,
  HOLLOW,
  layerRecords,
  type RecordChanges,
  type Records,
} from './directory-record.ts';
import { type Skipped, sortSkipped } from './file-tree.ts';
import { makeScan, type Scan } from './scan.ts';
import { EMPTY_INDEX, type ScanState, scanStateOf } from './scan-index.ts';
import { beginScan, readHints, type ScanPorts, type ScanRun } from './scan-run.ts';
import { type ScanOptions, scanTree, scanWhole } from './scan-tree.ts';
import { walkDirectories } from './walk-directories.ts';

/**
 * Scans what hints name, and everything where that does not suffice. Hints are paths relative to the root, of files or
 * directories, there or gone. Saves no index.
 */
export function rescanTree(
  ports: ScanPorts,
  previous: Scan,
  hints: Iterable<string>,
  options: ScanOptions = {},
): Scan {
  const state = scanStateOf(previous.tree);
  if (!state) return scanTree(ports, options);
  const { force = false, maxFileBytes = state.maxFileBytes } = options;
  if (force || maxFileBytes !== state.maxFileBytes) {
    return scanWhole(ports, { previous: EMPTY_INDEX, maxFileBytes });
  }
  const run = beginScan(ports, { previous: state.index, maxFileBytes, hints: readHints(hints) });
  if (!isSameRepository(run, state)) return scanWhole(ports, { previous: state.index, maxFileBytes });
  walkDirectories(run);
  return finishRescan(run, previous, state);
}

/** Tells whether git says the same; other rules from outside the workspace show at its root like any other rules. */
function isSameRepository(run: ScanRun, { prefix, needsTracked }: ScanState): boolean {
  return run.repository?.prefix === prefix && (!needsTracked || run.isTrackedListSame());
}

function finishRescan(run: ScanRun, previous: Scan, state: ScanState): Scan {
  const changes = findRecordChanges(run);
  const isRecord = (record: DirectoryRecord | undefined) => record !== undefined;
  const before = Array.from(changes.keys(), (path) => state.index.directories.get(path));
  const counts = changeCounts(previous, {
    gone: countNodes(before.filter(isRecord)),
    come: countNodes([...changes.values()].filter(isRecord)),
  });
  const index = {
    ...state.index,
    directories: layerRecords(state.index.directories, changes),
    tracked: run.trackedList(),
  };
  const needsTracked = state.needsTracked || run.needsTracked();
  const skipped = mergeSkipped(run, previous.skipped, changes);
  return makeScan({ run, state: { ...state, index, needsTracked }, counts, skipped });
}

/** Keeps what was left out of directories that were not looked at and are still there. */
function mergeSkipped(run: ScanRun, before: readonly Skipped[], changes: RecordChanges): readonly Skipped[] {
  if (before.length === 0 && run.skipped.length === 0) return before;
  const seenAnew = new Set([...run.directories.keys(), ...changes.keys()].map(showText));
  const kept = before.filter(({ path }) => !seenAnew.has(path.slice(0, Math.max(0, path.lastIndexOf('/')))));
  return sortSkipped([...kept, ...run.skipped]);
}

/** Returns what became of the directories that are not as the last scan knew them. */
function findRecordChanges({ directories, previous }: ScanRun): RecordChanges {
  const changes = new Map<ByteText, DirectoryRecord | undefined>();
  for (const record of directories.values()) {
    const known = previous.directories.get(record.path);
    if (record === known) continue;
    changes.set(record.path, record);
    if (!known) continue;
    const there = new Set(subdirectoriesOf(record));
    const gone = subdirectoriesOf(known).filter((path) => !there.has(path));
    for (const path of withAllBelow(previous.directories, gone)) changes.set(path, undefined);
  }
  return changes;
}

function withAllBelow(records: Records, paths: readonly ByteText[]): readonly ByteText[] {
  const found = [...paths];
  for (let at = 0; at < found.length; at++) {
    const record = records.get(found[at] as ByteText);
    if (record) for (const path of subdirectoriesOf(record)) found.push(path);
  }
  return found;
}

function subdirectoriesOf(record: DirectoryRecord): readonly ByteText[] {
  return entryNames(record).flatMap((name, slot) => {
    const kind = entryKind(record, slot);
    return kind === DIRECTORY || kind === HOLLOW ? joinBytes(record.path, name) : [];
  });
}
