/** The door to runs on record: finding one, and reading what it left. */
export {
  type PackRequestDocument,
  parsePackRequest,
  type RequestedFrame,
} from '../ask/pack-request-document.ts';
export { courtSubjectOf } from '../case/light-conclusion.ts';
export { type FoundRun, findRun, findRuns } from './find-run.ts';
export { readReport } from './finish-run.ts';
export { namedFiles } from './open-reports.ts';
export { findRunRecord, readCases, readRunRecord } from './run-record.ts';
export {
  isKeptSecret,
  type KeptSecret,
  openReveal,
  openUserSealer,
  type RunSecrets,
  revealer,
} from './run-secrets.ts';
export { type Survey, surveyWorkspace } from './survey-workspace.ts';
export { type RunTree, treeOfRun } from './tree-of-run.ts';
export { withRuns } from './with-runs.ts';
