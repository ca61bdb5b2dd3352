/**
 * Public entry point to investigations: starting, resuming and overriding them. Each folder builds on the one
 * before: `run/` has a run's inputs and records, `ask/` one turn of an agent, `case/` one case and its walks;
 * the files beside this one drive the whole run, and `prove/` runs experiments on a run that has ended.
 */
export type { Investigation, ModelSpending } from './conclude-run.ts';
export type { InvestigationProgress } from './drive-run.ts';
export { type InvestigateOptions, investigate } from './investigate.ts';
export { type OverrideOptions, overrideCase } from './override-case.ts';
export { type RefreshedInvestigation, type ResumeOptions, refreshRun, resumeRun } from './resume-run.ts';
export type { MemoryUse } from './run/run-inputs.ts';
export { staleConclusions } from './stale-conclusions.ts';
export { verifyRun } from './verify-run.ts';
