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
export { type RefreshedInvestigation, refreshRun } from './refresh-run.ts';
export { type ResumeOptions, resumeRun } from './resume-run.ts';
export { showSecrets } from './show-secrets.ts';
export { showTrials } from './show-trial.ts';
export { staleConclusions } from './stale-conclusions.ts';
export { type RunVerification, type VerifyRunOptions, verifyRun } from './verify-run.ts';
