/** The file adapters' door: the tree a scan reads, and the index it keeps. */
export { openFileTree } from './open-file-tree.ts';
export { openScanIndex } from './open-scan-index.ts';
