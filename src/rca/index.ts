/**
 * The public entry of the investigator: it takes reports and returns failing tests, their traces,
 * fingerprints and ranked suspects.
 */

export type { AnsweredCase, CourtOutcome, HeldEvidence } from './answer/answered-case.ts';
export { applyProofs, type CauseProof, type ToldTest } from './answer/apply-proofs.ts';
export { assembleReport } from './answer/assemble-report.ts';
export { groupCases } from './answer/group-cases.ts';
export type {
  ChangeBlock,
  EvidenceBaseBlock,
  EvidenceBlock,
  OtherCaseBlock,
  PriorCauseBlock,
} from './blocks/case-blocks.ts';
export { caseFacts } from './blocks/case-facts.ts';
export { evidenceBlocks } from './blocks/evidence-blocks.ts';
export { assertionDifference } from './case/assertion-difference.ts';
export type { CaseRecord, TestPast } from './case/case-record.ts';
export { failureText, ownMessage } from './case/failure-text.ts';
export { traceOf } from './case/fingerprint.ts';
export { foldCases } from './case/fold-cases.ts';
export { createChangeIndex, namedSymbols, noChanges, symbolAt } from './changes/change-index.ts';
export {
  type Coverage,
  coverageLimits,
  type KeptCoverage,
  keepCoverage,
  keptCoverage,
  type LineCoverage,
  withIdleFiles,
} from './coverage/coverage.ts';
export { placeCoverage } from './coverage/place-coverage.ts';
export { type CoverageDocument, readCoverage } from './coverage/read-coverage.ts';
export type { EvidenceView } from './evidence/code-index.ts';
export { createCodeIndex } from './evidence/code-index.ts';
export { failingFiles } from './evidence/find-test-files.ts';
export { type CaseEvidence, gatherEvidence } from './evidence/gather-evidence.ts';
export type {
  ChangeUnit,
  MergedStep,
  Observation,
  Revision,
  RunTests,
  StateSpace,
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
export { findSmallestSet, weighUnits } from './experiments/smallest-set.ts';
export type { ReportSource } from './intake/read-reports.ts';
export { isReport, type ReportReading, readReports, type UnreadReport } from './intake/read-reports.ts';
export { intakeLimits } from './intake/reading/bounded-text.ts';
export type {
  FailedTest,
  TestCounts,
} from './intake/reading/failed-test.ts';
export { allTexts, screenReading } from './intake/screen-reading.ts';
export {
  type Correction,
  correctCause,
  mergeCauses,
  type ReportedCause,
  rejectCause,
  retireCause,
  type SpokenChange,
  splitCause,
  symptomsOf,
} from './memory/change-causes.ts';
export { type LearnOptions, learnCauses } from './memory/learn-causes.ts';
export { MEMORY_LOG, memoryLimits } from './memory/memory-types.ts';
export {
  emptyMemory,
  type MemoryEntry,
  type MemoryView,
  memoryHead,
  type Remembered,
  readMemory,
  readMemoryEntries,
} from './memory/read-memory.ts';
export { type RecallCandidate, recallCandidates } from './memory/recall-candidates.ts';
export {
  coversTests,
  isCommittedByNow,
  isPriorStale,
  recallTrust,
  wasThereWhenGreen,
} from './memory/remembered-cause.ts';
export {
  hasFlipped,
  isAsLarge,
  lastGreenOf,
  type ReportEntry,
  readReportHistory,
  reportEntry,
  testHash,
} from './memory/report-history.ts';
export { caseSummary, explainCases, relatedCases } from './nodes/compare-cases.ts';
export { holdToEvidence } from './nodes/hold-to-evidence.ts';
export type { LightArtifactType } from './nodes/light-artifact-types.ts';
export { checkLightArtifact, lightArtifacts, lightSchema } from './nodes/light-artifacts.ts';
export { lightHeuristics } from './nodes/light-heuristics.ts';
export { createOwnersOf } from './paths/code-owners.ts';
export { sideOfPath } from './paths/file-side.ts';
export { fileName, namingMatch } from './paths/naming.ts';
export { fittedVersion } from './ranking/confidence.ts';
export { evidenceFeatures } from './ranking/evidence-features.ts';
export { replaceFit, weightsOf } from './ranking/fitted-evidence.ts';
export { type Candidate, rankCandidates } from './ranking/rank-candidates.ts';
export { createPartsOf } from './reach/name-reach.ts';
export { createReachGraph } from './reach/reach-graph.ts';
export { parseCommandLine } from './runners/command-words.ts';
export { readResults, toJunit } from './runners/read-results.ts';
export { recogniseRunner, templateRunner } from './runners/recognise-runner.ts';
export type {
  PlannedCommand,
  RecognisedRunner,
  TestName,
  TestResult,
} from './runners/runner.ts';
export { isSameTest } from './runners/same-test.ts';

export { createFrameMapper } from './stack/map-frames-to-files.ts';

export { rootException } from './stack/parse-stack.ts';
export type { StackTrace } from './stack/stack-trace.ts';
