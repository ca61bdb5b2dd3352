/** The door of commands on runs: the main job, and what can be asked of the runs it left. */
export {
  type InvestigateOptions,
  type Investigation,
  type InvestigationProgress,
  investigate,
  type MemoryUse,
  type ModelSpending,
  type OverrideOptions,
  overrideCase,
  type RefreshedInvestigation,
  type ResumeOptions,
  refreshRun,
  resumeRun,
  staleConclusions,
} from '../../investigation/index.ts';
export { listRuns, showRun } from './list-runs.ts';
export { showSecrets } from './show-secrets.ts';
export { showTrials } from './show-trial.ts';
