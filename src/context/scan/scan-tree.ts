/** Scans a workspace: the tree of its files, directories and links with their ids, reading only what moved. */
import { heldScanOf } from './held-scan.ts';
import type { Scan } from './scan.ts';
import { decodeIndex, EMPTY_INDEX, encodeIndex, type ScanIndex } from './scan-index.ts';
import type { ScanIndexFile } from './scan-index-file.ts';
import { scanLimits } from './scan-limits.ts';
import type { ScanPorts } from './scan-run.ts';
import { scanWhole } from './scan-whole.ts';

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
  const held = heldScanOf(tree);
  if (held) file.save(encodeIndex(held.index, file.platform));
}

function knowsAll(previous: ScanIndex, { tree }: Scan): boolean {
  const now = heldScanOf(tree)?.index;
  return (
    now !== undefined &&
    now.directories.size === previous.directories.size &&
    now.tracked === previous.tracked &&
    [...now.directories.values()].every((record) => previous.directories.get(record.path) === record)
  );
}
