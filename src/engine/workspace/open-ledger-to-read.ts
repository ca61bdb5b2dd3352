/** Opens a ledger only to read it: where there is none, nothing is made, and the answer is that of an empty one. */
import { existsSync } from 'node:fs';
import { createMemoryStore, type Ledger } from '../../ledger/index.ts';
import { type OpenLedgerOptions, openLedger } from '../open-ledger.ts';
import { storeSetting } from '../read-settings.ts';
import { storeAddress } from '../store-address.ts';
import { systemClock } from '../system-clock.ts';

/** Opens the ledger of a workspace, or an empty one that is forgotten when it is closed. */
export async function openLedgerToRead(
  options: OpenLedgerOptions & { readonly workspace: string },
): Promise<Ledger> {
  const { workspace: root, store, environment = process.env } = options;
  const setting = await storeSetting({ root, environment, options: store === undefined ? {} : { store } });
  const address = storeAddress(setting, root);
  // Only what is not there at all is empty; whatever else stands there is for its adapter to judge.
  if (address.kind === 'postgres' || existsSync(address.file))
    return openLedger({ ...options, create: false });
  const { frameTypes } = await import('../frame-types.ts');
  return {
    store: { ...createMemoryStore(), location: address.file },
    types: frameTypes,
    clock: systemClock,
  };
}
