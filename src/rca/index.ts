/** The investigator's door: reports in; failing tests, their traces, fingerprints and ranked suspects out. */

export {
  type AnsweredCase,
  applyProofs,
  assembleReport,
  type CauseProof,
  type CourtOutcome,
  groupCases,
  type HeldEvidence,
  type ToldTest,
} from './answer/index.ts';
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
export { createChangeIndex, noChanges } from './changes/change-index.ts';
export { namedSymbols, symbolAt } from './changes/enclosing-symbol.ts';
export {
  type Coverage,
  type CoverageDocument,
  coverageLimits,
  type KeptCoverage,
  keepCoverage,
  keptCoverage,
  type LineCoverage,
  placeCoverage,
  readCoverage,
  withIdleFiles,
} from './coverage/index.ts';
export { createCodeIndex } from './evidence/code-index.ts';
export { failingFiles } from './evidence/failing-files.ts';
export { type CaseEvidence, type EvidenceView, gatherEvidence } from './evidence/gather-evidence.ts';
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
export { findSmallestSet } from './experiments/smallest-set.ts';
export { weighUnits } from './experiments/weigh-units.ts';
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
  coversTests,
  emptyMemory,
  hasFlipped,
  isAsLarge,
  isCommittedByNow,
  isPriorStale,
  type LearnOptions,
  lastGreenOf,
  learnCauses,
  MEMORY_LOG,
  type MemoryEntry,
  type MemoryView,
  memoryHead,
  memoryLimits,
  mergeCauses,
  type RecallCandidate,
  type Remembered,
  type ReportEntry,
  type ReportedCause,
  readMemory,
  readMemoryEntries,
  readReportHistory,
  recallCandidates,
  recallTrust,
  rejectCause,
  reportEntry,
  retireCause,
  type SpokenChange,
  splitCause,
  symptomsOf,
  testHash,
  wasThereWhenGreen,
} from './memory/index.ts';
export { checkLightArtifact, lightSchema } from './nodes/check-light-artifact.ts';
export { caseSummary, explainCases, relatedCases } from './nodes/compare-cases.ts';
export { holdToEvidence } from './nodes/hold-to-evidence.ts';
export type { LightArtifactType } from './nodes/light-artifact-types.ts';
export { lightArtifacts } from './nodes/light-artifacts.ts';
export { lightHeuristics } from './nodes/light-heuristics.ts';
export { createOwnersOf } from './paths/code-owners.ts';
export { sideOfPath } from './paths/file-side.ts';
export { fileName, namingMatch } from './paths/naming.ts';
export { fittedVersion } from './ranking/confidence.ts';
export { evidenceFeatures } from './ranking/evidence-features.ts';
export { replaceFit } from './ranking/fitted-evidence.ts';
export { type Candidate, rankCandidates } from './ranking/rank-candidates.ts';
export { weightsOf } from './ranking/ranking-weights.ts';
export {
  createPartsOf,
  createReachGraph,
} from './reach/index.ts';
export { parseCommandLine } from './runners/command-words.ts';
export { readResults } from './runners/read-results.ts';
export { recogniseRunner } from './runners/recognise-runner.ts';
export type {
  PlannedCommand,
  RecognisedRunner,
  TestName,
  TestResult,
} from './runners/runner.ts';
export { isSameTest } from './runners/same-test.ts';
export { templateRunner } from './runners/template-runner.ts';
export { toJunit } from './runners/to-junit.ts';

export { createFrameMapper } from './stack/map-frames-to-files.ts';

export { parseStack, rootException } from './stack/parse-stack.ts';
export type { StackTrace } from './stack/stack-trace.ts';
