/**
 * Penumbra as a library: what programs need first, by the part it belongs to. The whole of a part, with all its types, is
 * at its own subpath.
 */

// The main job
export type { InvestigateOptions, Investigation } from './commands/runs.ts';
// The review of uncertain conclusions
export { courtDefaults, shouldActivate } from './court/trial/court-config.ts';
// What an agent is told, and what it may say
export {
  checkReply,
  compileGuard,
  compilePromptPack,
  parseRendered,
  renderPack,
} from './disclosure/lens/index.ts';
export { compileWorkingSet, createOracle } from './disclosure/oracle/index.ts';
// The context of a workspace
export type { OpenedWorkspace } from './engine/index.ts';
// What an agent may see and do
export {
  createTools,
  createWorld,
  defineTool,
  enforce,
  type GuardSession,
  type GuardSessionOptions,
  loadPolicy,
  toolSchemas,
} from './guard.ts';
// Bytes, replies and faults
export {
  canonicalHash,
  canonicalize,
  canonicalShortHash,
  contentId,
  type FrameId,
  PenumbraError,
  parseCanonical,
  type Reply,
} from './kernel/index.ts';
export {
  createMemoryStore,
  currentFrames,
  defineFrameTypes,
  exportArchive,
  frameHistory,
  importArchive,
  type Ledger,
  ledgerRoot,
  noteType,
  putFrame,
  readFrames,
  validateLedger,
} from './ledger/index.ts';
// What takes files, databases or programs, and so is asynchronous
export {
  exportToFile,
  investigate,
  listRuns,
  loadMasks,
  openArchive,
  openContextServices,
  openGuardSession,
  openLedger,
  openWorkspace,
  prove,
  readReports,
  resumeRun,
  runCourt,
  showRun,
  why,
} from './on-first-use.ts';
// Who works, and in what order
export {
  agentTag,
  allElements,
  challengedBy,
  challengerOf,
  challenges,
  elementTraits,
  ironFromEarth,
  nextGenerative,
  personaByName,
  personas,
  scheduleAgent,
} from './pipeline/agents/index.ts';
export {
  dumpPipeline,
  equipMask,
  equipMasks,
  lintPipeline,
  loadPipeline,
  masks,
  renderMermaid,
  walk,
} from './pipeline/index.ts';
export { parseStack } from './rca/stack/parse-stack.ts';
export { foldRun, type ReportDocument, runEvent } from './record/index.ts';
export type { ApprovalDocument } from './report/index.ts';
