/** The result of a scan, and the state kept for the next one. */
import type { ContentId } from '../../kernel/index.ts';
import type { NodeCounts } from './directory-record.ts';
import type { Skipped } from './file-tree.ts';
import { keepScanState, type ScanState } from './scan-index.ts';
import type { ScanRun } from './scan-run.ts';
import { createTree, type Tree } from './tree.ts';

/** The result of a scan. */
export type Scan = {
  /** The content id of the root directory, which covers every name, kind and byte of the tree. */
  readonly root: ContentId;
  /** The number of files, links and directories including the root. */
  readonly nodes: number;
  readonly files: number;
  readonly directories: number;
  readonly links: number;
  /** How many files and links were read. */
  readonly read: number;
  /** How many were checked and reused from the last scan. */
  readonly reused: number;
  /** Skipped entries with reasons, by path. */
  readonly skipped: readonly Skipped[];
  readonly tree: Tree;
};

/** The parts a scan is made from. */
export type ScanOutcome = {
  readonly run: ScanRun;
  readonly state: ScanState;
  readonly counts: NodeCounts;
  readonly skipped: readonly Skipped[];
};

/** Makes a scan result. */
export function makeScan({ run, state, counts, skipped }: ScanOutcome): Scan {
  const { files, directories, links } = counts;
  const tree = createTree(state.index.directories);
  keepScanState(tree, state);
  return Object.freeze({
    root: tree.root.contentId,
    nodes: files + directories + links,
    files,
    directories,
    links,
    ...run.counts,
    skipped,
    tree,
  });
}
