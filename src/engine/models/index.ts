/** Public entry point to models: which one a run asks, its budget, and the record of every exchange. */
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
