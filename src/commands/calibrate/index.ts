/**
 * Public entry point to calibration: datasets on disk, their runs, and outcome files. Separate because it
 * needs investigations.
 */
export {
  type CaseOutcome,
  checkGoals,
  readScorecard,
  renderFit,
  renderScores,
  scoreOutcomes,
} from '../../calibrate/index.ts';
export { type Dataset, findCase, readDataset } from './dataset.ts';
export { fitOutcomes, learnWithout, readOutcomeFiles, useFit } from './fit-outcomes.ts';
export { inProcess, runCase, runCases } from './run-cases.ts';
