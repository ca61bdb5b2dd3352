/**
 * Public entry point to the file adapters: the tree a scan reads, the index it keeps, and the disk of the
 * guard and the tools.
 */
export { type DiskOptions, hostRootsOf, openDisk } from './open-disk.ts';
export { openFileTree } from './open-file-tree.ts';
export { openScanIndex } from './open-scan-index.ts';
