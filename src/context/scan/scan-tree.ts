/**
 * Scans a workspace, either whole or only where something may have changed, reusing the rest. A rescan gives
 * the same result as a full scan, provided the hints name everything created, changed or removed.
 *
 * A rescan looks at the files of every directory on the path to a hint; at a hint that is a directory; and at
 * everything below a directory that is new, has different ignore rules than before, or is a hint and was
 * moved.
 */

import { PenumbraError } from '../../kernel/index.ts';
import { type ByteText, joinBytes, showText, toByteText } from './byte-text.ts';
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
import { addRules, type IgnoreRules, NO_RULES } from './ignore-rules.ts';
import { makeScan, type Scan } from './scan.ts';
import {
  closeDirectory,
  type OpenDirectory,
  openDirectory,
  type PlacedTask,
  placeSubdirectory,
} from './scan-directory.ts';
import {
  decodeIndex,
  EMPTY_INDEX,
  encodeIndex,
  type ScanIndex,
  type ScanIndexFile,
  type ScanState,
  scanStateOf,
} from './scan-index.ts';
import {
  beginScan,
  type Repository,
  readHints,
  type ScanPorts,
  type ScanRun,
  scanLimits,
} from './scan-run.ts';

/** How to scan. */
export type ScanOptions = {
  /** Reads every file again; the root is the same. */
  readonly force?: boolean;
  /** The largest file to include. */
  readonly maxFileBytes?: number;
};

/** Scans a workspace and saves an index for the next scan. Throws only if the root itself cannot be read. */
export function scanTree(ports: ScanPorts, options: ScanOptions = {}): Scan {
  const { force = false, maxFileBytes = scanLimits.fileBytes } = options;
  const { index: file } = ports;
  const previous = file && !force ? decodeIndex(file.load(), file.platform) : EMPTY_INDEX;
  const scan = scanWhole(ports, { previous, maxFileBytes });
  if (file && !knowsAll(previous, scan)) saveScanIndex(scan, file);
  return scan;
}

/** Saves a scan's index for later scans, possibly by other processes. */
export function saveScanIndex({ tree }: Scan, file: ScanIndexFile): void {
  const state = scanStateOf(tree);
  if (state) file.save(encodeIndex(state.index, file.platform));
}

function knowsAll(previous: ScanIndex, { tree }: Scan): boolean {
  const now = scanStateOf(tree)?.index;
  return (
    now !== undefined &&
    now.directories.size === previous.directories.size &&
    now.tracked === previous.tracked &&
    [...now.directories.values()].every((record) => previous.directories.get(record.path) === record)
  );
}

/** The previous index and the largest file to include. */
type WholeScanOptions = { readonly previous: ScanIndex; readonly maxFileBytes: number };

/** Scans a whole workspace without saving an index. */
function scanWhole(ports: ScanPorts, options: WholeScanOptions): Scan {
  const { previous, maxFileBytes } = options;
  const run = beginScan(ports, options);
  walkDirectories(run);
  const { directories } = run;
  const index = {
    directories,
    tracked: run.trackedList(),
    hasDirectoryTimes: previous.hasDirectoryTimes,
  };
  const state = {
    index,
    needsTracked: run.needsTracked(),
    prefix: ports.repository?.prefix,
    maxFileBytes,
  };
  const counts = countNodes(directories.values());
  return makeScan({ run, state, counts, skipped: sortSkipped(run.skipped) });
}

/**
 * Scans the hinted paths, or everything if that is not sufficient. Hints are paths of existing or deleted
 * files and directories, relative to the root. Saves no index.
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

/**
 * Checks whether git's answers are unchanged; changed rules from outside the workspace are detected at its
 * root like any others.
 */
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

/** Keeps skipped entries of directories that were not visited and still exist. */
function mergeSkipped(run: ScanRun, before: readonly Skipped[], changes: RecordChanges): readonly Skipped[] {
  if (before.length === 0 && run.skipped.length === 0) return before;
  const seenAnew = new Set([...run.directories.keys(), ...changes.keys()].map(showText));
  const kept = before.filter(({ path }) => !seenAnew.has(path.slice(0, Math.max(0, path.lastIndexOf('/')))));
  return sortSkipped([...kept, ...run.skipped]);
}

/** Returns the directory records that differ from the last scan. */
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

/** Walks all directories iteratively, so that depth is unlimited. */
function walkDirectories(run: ScanRun): void {
  const open: OpenDirectory[] = [openRoot(run)];
  for (let current = open.at(-1); current; current = open.at(-1)) {
    const task = current.waiting.pop();
    if (task) {
      const kept = keptRecord(run, task);
      const opened = kept ? undefined : openDirectory(run, task);
      if (opened) open.push(opened);
      else placeSubdirectory(run, current, task.slot, kept);
      continue;
    }
    const record = closeDirectory(run, current);
    run.directories.set(record.path, record);
    open.pop();
    const above = open.at(-1);
    if (above) placeSubdirectory(run, above, current.task.slot, record);
  }
}

/** Returns the known record of a directory without changes according to the hints. */
function keptRecord({ hints, previous }: ScanRun, task: PlacedTask): DirectoryRecord | undefined {
  const isLookedAt = task.isWhole || !hints || hints.isOnWay(task.path);
  return isLookedAt ? undefined : previous.directories.get(task.path);
}

function openRoot(run: ScanRun): OpenDirectory {
  const root = openDirectory(run, {
    path: toByteText(''),
    outerRules: outerRules(run.repository),
    isTrackedOnly: false,
    slot: 0,
    isWhole: run.hints === undefined,
  });
  if (root) return root;
  const reason = run.skipped.at(-1)?.reason;
  throw new PenumbraError('unreadable-input', `cannot read the root of the workspace: ${reason}`, {
    hint: 'name a directory that exists and that you may read',
  });
}

/**
 * Returns the rules of the surrounding repository. If they ignore the root itself they are dropped: a
 * workspace opened inside an ignored directory should be scanned.
 */
function outerRules(repository: Repository | undefined): IgnoreRules {
  if (!repository) return NO_RULES;
  let rules = NO_RULES;
  for (const file of repository.outerRules()) {
    if (isIgnored(rules, file.base)) return NO_RULES;
    rules = addRules(rules, file);
  }
  return isIgnored(rules, repository.prefix) ? NO_RULES : rules;
}

function isIgnored(rules: IgnoreRules, directory: ByteText): boolean {
  return directory !== '' && rules.ignores(directory.slice(0, -1) as ByteText, true);
}
