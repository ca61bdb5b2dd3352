/** The door of the answer: from the cases of a run to its report. */
export type { AnsweredCase, HeldEvidence } from './answered-case.ts';
export { applyProofs, type CauseProof, type ToldTest } from './apply-proofs.ts';
export { assembleReport, type ReportInput } from './assemble-report.ts';
export type { CourtOutcome } from './court-outcome.ts';
export { groupCases } from './group-cases.ts';
