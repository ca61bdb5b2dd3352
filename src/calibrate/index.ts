/** The room of calibration: known answers, scores, goals and fits. It scores and never decides. */
export {
  type BaselineAnswer,
  type BaselineName,
  type CaseOutcome,
  OUTCOME_SCHEMA,
  type OutcomeCause,
  type OutcomeRanking,
  type OutcomeResult,
  type OutcomeTrial,
  readOutcomes,
} from './case-outcome.ts';
export type { FittedWorld } from './fit/choice-cases.ts';
export { type Fit, type FitOptions, fitWeights } from './fit/fit-weights.ts';
export { renderFit } from './fit/render-fit.ts';
export { type GoldAnswer, readGoldAnswer } from './gold-answer.ts';
export { renderScores } from './render-scores.ts';
export { scoreOutcomes } from './score-outcomes.ts';
export { checkGoals, readScorecard } from './scorecard.ts';
