/** Public entry point to the composition root, where ports meet their adapters. */

export { configDirectory, configurationPlaces, keysDirectory } from './config-directory.ts';
export { COURT_VIEW, COVERAGE, SECRET } from './frame-types.ts';
export {
  missingLedger,
  type OpenLedgerOptions,
  openLedger,
  openLedgerToRead,
  openStore,
  type StoreAddress,
  storeAddress,
  withLedger,
} from './open-ledger.ts';
export { type OpenedWorkspace, type OpenWorkspaceOptions, openWorkspace } from './open-workspace.ts';
export { ignoringFiles, ownFiles } from './own-files.ts';
export type { CourtEffect, CourtSettings } from './parse-settings.ts';
export { readSettings, storeSetting } from './read-settings.ts';
export { ledgerFiles, reservedPaths } from './reserved-paths.ts';
export { outputFault, systemReason } from './system-fault.ts';
export { systemClock, systemRandomness } from './system-ports.ts';
export { readTextSource, type TextSource } from './text-source.ts';
export { findWorkspaceRoot, pathWithin, SETTINGS_FILE } from './workspace-root.ts';
export { findTarget, requireWritable, writeTarget, writeTextFile } from './write-target.ts';
