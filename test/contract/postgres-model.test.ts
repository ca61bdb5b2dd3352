// Compares the store in PostgreSQL with the reference in memory: any sequence of batches and rewrites has the same
// outcomes and leads to the same state.

import fc from 'fast-check';
import { test } from 'vitest';
import { openPostgresStore } from '../../src/adapters/postgres/index.ts';
import { createDatabase } from '../support/postgres-database.ts';
import { ask } from './postgres-own-server.ts';
import { anySteps, expectLikeReference } from './store-model.ts';

const EMPTY = 'TRUNCATE penumbra.object, penumbra.tombstone, penumbra.log, penumbra.entry, penumbra.member';

test('the store in PostgreSQL does what the reference does, whatever is asked of it', async () => {
  const { url, drop } = await createDatabase();
  const store = await openPostgresStore({ url });
  await fc.assert(
    fc.asyncProperty(anySteps({ batchesAtOnce: 1 }), async (steps) => {
      await ask(url, EMPTY);
      await expectLikeReference(store, steps);
    }),
    { numRuns: 30 },
  );
  await store.close();
  await drop();
});
