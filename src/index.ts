/**
 * Penumbra as a library: what programs need first, by the part it belongs to. The whole of a part, with all its types, is
 * at its own subpath.
 */

// The ledger
export { exportToFile, openArchive, openLedger } from './commands/index.ts';
export { prove, why } from './commands/proofs.ts';
// The main job
export {
  type InvestigateOptions,
  type Investigation,
  investigate,
  listRuns,
  resumeRun,
  showRun,
} from './commands/runs.ts';
// The context of a workspace
export { type OpenedWorkspace, openWorkspace } from './context.ts';
// The review of uncertain conclusions
export { courtDefaults, runCourt, shouldActivate } from './court/index.ts';
// What an agent is told, and what it may say
export {
  checkReply,
  compileGuard,
  compilePromptPack,
  parseRendered,
  renderPack,
} from './disclosure/lens/index.ts';
export { compileWorkingSet, createOracle } from './disclosure/oracle/index.ts';
export { loadMasks } from './engine/index.ts';
// What an agent may see and do
export {
  createTools,
  createWorld,
  defineTool,
  enforce,
  type GuardSession,
  type GuardSessionOptions,
  loadPolicy,
  openContextServices,
  openGuardSession,
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
export { parseStack, readReports } from './rca/index.ts';
export { foldRun, type ReportDocument, runEvent } from './record/index.ts';
export type { ApprovalDocument } from './report/index.ts';
