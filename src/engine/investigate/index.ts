/** The door of investigations: the main job, its resumption, and the runs and packs it left. Apart, for it needs every room. */
export { explainNamedPack } from '../packs/explain-named-pack.ts';
export { showPacks } from '../packs/show-packs.ts';
export { verifyPacks } from '../packs/verify-packs.ts';
export { investigate } from './investigate.ts';
export type {
  InvestigateOptions,
  Investigation,
  InvestigationProgress,
  MemoryUse,
} from './investigation.ts';
export { listRuns, showRun } from './list-runs.ts';
export { type ResumeOptions, resumeRun } from './resume-run.ts';
