/** The tools' door: what agents act with, each call resolved, enforced and carried out on a capability. */

export type { ArgumentSchema, StandardSchema } from './calls/argument-schema.ts';
export type { ToolRequest } from './calls/call-request.ts';
export { type CallOptions, createTools, type Tools } from './calls/create-tools.ts';
export { defineTool, type ToolDefinition } from './calls/define-tool.ts';
export type { CommandCall, CommandDefinition, PlaceHandle, PlaceTerms } from './calls/own-command.ts';
export type { Annotations, ToolResult } from './calls/tool-command.ts';
export { toolLimits } from './calls/tool-limits.ts';
export { type ToolSchema, toolSchemas } from './calls/tool-schemas.ts';
export type {
  CallNote,
  ChangedPlaces,
  ContextFile,
  ContextServices,
  DefinedTool,
  OpenQuestion,
  ReadVisible,
  ToolSet,
} from './calls/tool-services.ts';
export type { ContextChanges } from './context/context-changes.ts';
export type { ContextReader, FormerState } from './context/context-reader.ts';
export type { ContextTerms } from './context/get-produced.ts';
export { createOperatorCommand } from './exec/create-operator-command.ts';
export type { ExecPort, ExecServices } from './exec/exec-services.ts';
export type {
  HeldPlace,
  HoldPlace,
  PinnedProgram,
  ProgramRunner,
  RunFault,
  RunOutcome,
  RunPlan,
  SandboxState,
  SeenRoot,
} from './exec/program-runner.ts';
export type { ChangeFault, DiskChanges, Expected } from './file/disk-changes.ts';
export type {
  DiskEntry,
  DiskEntryKind,
  DiskFault,
  DiskFiles,
  DiskReader,
  FileRead,
  ReadBounds,
} from './file/disk-files.ts';
export type { CommitRequest, GitChanges, GitFault } from './git/git-changes.ts';
export type {
  BlamedLine,
  BlameRequest,
  DiffRequest,
  GitCommit,
  GitDiff,
  GitReader,
  GitRevision,
  GitSpan,
} from './git/git-reader.ts';
