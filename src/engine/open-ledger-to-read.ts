/** Opens a ledger only to read it: where there is none, nothing is made, and the answer is that of an empty one. */
import { existsSync } from 'node:fs';
import { createMemoryStore, type Ledger } from '../ledger/index.ts';
import { type OpenLedgerOptions, openLedger } from './open-ledger.ts';
import { storeSetting } from './read-settings.ts';
import { storeAddress } from './store-address.ts';
import { systemClock } from './system-clock.ts';

type ReadOptions = OpenLedgerOptions & { readonly workspace: string };

/** Opens the ledger of a workspace, or an empty one that is forgotten when it is closed. */
export async function openLedgerToRead(options: ReadOptions): Promise<Ledger> {
  const missing = await missingLedger(options);
  if (missing === null) return openLedger({ ...options, create: false });
  const { frameTypes } = await import('./frame-types.ts');
  return {
    store: { ...createMemoryStore(), location: missing },
    types: frameTypes,
    clock: systemClock,
  };
}

/** Returns where a ledger would lie that is not there; null where there is one. */
export async function missingLedger(options: ReadOptions): Promise<string | null> {
  const { workspace: root, store, environment = process.env } = options;
  const setting = await storeSetting({ root, environment, options: store === undefined ? {} : { store } });
  const address = storeAddress(setting, root);
  // Only what is not there at all is empty; whatever else stands there is for its adapter to judge.
  return address.kind === 'postgres' || existsSync(address.file) ? null : address.file;
}
