/** Public exports of the record: the events and state of a run. Works in a browser. */

export { foldLog, foldRun, type LogProblem, type ReadLog, readLog, type StoredEvent } from './fold-run.ts';
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
  type ReportModel,
  type ReportProof,
  type ReportSuspect,
  type TestedElsewhere,
  type TestsAre,
} from './report-document.ts';
export type { EventField, EventFieldTypes } from './run-event.ts';
export {
  type ReadEvent,
  RUN_EVENT_VERSION,
  type RunEvent,
  type RunEventKind,
  type RunEventPayloads,
  readEvent,
  runEvent,
  runEventForms,
  type StepPlace,
} from './run-event.ts';
export type { RunSummary } from './run-model.ts';
export {
  emptyRun,
  type OuterNode,
  type RunCase,
  type RunModel,
  type RunStep,
  runStatus,
} from './run-model.ts';
