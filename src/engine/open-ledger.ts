/** Opens the ledger of a workspace: finds the root, reads the settings, and picks the adapter. */
import { readAddedTypes } from '../context/index.ts';
import { defineFrameTypes, type Ledger } from '../ledger/index.ts';
import { storeSetting } from './read-settings.ts';
import { openStore, storeAddress } from './store-address.ts';
import { systemClock } from './system-clock.ts';
import { findWorkspaceRoot } from './workspace-root.ts';

/** Which ledger to open. */
export type OpenLedgerOptions = {
  /** The workspace; without it, the nearest one upwards from the current directory. */
  readonly workspace?: string;
  /** The store; without it, the settings decide. */
  readonly store?: string;
  /** Whether to make a ledger where there is none. */
  readonly create?: boolean;
  readonly currentDirectory?: string;
  readonly environment?: Readonly<Record<string, string | undefined>>;
};

/** Opens the ledger of a workspace; close its store when done. */
export async function openLedger(options: OpenLedgerOptions = {}): Promise<Ledger> {
  const { store, create = true, environment = process.env } = options;
  const root = findWorkspaceRoot({ ...options, environment }).path;
  const setting = await storeSetting({ root, environment, options: store === undefined ? {} : { store } });
  const { frameTypes } = await import('./frame-types.ts');
  const opened = await openStore(storeAddress(setting, root), { create });
  try {
    const added = await readAddedTypes(opened);
    const types = added.length === 0 ? frameTypes : defineFrameTypes(...frameTypes.values(), ...added);
    return { store: opened, types, clock: systemClock };
  } catch (error) {
    await opened.close();
    throw error;
  }
}
