/** The door of investigations: the main job, its resumption, and the runs it left. Apart, for it needs every room. */
export { investigate } from './investigate.ts';
export type {
  InvestigateOptions,
  Investigation,
  InvestigationProgress,
  MemoryUse,
  ModelSpending,
} from './investigation.ts';
export { listRuns, showRun } from './list-runs.ts';
export { type OverrideOptions, overrideCase } from './override-case.ts';
export { type ResumeOptions, resumeRun } from './resume-run.ts';
export { showSecrets } from './show-secrets.ts';
