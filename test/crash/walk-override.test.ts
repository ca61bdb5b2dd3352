// Processes that answer for the same agent at once: one answer stands, and the others are told whose.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openJournal, walkMany } from '../../src/pipeline/index.ts';
import { openWalkLedger } from './walk-effects.ts';
import { crashAgent, crashGraph, crashRun } from './walk-plan.ts';
import { startWorker } from './worker-plan.ts';

const folder = mkdtempSync(join(tmpdir(), 'penumbra-override-'));
afterAll(() => rmSync(folder, { recursive: true }));
const script = new URL('walk-override-child.ts', import.meta.url);

test('of three processes that answer at once one is heard', async () => {
  const ledger = await openWalkLedger(folder);
  const walk = { ...crashRun, ledger, ask: crashAgent(async () => {}) };
  await walkMany(crashGraph, { ...walk, pauseAt: ['sift'] });
  const names = ['ann', 'bob', 'cid'];
  const workers = names.map((name) => startWorker(script, [folder, name]));
  await Promise.all(workers.map(({ ready }) => ready));
  for (const { begin } of workers) begin();
  const ends = await Promise.all(workers.map(({ ended }) => ended));
  expect(ends).toEqual(names.map(() => ({ code: 0, errors: '' })));
  const told = workers.map(({ lines }) => lines.join());
  const heard = names.find((name) => told.includes(`given by ${name}`));
  expect(heard).toBeDefined();
  const refusal = `usage: \`one\` stands at \`probe\` and takes no answer for \`sift\`: \`${heard}\` answered there in step 2`;
  expect(told.filter((line) => line === refusal)).toHaveLength(2);
  const results = await walkMany(crashGraph, walk);
  expect(results.map(({ status }) => status)).toEqual(['done', 'done', 'done']);
  const { progress } = await openJournal(ledger, { run: crashRun.run, case: 'one' });
  expect(progress.replies.filter(({ node }) => node === 'sift')).toMatchObject([{ agent: heard, step: 2 }]);
  await ledger.store.close();
});
