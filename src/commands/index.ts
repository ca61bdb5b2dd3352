/**
 * Public entry point to the commands on the ledger and the machine; larger topics have their own files and
 * folders here.
 */
export {
  type OpenLedgerOptions,
  openLedger,
  outputFault,
  requireWritable,
  writeTextFile,
} from '../engine/index.ts';
export { collect, importArchive, ledgerRoot, planCollection, validateLedger } from '../ledger/index.ts';
export { exportToFile, knownSubject, openArchive } from './archive.ts';
export { type Contact, contactsOf, examineMachine, type Finding } from './examine-machine.ts';
