/** Public exports of the pipeline: definitions, graphs, the pure step, walks, masks, and the ask port. */

export { knownTerminals } from './definition/definition.ts';
export { dumpPipeline } from './definition/dump-pipeline.ts';
export { type LintRule, lintRules, type PipelineFinding } from './definition/finding.ts';
export type { Edge, Graph, GraphNode, Zone } from './definition/graph.ts';
export type { ResolvePipeline } from './definition/load-pipeline.ts';
export { type LoadOptions, loadPipeline, resolveShipped, shippedNames } from './definition/load-pipeline.ts';
export { renderMermaid } from './drawing/render-mermaid.ts';
export { renderSvg } from './drawing/render-svg.ts';
export type {
  ArtifactFields,
  ArtifactSchemas,
  ConfigValue,
  FieldKind,
  FieldType,
} from './expressions/cel-environment.ts';
export { type DrivenCase, type DrivePhase, driveCases } from './fan-out/drive-cases.ts';
export { inPool } from './fan-out/in-pool.ts';
export { type AgentLimits, type CaseAsk, type WalkManyOptions, walkMany } from './fan-out/walk-many.ts';
export { askOnce } from './journal/ask-once.ts';
export { type ComparedCase, type OpenBarrier, readBarriers } from './journal/barrier-log.ts';
export type { CaseStart } from './journal/begin-run.ts';
export { beginRun } from './journal/begin-run.ts';
export {
  type CaseProgress,
  type CaseWalk,
  readProgressOf,
  stepsTaken,
  type WalkName,
  walksOf,
} from './journal/case-progress.ts';
export { type Fork, forkRun } from './journal/fork-run.ts';
export type { StepNotes } from './journal/journal.ts';
export {
  caseSubject,
  type Journal,
  type JournalOptions,
  openJournal,
} from './journal/journal.ts';
export { type Override, overrideStep } from './journal/override-step.ts';
export { eventAppends, journalLogs, RUN_LOGS, readRun, runLog } from './journal/run-log.ts';
export { type RecordedWalkOptions, walkWithJournal } from './journal/walk-with-journal.ts';
export { type LintOptions, lintPipeline } from './lint/lint-pipeline.ts';
export type { LeftOff, Seats } from './masks/equip-mask.ts';
export { equipMask, equipMasks, type MaskedNode } from './masks/equip-mask.ts';
export { defineMask, type Mask, type MaskEdits, requireMask } from './masks/mask.ts';
export { createMaskRegistry, type MaskRegistry, masks, shippedMasks } from './masks/masks.ts';
export {
  type Artifact,
  type RecordedArtifact,
  readArtifact,
  recordArtifact,
  wholeData,
} from './nodes/artifact.ts';
export type { Node, NodeContext, NodeProcess, WalkCounters } from './nodes/node.ts';
export { advance } from './step/advance.ts';
export type { Consideration } from './step/choose-edge.ts';
export type { NodeMap } from './step/start-walk.ts';
export { type StartOptions, startWalk } from './step/start-walk.ts';
export type { Effect, Explanation, StepReport, Transition } from './step/transition.ts';
export type { LastAgent, WalkerState, WalkFault, WalkStatus, WalkStep } from './step/walker-state.ts';
export { pauseWalk, resumeWalk } from './step/walker-state.ts';
export type { Ask, AskedNode, CheckArtifact } from './walk/ask-node.ts';
export { WalkPause } from './walk/ask-node.ts';
export type { PerformedStep } from './walk/perform-step.ts';
export type { TerminalBuilders, WalkResult } from './walk/walk.ts';
export { defaultWalkLimits, stopsWithin, type WalkLimits, type WalkOptions, walk } from './walk/walk.ts';
