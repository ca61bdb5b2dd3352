// Runs the store contract on a real PostgreSQL, each check in a database of its own.

import { describe, test } from 'vitest';
import { openPostgresStore } from '../../src/adapters/postgres/index.ts';
import { persistenceContract, storeContract } from '../../src/testing/index.ts';
import { createDatabase } from '../support/postgres-database.ts';

describe('the store in PostgreSQL', () => {
  for (const { name, run } of [...storeContract, ...persistenceContract]) {
    test(name, async () => {
      const { url, drop } = await createDatabase();
      try {
        await run(() => openPostgresStore({ url }));
      } finally {
        await drop();
      }
    });
  }
});
