/**
 * The public interface of the tools that agents act with. Each call is resolved, enforced and carried out on
 * a capability.
 */

export type { ArgumentSchema, StandardSchema } from './calls/argument-schema.ts';
export type { ToolRequest } from './calls/call-request.ts';
export { defineTool, type ToolDefinition } from './calls/define-tool.ts';
export type { CommandCall, CommandDefinition, PlaceHandle, PlaceTerms } from './calls/own-command.ts';
export type { Annotations, ToolResult } from './calls/tool-command.ts';
export { toolLimits } from './calls/tool-limits.ts';
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
export type { ContextTerms } from './context/get-produced.ts';
export { type CallOptions, createTools, type Tools } from './create-tools.ts';
export { createOperatorCommand } from './exec/create-operator-command.ts';
export type { ContextChanges, ContextReader, FormerState } from './ports/context.ts';
export type {
  ChangeFault,
  DiskChanges,
  DiskEntry,
  DiskEntryKind,
  DiskFault,
  DiskFiles,
  DiskReader,
  Expected,
  FileRead,
  ReadBounds,
} from './ports/disk.ts';
export type {
  BlamedLine,
  BlameRequest,
  CommitRequest,
  DiffRequest,
  GitChanges,
  GitCommit,
  GitDiff,
  GitFault,
  GitReader,
  GitRevision,
  GitSpan,
} from './ports/git.ts';
export type {
  ExecPort,
  ExecServices,
  HeldPlace,
  HoldPlace,
  PinnedProgram,
  ProgramRunner,
  RunFault,
  RunOutcome,
  RunPlan,
  SandboxState,
  SeenRoot,
} from './ports/programs.ts';
export { type ToolSchema, toolSchemas } from './tool-schemas.ts';
