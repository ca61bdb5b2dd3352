/** The door of the main job: investigations, their resumption, and a person's word in them. It needs every room. */
export { investigate } from './investigate.ts';
export type {
  InvestigateOptions,
  Investigation,
  InvestigationProgress,
  MemoryUse,
  ModelSpending,
} from './investigation.ts';
export { type OverrideOptions, overrideCase } from './override-case.ts';
export { type RefreshedInvestigation, refreshRun } from './refresh-run.ts';
export { type ResumeOptions, resumeRun } from './resume-run.ts';
export { staleConclusions } from './stale-conclusions.ts';
export { type RunVerification, type VerifyRunOptions, verifyRun } from './verify-run.ts';
