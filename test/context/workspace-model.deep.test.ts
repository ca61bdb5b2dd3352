// Many long lives of a workspace, each of which answers as the naive model predicts.

import fc from 'fast-check';
import { test } from 'vitest';
import { createMemoryStore } from '../../src/ledger/index.ts';
import { anyLife, live } from './random-lives.ts';

test('a workspace answers as the model does, however long it lives', async () => {
  const lives = fc.asyncProperty(anyLife(100), (steps) => live(steps, createMemoryStore()));
  await fc.assert(lives, { numRuns: 1_000 });
});
