// An oracle with many facts: what is known is read once, however often it is asked and told.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openSqliteStore } from '../../src/adapters/sqlite/index.ts';
import { createOracle } from '../../src/disclosure/oracle/index.ts';
import { createMemoryStore, exportArchive, importArchive } from '../../src/ledger/index.ts';
import { countWork } from './counting-store.ts';
import { fact, sampleOracle, secret } from './sample-world.ts';

const directory = mkdtempSync(join(tmpdir(), 'penumbra-facts-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test('appending the next fact takes the same work, however many there are', async () => {
  const { store, take } = countWork(createMemoryStore());
  const oracle = await sampleOracle(store);
  const append = async (from: number) => {
    for (let index = from; index < from + 300; index++) await oracle.appendFact(fact({ index }));
    return take();
  };
  await append(0);
  const early = await append(300);
  for (let start = 600; start < 1_800; start += 300) await append(start);
  expect(await append(1_800)).toEqual(early);
  expect(early).toMatchObject({ commits: 300, rows: 300 });
  expect((await oracle.read()).facts.size).toBe(2_100);
});

test('every change takes the same work, however many there were', async () => {
  const { store, take } = countWork(createMemoryStore());
  const oracle = await sampleOracle(store);
  const { handle } = await oracle.appendFact(secret('Vermithrax'));
  const word = { handle, scope: 'scene', scopeId: 'gate', source: 'dice', event: 'event' } as const;
  const change = async (from: number) => {
    for (let index = from; index < from + 100; index++) {
      await oracle.unlock(word);
      await oracle.relock(word);
      await oracle.raiseTier({ consumer: 'player', entity: `wyrm ${index}`, tier: 1 });
    }
    return take();
  };
  await change(0);
  const early = await change(100);
  for (let start = 200; start < 600; start += 100) await change(start);
  expect(await change(600)).toEqual(early);
  expect(early.rows).toBe(300);
});

test('many facts at once are few batches, read once, and what was read stays as it was', async () => {
  const { store, take } = countWork(
    await openSqliteStore({ file: join(directory, 'many.db'), create: true }),
  );
  const oracle = await sampleOracle(store);
  take();
  const drafts = Array.from({ length: 4_000 }, (_, index) => fact({ index }));
  const appended = await oracle.appendFacts(drafts);
  expect(appended).toHaveLength(drafts.length);
  expect(take().commits).toBeLessThan(20);
  const early = await oracle.read();
  const first = take();
  expect(first.rows).toBe(4_000);
  expect(first.objects).toBeLessThanOrEqual(12_000);
  expect((await oracle.read()).facts.size).toBe(4_000);
  expect(take()).toMatchObject({ rows: 0, objects: 0 });
  await oracle.appendFact(fact('one more'));
  await oracle.registerKind({ kind: 'omen' });
  const late = await oracle.read();
  expect([early.facts.size, late.facts.size]).toEqual([4_000, 4_001]);
  expect([early.state.kinds.has('omen'), late.state.kinds.has('omen')]).toEqual([false, true]);
  await store.close();
});

test('many facts again are the same facts', async () => {
  const store = await openSqliteStore({ file: join(directory, 'again.db'), create: true });
  const oracle = await sampleOracle(store);
  const drafts = Array.from({ length: 3_000 }, (_, index) => fact({ index: index % 2_000 }));
  const appended = await oracle.appendFacts(drafts);
  const before = await store.statistics();
  expect(await oracle.appendFacts(drafts)).toEqual(appended);
  expect(await store.statistics()).toEqual(before);
  expect((await oracle.read()).facts.size).toBe(2_000);
  await store.close();
});

test('many words, kinds and locks are registered at once', async () => {
  const store = await openSqliteStore({ file: join(directory, 'words.db'), create: true });
  const oracle = await sampleOracle(store);
  const names = Array.from({ length: 12_000 }, (_, index) => `name-${index}`);
  await oracle.registerVocabulary(names);
  await oracle.registerKinds(names.map((kind) => ({ kind })));
  await oracle.recordDerivedLocks(names.map((handle) => ({ handle, by: 'locked:1' })));
  const { kinds, vocabulary, derivedLocks } = (await createOracle(store).read()).state;
  expect([kinds.size, vocabulary.size, derivedLocks.size]).toEqual([12_005, 12_000, 12_000]);
  await store.close();
});

test('a log that a merge rewrote is read anew, and an oracle that was open sees it', async () => {
  const at = (now: number) => ({ clock: { now: () => now } });
  const [ours, theirs] = [countWork(createMemoryStore()), createMemoryStore()];
  const other = await sampleOracle(theirs, at(1));
  await other.appendFact(fact('theirs, and older'));
  const oracle = await sampleOracle(ours.store, at(2));
  await oracle.appendFact(fact('ours'));
  await oracle.appendFact(fact('also ours'));
  const rule = { handle: 'rule_ref:stealth-4', scope: 'scene', scopeId: 'gate', source: 'dice' } as const;
  await oracle.unlock({ ...rule, event: 'ours' });
  await other.unlock({ ...rule, event: 'theirs' });
  expect((await oracle.read()).facts.size).toBe(2);
  await importArchive(ours.store, exportArchive(theirs));
  ours.take();
  const { facts, state } = await oracle.read();
  expect(state.unlocks.map(({ event }) => event)).toEqual(['theirs', 'ours']);
  expect(Array.from(facts.values(), ({ payload }) => payload)).toEqual([
    'theirs, and older',
    'ours',
    'also ours',
  ]);
  expect(ours.take().rows).toBeGreaterThan(3);
  await oracle.appendFact(fact('and one more'));
  expect((await oracle.read()).facts.size).toBe(4);
});
