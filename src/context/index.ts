/** The context's door: the tree of a workspace, and the ports a scan needs. */
export { type ByteText, bytesOf, fromBytes, isAscii, toByteText } from './byte-text.ts';
export type { FileStamp } from './file-stamp.ts';
export { sameStamp } from './file-stamp.ts';
export type { BytesRead, DigestRead, EntryStat, FileTree, ListedEntry } from './file-tree.ts';
export { type NodeKind, nodeKinds } from './node-kind.ts';
export type { OuterRules, Repository } from './repository.ts';
export type { FoundIndex, ScanIndexFile } from './scan-index-file.ts';
export { scanLimits } from './scan-limits.ts';
export type { ScanPorts } from './scan-run.ts';
export { type Scan, type ScanOptions, scanTree } from './scan-tree.ts';
export { type Skipped, type SkipReason, skipReasons } from './skipped.ts';
export { ROOT_PATH, type Tree, type TreeNode } from './tree.ts';
export { type DirectoryLine, directoryContentId, linkContentId, nodeIdOf } from './tree-ids.ts';
