/**
 * The public entry of calibration: known answers, scores, goals and fits. It measures and makes no decisions.
 */
export {
  type BaselineAnswer,
  type BaselineName,
  type CaseOutcome,
  type GoldAnswer,
  OUTCOME_SCHEMA,
  type OutcomeCause,
  type OutcomeRanking,
  type OutcomeResult,
  type OutcomeTrial,
  readGoldAnswer,
  readOutcomes,
} from './case-outcome.ts';
export type { FittedWorld } from './conditional-logit.ts';
export { type Fit, type FitOptions, fitWeights } from './fit-weights.ts';
export { renderFit, renderScores } from './render-scores.ts';
export { scoreOutcomes } from './score-outcomes.ts';
export { checkGoals, readScorecard } from './scorecard.ts';
