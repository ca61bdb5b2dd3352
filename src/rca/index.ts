/** The investigator's door: reports in; failing tests, their traces, fingerprints and ranked suspects out. */

export {
  type AnsweredCase,
  assembleReport,
  type CauseGroup,
  type CourtOutcome,
  type CourtReading,
  groupCases,
  type HeldEvidence,
  type ReportInput,
} from './answer/index.ts';
export { checkLightArtifact, lightSchema } from './artifacts/check-light-artifact.ts';
export type { LightArtifactType } from './artifacts/light-artifact-types.ts';
export { type LightArtifactData, lightArtifacts, type Suspect } from './artifacts/light-artifacts.ts';
export type {
  CaseBlocks,
  EnvironmentBlock,
  EvidenceBaseBlock,
  EvidenceBlock,
  FailureBlock,
  OtherCaseBlock,
  OutputBlock,
  PriorCauseBlock,
  RemandBlock,
  SymptomBlock,
  TraceBlock,
} from './case/case-blocks.ts';
export { type CaseFact, caseFacts } from './case/case-facts.ts';
export type { CaseFailure, CaseRecord } from './case/case-record.ts';
export { foldCases } from './case/fold-cases.ts';
export {
  type ConfidenceMap,
  confidenceMap,
  type StatedAnswer,
  statedAnswer,
  suspectConfidences,
} from './confidence/index.ts';
export { type CodeIndex, createCodeIndex, type RepositoryFiles } from './evidence/code-index.ts';
export { type EvidenceBlocks, type EvidenceRequest, evidenceBlocks } from './evidence/evidence-blocks.ts';
export {
  type EvidenceFamily,
  evidenceFeatures,
  type FeatureName,
  type FeatureValues,
} from './evidence/evidence-features.ts';
export { evidenceLimits } from './evidence/evidence-limits.ts';
export type { FileSide } from './evidence/file-side.ts';
export {
  type Candidate,
  type CaseEvidence,
  type EvidenceFailure,
  gatherEvidence,
  type MissingEvidence,
} from './evidence/gather-evidence.ts';
export { type RankedCandidate, type Ranking, rankCandidates } from './evidence/rank-candidates.ts';
export { evenWeights, type RankingWeights } from './evidence/ranking-weights.ts';
export { type Fingerprint, fingerprint, traceOf } from './fingerprint.ts';
export type { BoundedText } from './intake/bounded-text.ts';
export type {
  FailedAttempt,
  FailedTest,
  FailureKind,
  ReportProperty,
  Retry,
  TestCounts,
  TestOutput,
} from './intake/failed-test.ts';
export { intakeLimits } from './intake/intake-limits.ts';
export { type ReportReading, readReports, type UnreadReport } from './intake/read-reports.ts';
export type { ReportSource } from './intake/report-source.ts';
export {
  type ContentOf,
  emptyMemory,
  isPriorStale,
  type LearnedCause,
  type LearnOptions,
  type Lesson,
  learnCauses,
  MEMORY_LOG,
  type MemoryView,
  memoryHead,
  memoryTypes,
  type RecallCandidate,
  type Remembered,
  readMemory,
  recallCandidates,
} from './memory/index.ts';
export { messageTemplate } from './message-template.ts';
export { caseSummary, relatedCases } from './nodes/compare-cases.ts';
export { convergenceOf } from './nodes/convergence.ts';
export { lightHeuristics } from './nodes/light-heuristics.ts';
export { readStep, type StepBounds } from './nodes/step-bounds.ts';
export {
  createFrameMapper,
  type FrameFile,
  type FrameMapper,
  mapFramesToFiles,
} from './stack/map-frames-to-files.ts';
export { parseStack, rootException } from './stack/parse-stack.ts';
export type {
  CauseException,
  CauseRelation,
  FrameKind,
  StackFrame,
  StackLanguage,
  StackTrace,
  ThrownException,
} from './stack/stack-trace.ts';
