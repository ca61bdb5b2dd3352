// Runs the store contract on the reference in memory and on the embedded store.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, test } from 'vitest';
import { openSqliteStore } from '../../src/adapters/sqlite/index.ts';
import { createMemoryStore, persistenceContract, storeContract } from '../../src/testing/index.ts';

const directory = mkdtempSync(join(tmpdir(), 'penumbra-contract-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

let places = 0;
function sqlitePlace() {
  const file = join(directory, String(++places), 'ledger.db');
  return () => openSqliteStore({ file });
}

describe('the store in memory', () => {
  for (const { name, run } of storeContract) test(name, () => run(async () => createMemoryStore()));
});

describe('the store in SQLite', () => {
  for (const { name, run } of [...storeContract, ...persistenceContract])
    test(name, () => run(sqlitePlace()));
});
