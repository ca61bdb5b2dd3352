// After every step of a random life a workspace answers of every file what the naive model predicts.

import { join } from 'node:path';
import fc from 'fast-check';
import { test } from 'vitest';
import { openSqliteStore } from '../../src/adapters/sqlite/index.ts';
import { createMemoryStore } from '../../src/ledger/index.ts';
import { anyLife, live } from './random-lives.ts';
import { makeFolder } from './workspace.ts';

test('a workspace in memory answers as the model does', async () => {
  const lives = fc.asyncProperty(anyLife(40), (steps) => live(steps, createMemoryStore()));
  await fc.assert(lives, { numRuns: 60 });
});

test('a workspace in a file answers as the model does', async () => {
  using place = makeFolder();
  let count = 0;
  const lives = fc.asyncProperty(anyLife(30), async (steps) =>
    live(steps, await openSqliteStore({ file: join(place.path, `${count++}.db`), create: true })),
  );
  await fc.assert(lives, { numRuns: 10 });
});
