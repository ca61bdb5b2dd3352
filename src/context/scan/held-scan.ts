/** What a scan knows beyond what it tells, held for the next one as long as its tree is in use. */
import type { ByteText } from './byte-text.ts';
import type { ScanIndex } from './scan-index.ts';
import type { Tree } from './tree.ts';

/** Everything a later scan can take over, and what must be the same for that. */
export type HeldScan = {
  readonly index: ScanIndex;
  /** Whether git's list of tracked files played a part. */
  readonly needsTracked: boolean;
  /** Where the workspace lies in its repository. */
  readonly prefix: ByteText | undefined;
  readonly maxFileBytes: number;
};

const heldScans = new WeakMap<Tree, HeldScan>();

/** Holds what the scan of a tree knows. */
export function holdScan(tree: Tree, held: HeldScan): void {
  heldScans.set(tree, held);
}

/** Returns what the scan of a tree knows, if a scan made it. */
export function heldScanOf(tree: Tree): HeldScan | undefined {
  return heldScans.get(tree);
}
