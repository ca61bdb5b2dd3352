/** The engine's door: where ports meet their adapters. */
export {
  collect,
  importArchive,
  ledgerRoot,
  parseSubject,
  planCollection,
  validateLedger,
} from '../ledger/index.ts';
export { exportToFile, readFileChunks } from './archive-file.ts';
export { examineMachine, type Finding } from './examine-machine.ts';
export type { Model, ModelAnswer, ModelRequest } from './model.ts';
export { type OpenLedgerOptions, openLedger } from './open-ledger.ts';
