/** The door of calibration: datasets on disk, their runs, and files of outcomes. Apart, for it needs investigations. */
export {
  type CaseOutcome,
  checkGoals,
  readScorecard,
  renderFit,
  renderScores,
  scoreOutcomes,
} from '../../calibrate/index.ts';
export { type Dataset, findCase, readDataset } from './dataset.ts';
export { fitOutcomes, readOutcomeFiles } from './fit-outcomes.ts';
export { learnWithout, useFit } from './learned-fits.ts';
export { runCase } from './run-case.ts';
export { inProcess, runCases } from './run-cases.ts';
