/** The door of models: which one a run asks, its budget, and every exchange with it on record. */
export { chooseModel, hostOf, type ModelFlags } from './choose-model.ts';
export { writeRecording } from './model-exchange.ts';
export {
  type ModelSession,
  openModelSession,
  readExchanges,
  type SessionOptions,
} from './open-model-session.ts';
export { type ModelOptions, prepareModel, prepareModelAgain, requireModel } from './prepare-model.ts';
export { costOf, formatAmount } from './prices.ts';
