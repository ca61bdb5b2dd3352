/**
 * The door of the main job: investigations, their resumption, and a person's word in them. Its folders stand upon each other:
 * `run/` is what a run is made from and what it leaves on record, `ask/` one turn of an agent, `case/` one case and its
 * walks; the files beside this one drive the whole run, and `prove/` makes experiments on a run that has ended.
 */
export type { Investigation, ModelSpending } from './conclude-run.ts';
export type { InvestigationProgress } from './drive-run.ts';
export { type InvestigateOptions, investigate } from './investigate.ts';
export { type OverrideOptions, overrideCase } from './override-case.ts';
export { type RefreshedInvestigation, type ResumeOptions, refreshRun, resumeRun } from './resume-run.ts';
export type { MemoryUse } from './run/run-inputs.ts';
export { staleConclusions } from './stale-conclusions.ts';
export { verifyRun } from './verify-run.ts';
