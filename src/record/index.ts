/** The record's door: what happened in a run, readable in a browser. */
export { type ReadEvent, readEvent } from './read-event.ts';
export {
  type CauseStatus,
  type DefectType,
  defectTypes,
  type EvidenceGap,
  type HistoryDepth,
  REPORT_SCHEMA,
  type ReportCause,
  type ReportCourt,
  type ReportDocument,
  type ReportEvidence,
  type ReportSuspect,
} from './report-document.ts';
export {
  RUN_EVENT_VERSION,
  type RunEvent,
  type RunEventKind,
  type RunEventPayloads,
  type StepPlace,
} from './run-event.ts';
export { emptyRun, foldRun, type RunCase, type RunModel, type RunStep } from './run-model.ts';
export type { RunSummary } from './run-summary.ts';
