/** The tools' door: what agents act with, each call resolved, enforced and carried out on a capability. */

export { createTools, type ToolRequest, type Tools } from './calls/create-tools.ts';
export type { ToolResult } from './calls/tool-command.ts';
export { toolLimits } from './calls/tool-limits.ts';
export type { CallNote, ContextFile, ContextMeans, ReadVisible, ToolMeans } from './calls/tool-means.ts';
export type { ContextTerms } from './context/context-tool.ts';
export type {
  DiskEntry,
  DiskEntryKind,
  DiskFault,
  DiskFiles,
  DiskReader,
  FileRead,
  ReadBounds,
} from './file/disk-files.ts';
export type { GitReader, GitRevision } from './git/git-reader.ts';
export type { SearchHit } from './search/search-tool.ts';
