/** What a scan tells, and what it holds back for the next one. */
import type { ContentId } from '../../kernel/index.ts';
import type { NodeCounts } from './directory-record.ts';
import type { Skipped } from './file-tree.ts';
import { keepScanState, type ScanState } from './scan-index.ts';
import type { ScanRun } from './scan-run.ts';
import { createTree, type Tree } from './tree.ts';

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
  /** How many were looked at and taken from the last scan. */
  readonly reused: number;
  /** What was left out and why, by path. */
  readonly skipped: readonly Skipped[];
  readonly tree: Tree;
};

/** What a scan came to. */
export type ScanOutcome = {
  readonly run: ScanRun;
  readonly state: ScanState;
  readonly counts: NodeCounts;
  readonly skipped: readonly Skipped[];
};

/** Makes the scan of its outcome. */
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
