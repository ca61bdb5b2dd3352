/**
 * The public entry of the court: when a conclusion is tried, who holds the seats, how a trial runs, and its
 * result.
 */

export { answerSeat, holdSeat, type SeatAnswer } from './heuristics/answer-seat.ts';
export type { CourtArtifactType } from './trial/court-artifact-types.ts';
export {
  type CourtArtifactData,
  type CourtEvidenceGap,
  courtArtifacts,
  type RemandFeedback,
  type RoundStatement,
  roundStatements,
} from './trial/court-artifacts.ts';
export type { CourtSeat, CourtSeats } from './trial/court-ask.ts';
export { type CourtAskOptions, courtAsk } from './trial/court-ask.ts';
export {
  type Admission,
  admit,
  type CourtClock,
  type CourtConfig,
  completeConfig,
  courtDefaults,
  createCourtClock,
  shouldActivate,
} from './trial/court-config.ts';
export type { CitedEvidence, CourtConclusion, CourtSubject } from './trial/court-subject.ts';
export { courtGapBrief, makeGapBrief, rejectionBrief } from './trial/gap-brief.ts';
export { misfitOf, seatSchema } from './trial/read-answer.ts';
export { courtGraph, runCourt, runTrial, type TrialOptions } from './trial/run-trial.ts';
export type { Charge, SeatContext, SeatRecord, ShownExhibits } from './trial/seat-context.ts';
export { type CourtBlock, courtBlocks } from './trial/seat-context.ts';
export {
  type CourtRole,
  courtRoles,
  requireSeats,
  type Seat,
  type SeatedCourt,
  type SeatReason,
  type Stance,
  seatCourt,
} from './trial/seat-court.ts';
export {
  type CourtDecision,
  type CourtResult,
  readDetail,
  readOutcome,
  type TrialDetail,
} from './trial/trial-outcome.ts';
export { type MistrialReason, readTrialRecord } from './trial/trial-record.ts';
