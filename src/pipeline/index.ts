/** The pipeline's door: definitions, graphs, the pure step, walks and masks, and the port that is asked. */

export type { ConfigValue } from './definition/definition.ts';
export { knownTerminals } from './definition/definition.ts';
export { dumpPipeline } from './definition/dump-pipeline.ts';
export { type LintRule, lintRules, type PipelineFinding } from './definition/finding.ts';
export type { Edge, Graph, GraphNode, Zone } from './definition/graph.ts';
export { type LoadOptions, loadPipeline } from './definition/load-pipeline.ts';
export type { ResolvePipeline } from './definition/read-pipeline.ts';
export { resolveShipped, shippedNames } from './definition/resolve-shipped.ts';
export { renderMermaid } from './drawing/render-mermaid.ts';
export type {
  ArtifactFields,
  ArtifactSchemas,
  FieldKind,
  FieldType,
} from './expressions/type-environment.ts';
export { type LintOptions, lintPipeline } from './lint/lint-pipeline.ts';
export { equipMask, equipMasks, type MaskedNode } from './masks/equip-mask.ts';
export { defineMask, type Mask, type MaskEdits } from './masks/mask.ts';
export { createMaskRegistry, type MaskRegistry, masks, shippedMasks } from './masks/masks.ts';
export type { LeftOff, Seats } from './masks/wear-masks.ts';
export { type Artifact, wholeData } from './nodes/artifact.ts';
export type { Node, NodeProcess } from './nodes/node.ts';
export type { NodeContext, WalkCounters } from './nodes/node-context.ts';
export { type RecordedArtifact, readArtifact, recordArtifact } from './nodes/recorded-artifact.ts';
export { advance } from './step/advance.ts';
export type { Consideration } from './step/choose-edge.ts';
export { pauseWalk, resumeWalk } from './step/end-walk.ts';
export { type StartOptions, startWalk } from './step/start-walk.ts';
export type { StepReport } from './step/step-report.ts';
export type { Effect, Explanation, Transition } from './step/transition.ts';
export type { LastAgent, WalkerState, WalkFault, WalkStatus, WalkStep } from './step/walker-state.ts';
export type { Ask, AskedNode } from './walk/ask.ts';
export type { CheckArtifact, PerformedStep } from './walk/perform-step.ts';
export { defaultWalkLimits, type WalkLimits, type WalkOptions, type WalkResult, walk } from './walk/walk.ts';
export { WalkPause } from './walk/walk-pause.ts';
