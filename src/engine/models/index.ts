/** The door of models: which one a run asks, its budget, and every exchange with it on record. */
export { type Contact, contactsOf } from './contacts.ts';
export {
  type ModelSession,
  openModelSession,
  readExchanges,
  type SessionOptions,
} from './open-model-session.ts';
export { type ModelOptions, prepareModel, prepareModelAgain, requireModel } from './prepare-model.ts';
export { costOf, formatAmount } from './prices.ts';
export { writeRecording } from './recording.ts';
