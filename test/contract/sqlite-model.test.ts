// Compares the embedded store with the reference in memory: any sequence of batches and rewrites has the same outcomes
// and leads to the same state.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, test } from 'vitest';
import { openSqliteStore } from '../../src/adapters/sqlite/index.ts';
import { anySteps, expectLikeReference } from './store-model.ts';

const directory = mkdtempSync(join(tmpdir(), 'penumbra-model-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
let places = 0;

test('the embedded store does what the reference does, whatever is asked of it', async () => {
  await fc.assert(
    fc.asyncProperty(anySteps({ batchesAtOnce: 4 }), async (steps) => {
      const store = await openSqliteStore({ file: join(directory, String(++places), 'ledger.db') });
      try {
        await expectLikeReference(store, steps);
      } finally {
        await store.close();
      }
    }),
    { numRuns: 100 },
  );
});
