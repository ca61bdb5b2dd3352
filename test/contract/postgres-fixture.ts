// A database for each test, and stores on it that are closed when the test is over.

import { afterEach, beforeEach } from 'vitest';
import { openPostgresStore, type PostgresStoreOptions } from '../../src/adapters/postgres/index.ts';
import type { Store } from '../../src/ledger/index.ts';
import { createDatabase, type TestDatabase } from '../support/postgres-database.ts';

/** The database of the test that runs. */
export let database: TestDatabase;

const stores: Store[] = [];

/** Gives every test of the calling file a database of its own. */
export function useDatabase(): void {
  beforeEach(async () => {
    database = await createDatabase();
  });
  afterEach(async () => {
    await Promise.all(stores.splice(0).map((store) => store.close()));
    await database.drop();
  });
}

/** Opens a store on the test's database. */
export async function open(options: Partial<PostgresStoreOptions> = {}): Promise<Store> {
  const store = await openPostgresStore({ url: database.url, ...options });
  stores.push(store);
  return store;
}
