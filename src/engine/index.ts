/** The composition root's door: where ports meet their adapters. */

export { configDirectory, configurationPlaces, keysDirectory } from './config-directory.ts';
export { COURT_VIEW, COVERAGE, SECRET } from './frame-types.ts';
export { ignoringFiles } from './ignore-own-files.ts';
export { loadMasks } from './masks/load-masks.ts';
export { type OpenLedgerOptions, openLedger } from './open-ledger.ts';
export { missingLedger, openLedgerToRead } from './open-ledger-to-read.ts';
export { type OpenedWorkspace, type OpenWorkspaceOptions, openWorkspace } from './open-workspace.ts';
export { ownFiles } from './own-files.ts';
export { pathWithin } from './path-within.ts';
export { readSettings, storeSetting } from './read-settings.ts';
export { ledgerFiles, reservedPaths } from './reserved-paths.ts';
export { type CourtEffect, type CourtSettings, SETTINGS_FILE } from './settings.ts';
export { openStore, type StoreAddress, storeAddress } from './store-address.ts';
export { systemClock } from './system-clock.ts';
export { outputFault, systemReason } from './system-fault.ts';
export { systemRandomness } from './system-randomness.ts';
export { readTextSource, type TextSource } from './text-source.ts';
export { findWorkspaceRoot } from './workspace-root.ts';
export { findTarget, writeTarget } from './write-target.ts';
export { requireWritable, writeTextFile } from './write-text-file.ts';
