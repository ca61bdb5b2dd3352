/** The court's door: when a conclusion is tried, who sits, how the trial is held, and what it says. */
export type { CourtSeat, CourtSeats } from './ask-seat.ts';
export type { CourtArtifactType } from './court-artifact-types.ts';
export {
  type CourtArtifactData,
  type CourtEvidenceGap,
  courtArtifacts,
  type RemandFeedback,
  type RoundStatement,
  roundStatements,
} from './court-artifacts.ts';
export { type CourtAskOptions, courtAsk } from './court-ask.ts';
export { type CourtBlock, courtBlocks } from './court-blocks.ts';
export { type CourtClock, createCourtClock } from './court-clock.ts';
export {
  type Admission,
  admit,
  type CourtConfig,
  completeConfig,
  courtDefaults,
  shouldActivate,
} from './court-config.ts';
export type { CitedEvidence, CourtConclusion, CourtSubject } from './court-subject.ts';
export { courtGapBrief, makeGapBrief, rejectionBrief } from './gap-brief.ts';
export { answerSeat, type SeatAnswer } from './heuristics/answer-seat.ts';
export { courtGraph, holdTrial, type TrialOptions } from './hold-trial.ts';
export type { MistrialReason } from './mistrial-reason.ts';
export { misfitOf } from './read-answer.ts';
export { runCourt } from './run-court.ts';
export type { Charge, SeatContext, SeatRecord, ShownExhibits } from './seat-context.ts';
export {
  type CourtRole,
  courtRoles,
  requireSeats,
  type Seat,
  type SeatedCourt,
  type SeatReason,
  type Stance,
  seatCourt,
} from './seat-court.ts';
export { seatSchema } from './seat-schema.ts';
export {
  type CourtDecision,
  type CourtResult,
  readDetail,
  readOutcome,
  type TrialDetail,
} from './trial-outcome.ts';
