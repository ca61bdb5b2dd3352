/** Scans a workspace: the tree of its files, directories and links with their ids, reading only what moved. */

import { countNodes } from './directory-record.ts';
import { sortSkipped } from './file-tree.ts';
import { makeScan, type Scan } from './scan.ts';
import {
  decodeIndex,
  EMPTY_INDEX,
  encodeIndex,
  type ScanIndex,
  type ScanIndexFile,
  scanStateOf,
} from './scan-index.ts';
import { beginScan, type ScanPorts, scanLimits } from './scan-run.ts';
import { walkDirectories } from './walk-directories.ts';

/** How to scan. */
export type ScanOptions = {
  /** Reads every file again; the root is the same. */
  readonly force?: boolean;
  /** The largest file that is taken in. */
  readonly maxFileBytes?: number;
};

/** Scans a workspace and leaves an index for the next scan. Throws only if the root itself cannot be read. */
export function scanTree(ports: ScanPorts, options: ScanOptions = {}): Scan {
  const { force = false, maxFileBytes = scanLimits.fileBytes } = options;
  const { index: file } = ports;
  const previous = file && !force ? decodeIndex(file.load(), file.platform) : EMPTY_INDEX;
  const scan = scanWhole(ports, { previous, maxFileBytes });
  if (file && !knowsAll(previous, scan)) saveScanIndex(scan, file);
  return scan;
}

/** Saves what a scan knows for the next one, perhaps of another process. */
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

/** What an earlier scan knew, and the largest file that is taken in. */
type WholeScanOptions = { readonly previous: ScanIndex; readonly maxFileBytes: number };

/** Scans a whole workspace; saves nothing. */
export function scanWhole(ports: ScanPorts, options: WholeScanOptions): Scan {
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
