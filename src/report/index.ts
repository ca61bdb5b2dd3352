/** The report room's door: what a run came to, for a terminal, a browser and a person who asks why. */
export type { ShownStaleFrame } from './context/describe-staleness.ts';
export type { RecordView } from './context/record-view.ts';
export { renderCi } from './context/render-ci.ts';
export { renderCiMarkdown } from './context/render-ci-markdown.ts';
export { renderComposition } from './context/render-composition.ts';
export { renderDiff } from './context/render-diff.ts';
export { renderFrames, renderHead } from './context/render-frames.ts';
export { renderHistory } from './context/render-history.ts';
export { renderNode } from './context/render-node.ts';
export { renderProduction } from './context/render-production.ts';
export { renderRegeneration } from './context/render-regeneration.ts';
export { renderAgents, renderTypes, type ShownType } from './context/render-registry.ts';
export { renderScan, type ScanDocument } from './context/render-scan.ts';
export { renderStatus, type StatusDocument } from './context/render-status.ts';
export { renderSynthesis } from './context/render-synthesis.ts';
export { renderWatchEvent } from './context/render-watch-event.ts';
export {
  type InvalidationDocument,
  type PutDocument,
  renderInvalidation,
  renderPut,
} from './context/render-write.ts';
export type { ShownChange, ShownDiff } from './context/shown-changes.ts';
export type { CiFailOn, ShownCi } from './context/shown-ci.ts';
export type { ShownComposition } from './context/shown-composition.ts';
export type {
  FramesDocument,
  HeadDocument,
  HistoryDocument,
  ListedFrame,
  NodeDocument,
  ShownChild,
  ShownFrame,
  ShownLineage,
} from './context/shown-node.ts';
export type { WatchEvent } from './context/watch-event.ts';
export { findCase, nearCase, requireCase } from './find-case.ts';
export {
  renderApproval,
  renderDecision,
} from './guard/render-approval.ts';
export { renderApprovals } from './guard/render-approvals.ts';
export { renderAuditRecords } from './guard/render-audit-records.ts';
export { renderAuditVerification } from './guard/render-audit-verification.ts';
export {
  renderKeyLoss,
  renderKeyRetirement,
  renderKeyRotation,
  renderKeys,
  renderKeysCreation,
  renderPublicKeys,
} from './guard/render-keys.ts';
export { renderPolicyDiff } from './guard/render-policy-diff.ts';
export { renderPolicyLint } from './guard/render-policy-lint.ts';
export { renderPolicyReplay } from './guard/render-policy-replay.ts';
export { renderPolicyTable } from './guard/render-policy-table.ts';
export { renderSecrets, type SecretsDocument } from './guard/render-secrets.ts';
export type {
  ApprovalDocument,
  ApprovalsDocument,
  ShownApproval,
  ShownContract,
} from './guard/shown-approvals.ts';

export type {
  KeyChangeDocument,
  KeyRotationDocument,
  KeysCreationDocument,
  KeysDocument,
  PublicKeysDocument,
  ShownKey,
} from './guard/shown-keys.ts';
export type {
  PolicyDiffDocument,
  PolicyLintDocument,
  PolicyReplayDocument,
  PolicyTableDocument,
  ShownEffect,
  ShownReplay,
} from './guard/shown-policy.ts';
export { renderPipeline } from './pipeline/render-pipeline.ts';
export { renderPipelineLint } from './pipeline/render-pipeline-lint.ts';
export type {
  PipelineDocument,
  PipelineGraphDocument,
  PipelineLintDocument,
} from './pipeline/shown-pipeline.ts';
export { renderAnnotations } from './render-annotations.ts';
export { type CorrectionDocument, renderCorrection } from './render-correction.ts';
export { renderCtrf } from './render-ctrf.ts';
export {
  type ExperimentProgress,
  renderEnded,
  renderExperimentCost,
  renderExperimentProgress,
  renderProvenTest,
} from './render-experiment-progress.ts';
export { renderExplanation } from './render-explanation.ts';
export { renderHtml } from './render-html.ts';
export { renderJunit } from './render-junit.ts';
export { renderMarkdown } from './render-markdown.ts';
export {
  type MemoryCauseDocument,
  type MemoryChangeDocument,
  type MemoryListDocument,
  type RememberedCause,
  renderMemory,
  renderMemoryCause,
  renderMemoryChange,
} from './render-memory.ts';
export { type OverrideDocument, renderOverride } from './render-override.ts';
export { renderPackExplanation } from './render-pack-explanation.ts';
export { renderPackList } from './render-pack-list.ts';
export { renderPackVerification } from './render-pack-verification.ts';
export { renderRun } from './render-run.ts';
export { renderRuns } from './render-runs.ts';
export { renderSarif } from './render-sarif.ts';
export { renderStale, type StaleDocument } from './render-stale.ts';

export { renderTerminal } from './render-terminal.ts';
export { renderTrials, type TrialDocument } from './render-trial.ts';
export type { ReportColors } from './report-colors.ts';
export type { ShownDependant, ShownExplanation, ShownInput, ShownRecord } from './shown-explanation.ts';
export type {
  ExplainedItem,
  PackDifference,
  PackDocument,
  PackExplanationDocument,
  PackListDocument,
  PackVerificationDocument,
  ShownPack,
  ToldItem,
  WithheldReason,
} from './shown-packs.ts';
