// The two databases that several processes can share, each with an empty store.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase } from '../support/postgres-database.ts';

/** An empty store's address and the way to be rid of it. */
export type TestStore = { readonly address: string; remove(): Promise<void> };

/** Database name -> makes an empty store. */
export const sharedDatabases: Readonly<Record<string, () => Promise<TestStore>>> = {
  async SQLite() {
    const directory = mkdtempSync(join(tmpdir(), 'penumbra-crash-'));
    const remove = async () => rmSync(directory, { recursive: true, force: true });
    return { address: `sqlite:${join(directory, 'ledger.db')}`, remove };
  },
  async PostgreSQL() {
    const { url, drop } = await createDatabase();
    return { address: url, remove: drop };
  },
};
