/** Renders runs, records and policies for terminals, browsers, build logs and other programs. */

export type { ListedFrame, ShownFrame } from './context/frame-lines.ts';
export type { ShownChange, ShownDiff } from './context/render-changes.ts';
export { renderDiff } from './context/render-changes.ts';
export type { CiFailOn, ShownCi } from './context/render-ci.ts';
export { renderCi, renderCiMarkdown } from './context/render-ci.ts';
export type { ShownComposition } from './context/render-composition.ts';
export { renderComposition } from './context/render-composition.ts';
export { renderProduction, renderRegeneration, renderSynthesis } from './context/render-derivation.ts';
export { type FramesDocument, type HeadDocument, renderFrames, renderHead } from './context/render-frames.ts';
export { type HistoryDocument, renderHistory } from './context/render-history.ts';
export { type NodeDocument, renderNode, type ShownChild } from './context/render-node.ts';
export { renderAgents, renderTypes, type ShownType } from './context/render-registry.ts';
export { renderScan, type ScanDocument } from './context/render-scan.ts';
export { renderStatus, type StatusDocument } from './context/render-status.ts';
export type { WatchEvent } from './context/render-watch-event.ts';
export { renderWatchEvent } from './context/render-watch-event.ts';
export {
  type InvalidationDocument,
  type PutDocument,
  renderInvalidation,
  renderPut,
} from './context/render-write.ts';
export type {
  ApprovalDocument,
  ApprovalsDocument,
  ShownApproval,
  ShownContract,
} from './guard/describe-approval.ts';
export type { PolicyTableDocument } from './guard/policy-matrix.ts';
export {
  renderApproval,
  renderApprovals,
  renderDecision,
} from './guard/render-approval.ts';
export {
  renderAuditRecords,
  renderAuditVerification,
  renderSecrets,
  type SecretsDocument,
} from './guard/render-audit.ts';
export type {
  KeyChangeDocument,
  KeyRotationDocument,
  KeysCreationDocument,
  KeysDocument,
  PublicKeysDocument,
  ShownKey,
} from './guard/render-keys.ts';
export {
  renderKeyLoss,
  renderKeyRetirement,
  renderKeyRotation,
  renderKeys,
  renderKeysCreation,
  renderPublicKeys,
} from './guard/render-keys.ts';
export type {
  PolicyDiffDocument,
  PolicyReplayDocument,
  ReplayedChange,
} from './guard/render-policy-changes.ts';
export { renderPolicyDiff, renderPolicyReplay } from './guard/render-policy-changes.ts';
export { renderPolicyTable } from './guard/render-policy-table.ts';
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
} from './pack-documents.ts';
export { renderAnnotations } from './render-annotations.ts';
export {
  type CorrectionDocument,
  type OverrideDocument,
  renderCorrection,
  renderOverride,
} from './render-correction.ts';
export { renderCtrf } from './render-ctrf.ts';
export {
  type ExperimentProgress,
  renderEnded,
  renderExperimentCost,
  renderExperimentProgress,
  renderProvenTest,
} from './render-experiment-progress.ts';
export type { ShownDependant, ShownExplanation, ShownInput, ShownRecord } from './render-explanation.ts';
export { renderExplanation } from './render-explanation.ts';
export { renderHtml } from './render-html.ts';
export { renderJunit } from './render-junit.ts';
export type { PipelineLintDocument, PolicyLintDocument } from './render-lint.ts';
export { renderPipelineLint, renderPolicyLint } from './render-lint.ts';
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
export { renderPackExplanation, renderPackList, renderPackVerification } from './render-packs.ts';
export { type PipelineDocument, type PipelineGraphDocument, renderPipeline } from './render-pipeline.ts';
export { findCase, nearCase, renderRun, renderRuns, requireCase } from './render-run.ts';
export { renderSarif } from './render-sarif.ts';
export { renderStale, type StaleDocument } from './render-stale.ts';
export { renderTerminal } from './render-terminal.ts';
export { renderTrials, type TrialDocument } from './render-trial.ts';
export type { RecordView, ReportColors } from './text/terminal-layout.ts';
