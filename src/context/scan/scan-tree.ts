/** Scans a workspace: the tree of its files, directories and links with their ids, reading only what moved. */
import { type ContentId, PenumbraError } from '../../kernel/index.ts';
import { toByteText } from './byte-text.ts';
import { recordSummary } from './directory-record.ts';
import { outerRules } from './outer-rules.ts';
import { recordFlags } from './record-layout.ts';
import { closeDirectory, type OpenDirectory, openDirectory, placeSubdirectory } from './scan-directory.ts';
import { encodeIndex } from './scan-index.ts';
import type { ScanIndexFile } from './scan-index-file.ts';
import { scanLimits } from './scan-limits.ts';
import { beginScan, type ScanPorts, type ScanRun } from './scan-run.ts';
import { type Skipped, sortSkipped } from './skipped.ts';
import { createTree, type Tree } from './tree.ts';

/** How to scan. */
export type ScanOptions = {
  /** Reads every file again; the root is the same. */
  readonly force?: boolean;
  /** The largest file that is taken in. */
  readonly maxFileBytes?: number;
};

/** What a scan found. */
export type Scan = {
  /** The content id of the root directory, which covers every name, kind and byte of the tree. */
  readonly root: ContentId;
  /** Files, directories (the root among them) and links together. */
  readonly nodes: number;
  readonly files: number;
  readonly directories: number;
  readonly links: number;
  /** How many files and links were read. */
  readonly read: number;
  /** How many were taken from the last scan. */
  readonly reused: number;
  /** What was left out and why, by path. */
  readonly skipped: readonly Skipped[];
  readonly tree: Tree;
};

/** Scans a workspace and leaves an index for the next scan. Throws only if the root itself cannot be read. */
export function scanTree(ports: ScanPorts, options: ScanOptions = {}): Scan {
  const { force = false, maxFileBytes = scanLimits.fileBytes } = options;
  const run = beginScan(ports, { force, maxFileBytes });
  walk(run);
  if (ports.index) saveIndex(run, ports.index);
  const tree = createTree(run.directories);
  const counts = { files: 0, directories: 0, links: 0 };
  for (const record of run.directories.values()) {
    if ((record.flags & recordFlags.hollow) !== 0 && record.path !== '') continue;
    const { files, links } = recordSummary(record);
    counts.directories++;
    counts.files += files;
    counts.links += links;
  }
  return Object.freeze({
    root: tree.root.contentId,
    nodes: counts.files + counts.directories + counts.links,
    ...counts,
    ...run.counts,
    skipped: sortSkipped(run.skipped),
    tree,
  });
}

/** Walks all directories, without recursion, so that no depth of directories is too deep. */
function walk(run: ScanRun): void {
  const open: OpenDirectory[] = [openRoot(run)];
  for (let current = open.at(-1); current; current = open.at(-1)) {
    const task = current.waiting.pop();
    if (task) {
      const opened = openDirectory(run, task);
      if (opened) open.push(opened);
      else placeSubdirectory(run, current, task.slot, undefined);
      continue;
    }
    const record = closeDirectory(run, current);
    run.directories.set(record.path, record);
    open.pop();
    const above = open.at(-1);
    if (above) placeSubdirectory(run, above, current.task.slot, record);
  }
}

function openRoot(run: ScanRun): OpenDirectory {
  const rules = outerRules(run.repository);
  const root = openDirectory(run, { path: toByteText(''), outerRules: rules, isTrackedOnly: false, slot: 0 });
  if (root) return root;
  const reason = run.skipped.at(-1)?.reason;
  throw new PenumbraError('unreadable-input', `cannot read the root of the workspace: ${reason}`, {
    hint: 'name a directory that exists and that you may read',
  });
}

function saveIndex(run: ScanRun, file: ScanIndexFile): void {
  const { directories, previous } = run;
  const tracked = run.trackedList();
  const isUnmoved =
    directories.size === previous.directories.size &&
    tracked === previous.tracked &&
    [...directories.values()].every((record) => previous.directories.get(record.path) === record);
  if (!isUnmoved) file.save(encodeIndex({ directories, tracked }, file.platform));
}
