/** Public entry point to recorded runs: finding one, and reading its results. */

export { courtSubjectOf } from './case-progress.ts';
export { type FoundRun, findRun, findRuns, type RunTree, treeOfRun } from './find-run.ts';
export { namedFiles } from './open-reports.ts';
export {
  type PackRequestDocument,
  parsePackRequest,
  type RequestedFrame,
} from './pack-request.ts';
export { findRunRecord, readCases, readReport, readRunRecord } from './run-record.ts';
export {
  isKeptSecret,
  type KeptSecret,
  openReveal,
  openUserSealer,
  type RunSecrets,
  revealer,
} from './run-secrets.ts';
export { type Survey, surveyWorkspace } from './survey-workspace.ts';
