/** Scans every directory of a workspace, given what an earlier scan knew. */
import { countNodes } from './count-nodes.ts';
import { makeScan, type Scan } from './scan.ts';
import type { ScanIndex } from './scan-index.ts';
import { beginScan, type ScanPorts } from './scan-run.ts';
import { sortSkipped } from './skipped.ts';
import { walkDirectories } from './walk-directories.ts';

/** What an earlier scan knew, and the largest file that is taken in. */
export type WholeScanOptions = { readonly previous: ScanIndex; readonly maxFileBytes: number };

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
  const held = {
    index,
    needsTracked: run.needsTracked(),
    prefix: ports.repository?.prefix,
    maxFileBytes,
  };
  const counts = countNodes(directories.values());
  return makeScan({ run, held, counts, skipped: sortSkipped(run.skipped) });
}
