// An oracle with as many facts as a large world has: appended at once and one by one, read, and compiled from.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openSqliteStore } from '../../src/adapters/sqlite/index.ts';
import { bootOracle, compileWorkingSet } from '../../src/disclosure/oracle/index.ts';
import { createMemoryStore } from '../../src/ledger/index.ts';
import { countWork } from './counting-store.ts';
import { cursor, fact, policy, sampleOracle } from './sample-world.ts';

const directory = mkdtempSync(join(tmpdir(), 'penumbra-facts-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test('100,000 facts are appended at once, and compile to the same bytes after a cold boot', async () => {
  const file = join(directory, 'large.db');
  const { store, take } = countWork(await openSqliteStore({ file, create: true }));
  const oracle = await sampleOracle(store);
  const drafts = Array.from({ length: 100_000 }, (_, index) => fact({ index, text: `clue number ${index}` }));
  const before = process.memoryUsage().heapUsed;
  expect(await oracle.appendFacts(drafts)).toHaveLength(100_000);
  expect(take().commits).toBeLessThan(120);
  const set = await compileWorkingSet(oracle, cursor, policy);
  expect((await oracle.read()).facts.size).toBe(100_000);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(1_500_000_000);
  await store.close();
  const again = await openSqliteStore({ file });
  const booted = await bootOracle(again, { pins: policy.pins as Record<string, string> });
  expect((await compileWorkingSet(booted, cursor, policy)).hash).toBe(set.hash);
  await again.close();
});

test('20,000 facts are appended one by one, each with the same work', async () => {
  const { store, take } = countWork(createMemoryStore());
  const oracle = await sampleOracle(store);
  const append = async (from: number) => {
    for (let index = from; index < from + 1_000; index++) await oracle.appendFact(fact({ index }));
    return take();
  };
  await append(0);
  const early = await append(1_000);
  for (let start = 2_000; start < 19_000; start += 1_000) await append(start);
  expect(await append(19_000)).toEqual(early);
});
