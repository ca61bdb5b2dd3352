/** The engine's door: where ports meet their adapters. */
export { collect, importArchive, ledgerRoot, planCollection, validateLedger } from '../ledger/index.ts';
export { examineMachine } from './examine-machine.ts';
export { exportToFile } from './export-to-file.ts';
export { knownSubject } from './known-subject.ts';
export type { Finding } from './machine-finding.ts';
export { loadMasks } from './masks/load-masks.ts';
export { type Contact, contactsOf } from './models/contacts.ts';
export { openArchive } from './open-archive.ts';
export { type OpenLedgerOptions, openLedger } from './open-ledger.ts';
export { outputFault } from './system-fault.ts';
export {
  type OpenedWorkspace,
  type OpenWorkspaceOptions,
  openWorkspace,
} from './workspace/open-workspace.ts';
export { type CiOptions, runCi } from './workspace/run-ci.ts';
export { type WatchOptions, watchWorkspace } from './workspace/watch-workspace.ts';
export { requireWritable, writeTextFile } from './write-text-file.ts';
