/** The investigator's door: reports in; failing tests, their traces, fingerprints and ranked suspects out. */
export { type CodeIndex, createCodeIndex, type RepositoryFiles } from './evidence/code-index.ts';
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
export { messageTemplate } from './message-template.ts';
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
