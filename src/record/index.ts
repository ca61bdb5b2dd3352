/** The record's door: what happened in a run, readable in a browser. */
export type { EventField, EventFieldTypes } from './event-field.ts';
export { foldLog, type LogProblem, type ReadLog, readLog, type StoredEvent } from './fold-log.ts';
export { foldRun } from './fold-run.ts';
export { type ReadEvent, readEvent } from './read-event.ts';
export {
  type CauseStatus,
  type CauseWorld,
  causeStatuses,
  type DefectType,
  defectTypes,
  type EvidenceGap,
  type HistoryDepth,
  REPORT_SCHEMA,
  type ReportCause,
  type ReportChange,
  type ReportCode,
  type ReportCodeLine,
  type ReportCommit,
  type ReportCourt,
  type ReportCoverage,
  type ReportDocument,
  type ReportEvidence,
  type ReportExperiments,
  type ReportHunk,
  type ReportProof,
  type ReportSuspect,
  type TestedElsewhere,
  type TestsAre,
} from './report-document.ts';
export {
  RUN_EVENT_VERSION,
  type RunEvent,
  type RunEventKind,
  type RunEventPayloads,
  runEvent,
  runEventForms,
  type StepPlace,
} from './run-event.ts';
export { emptyRun, type OuterNode, type RunCase, type RunModel, type RunStep } from './run-model.ts';
export { runStatus } from './run-status.ts';
export type { RunSummary } from './run-summary.ts';
