// The counts of a regeneration are exact in ten thousand sources, too, on an embedded database.

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSqliteStore } from '../../src/adapters/sqlite/index.ts';
import { openLiving } from './living-workspace.ts';
import { checkForest, growForest } from './sample-forest.ts';
import { makeFolder } from './workspace.ts';

test('in ten thousand sources only what a leaf changed is made anew', async () => {
  using place = makeFolder();
  const forest = growForest(20, 25);
  expect(forest.sources).toBe(10_000);
  const store = await openSqliteStore({ file: join(place.path, 'ledger.db'), create: true });
  await using living = await openLiving({ files: forest.files, store });
  await checkForest(living, forest);
});
