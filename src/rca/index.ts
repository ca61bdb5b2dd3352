/** The investigator's door: reports in; failing tests, their traces, fingerprints and ranked suspects out. */

export {
  type AnsweredCase,
  applyProofs,
  assembleReport,
  type CauseGroup,
  type CauseProof,
  type CourtOutcome,
  type CourtReading,
  groupCases,
  type HeldEvidence,
  type ReportInput,
  type ToldTest,
} from './answer/index.ts';
export { checkLightArtifact, lightSchema } from './artifacts/check-light-artifact.ts';
export type { LightArtifactType } from './artifacts/light-artifact-types.ts';
export { type LightArtifactData, lightArtifacts, type Suspect } from './artifacts/light-artifacts.ts';
export { type AssertionDifference, assertionDifference } from './case/assertion-difference.ts';
export type {
  CaseBlocks,
  ChangeBlock,
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
export type { CaseFailure, CaseRecord, TestPast } from './case/case-record.ts';
export { type FailureText, failureText, ownMessage } from './case/failure-text.ts';
export { type Fingerprint, fingerprint, messageTemplate, traceOf } from './case/fingerprint.ts';
export { foldCases } from './case/fold-cases.ts';
export { type ChangeIndex, createChangeIndex, noChanges } from './changes/change-index.ts';
export { namedSymbols, symbolAt } from './changes/enclosing-symbol.ts';
export { type FittedEvidence, replaceFit } from './confidence/fitted-evidence.ts';
export {
  type ConfidenceMap,
  fittedVersion,
  type StatedAnswer,
  statedAnswer,
  suspectConfidences,
} from './confidence/index.ts';
export {
  type Alibis,
  type Coverage,
  type CoverageDocument,
  type CoverageFormat,
  coverageLimits,
  coverageOf,
  type KeptCoverage,
  keepCoverage,
  keptCoverage,
  type LineCoverage,
  mergeCoverage,
  type PlacedCoverage,
  placeCoverage,
  type RecordedFile,
  readCoverage,
  withIdleFiles,
} from './coverage/index.ts';
export { type CodeIndex, createCodeIndex, type RepositoryFiles } from './evidence/code-index.ts';
export { createOwnersOf } from './evidence/code-owners.ts';
export { type EvidenceBlocks, type EvidenceRequest, evidenceBlocks } from './evidence/evidence-blocks.ts';
export {
  type EvidenceFamily,
  evidenceFeatures,
  type FeatureName,
  type FeatureValues,
} from './evidence/evidence-features.ts';
export { evidenceLimits } from './evidence/evidence-limits.ts';
export { failingFiles } from './evidence/failing-files.ts';
export { type FileSide, sideOfPath } from './evidence/file-side.ts';
export {
  type Candidate,
  type CaseEvidence,
  type EvidenceFailure,
  type EvidenceView,
  gatherEvidence,
  type MissingEvidence,
} from './evidence/gather-evidence.ts';
export { fileName, namingMatch } from './evidence/naming.ts';
export { type RankedCandidate, type Ranking, rankCandidates } from './evidence/rank-candidates.ts';
export { type RankingWeights, weightsOf } from './evidence/ranking-weights.ts';
export type {
  ChangeUnit,
  MergedStep,
  Observation,
  Revision,
  RunTests,
  StateSpace,
  TestName,
} from './experiments/experiment.ts';
export { isBeyondChance } from './experiments/judge-states.ts';
export {
  type ProofProgress,
  type ProofResult,
  ProofStopped,
  type ProvenChange,
} from './experiments/proof.ts';
export { proveCause } from './experiments/prove-cause.ts';
export {
  type CommandOutcome,
  type FailureMark,
  observationOf,
  recordTestRun,
  type TestRunRecord,
} from './experiments/run-record.ts';
export { findSmallestSet } from './experiments/smallest-set.ts';
export { weighUnits } from './experiments/weigh-units.ts';
export type { BoundedText } from './intake/bounded-text.ts';
export { intakeLimits } from './intake/bounded-text.ts';
export type {
  FailedAttempt,
  FailedTest,
  FailureKind,
  ReportProperty,
  Retry,
  TestCounts,
  TestOutput,
} from './intake/failed-test.ts';
export type { ReportSource } from './intake/read-reports.ts';
export { isReport, type ReportReading, readReports, type UnreadReport } from './intake/read-reports.ts';
export { allTexts, screenReading } from './intake/screen-reading.ts';
export {
  type ContentOf,
  type Correction,
  correctCause,
  coversTests,
  emptyMemory,
  type HasCommit,
  hasFlipped,
  isAsLarge,
  isCommittedByNow,
  isPriorStale,
  type LastGreen,
  type LearnedCause,
  type LearnOptions,
  type Lesson,
  lastGreenOf,
  learnCauses,
  MEMORY_LOG,
  type MemoryChange,
  type MemoryEntry,
  type MemoryView,
  memoryHead,
  memoryLimits,
  memoryTypes,
  mergeCauses,
  mergedId,
  REPORTS_LOG,
  type RecallCandidate,
  type RecallTrust,
  type Remembered,
  type ReportEntry,
  type ReportedCause,
  readMemory,
  readMemoryEntries,
  readReportHistory,
  recallCandidates,
  recallTrust,
  rejectCause,
  rejectedFiles,
  reportEntry,
  retireCause,
  type SpokenChange,
  splitCause,
  symptomsOf,
  type TestIdentity,
  testHash,
  wasThereWhenGreen,
} from './memory/index.ts';
export { caseSummary, explainCases, relatedCases } from './nodes/compare-cases.ts';
export { convergenceOf } from './nodes/convergence.ts';
export { holdToEvidence } from './nodes/hold-to-evidence.ts';
export { lightHeuristics } from './nodes/light-heuristics.ts';
export { readStep, type StepBounds } from './nodes/step-bounds.ts';
export {
  createPartsOf,
  createReachGraph,
  type ReachFiles,
  type ReachGraph,
  reachLimits,
} from './reach/index.ts';
export { parseCommandLine } from './runners/command-words.ts';
export { readResults } from './runners/read-results.ts';
export { recogniseRunner } from './runners/recognise-runner.ts';
export type {
  Manifests,
  PlannedCommand,
  RecognisedRunner,
  ResultFormat,
  TestResult,
} from './runners/runner.ts';
export { isSameTest } from './runners/same-test.ts';
export { templateRunner } from './runners/template-runner.ts';
export { toJunit } from './runners/to-junit.ts';
export { type CompilerPlace, compilerPlace } from './stack/compiler-place.ts';
export {
  createFrameMapper,
  type FrameFile,
  type FrameMapper,
  mapFramesToFiles,
} from './stack/map-frames-to-files.ts';
export { originFrames, type PlaceOf } from './stack/origin-frames.ts';
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
