/** The door of commands on the ledger and the machine; those on anything larger have doors of their own below it. */

export {
  type OpenLedgerOptions,
  openLedger,
  outputFault,
  requireWritable,
  writeTextFile,
} from '../engine/index.ts';
export { type Contact, contactsOf } from '../engine/models/index.ts';
export { collect, importArchive, ledgerRoot, planCollection, validateLedger } from '../ledger/index.ts';
export { exportToFile } from './archive/export-to-file.ts';
export { knownSubject } from './archive/known-subject.ts';
export { openArchive } from './archive/open-archive.ts';
export { examineMachine } from './machine/examine-machine.ts';
export type { Finding } from './machine/machine-finding.ts';
