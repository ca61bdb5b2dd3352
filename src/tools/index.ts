/** The tools' door: what agents act with, each call resolved, enforced and carried out on a capability. */
export type { ContextTerms } from './context-tool.ts';
export { createTools, type ToolRequest, type Tools } from './create-tools.ts';
export type {
  DiskEntry,
  DiskEntryKind,
  DiskFault,
  DiskFiles,
  DiskReader,
  FileRead,
  ReadBounds,
} from './disk-files.ts';
export type { GitReader, GitRevision } from './git-reader.ts';
export type { SearchHit } from './search-tool.ts';
export type { ToolResult } from './tool-command.ts';
export { toolLimits } from './tool-limits.ts';
export type { CallNote, ContextFile, ContextMeans, ReadVisible, ToolMeans } from './tool-means.ts';
