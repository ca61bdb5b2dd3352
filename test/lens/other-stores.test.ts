// A story that was exported and imported is compiled to the same bytes, on every store and back again.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPostgresStore } from '../../src/adapters/postgres/index.ts';
import { openSqliteStore } from '../../src/adapters/sqlite/index.ts';
import { createOracle } from '../../src/disclosure/oracle/index.ts';
import { createMemoryStore, importArchive, type Store } from '../../src/ledger/index.ts';
import { makeFolder } from '../context/workspace.ts';
import { archiveOf, inChunks } from '../ledger/sample-ledger.ts';
import { createDatabase } from '../support/postgres-database.ts';
import { compiledOutputs } from './compiled-outputs.ts';
import { tellStory } from './sample-story.ts';

/** Sees that a store gives the story's bytes when it was imported, and again when it goes on from there. */
async function check(store: Store): Promise<void> {
  const told = createMemoryStore();
  const story = await compiledOutputs(await tellStory(told));
  await importArchive(store, inChunks(await archiveOf(told)));
  expect(await compiledOutputs(createOracle(store))).toBe(story);
  const back = createMemoryStore();
  await importArchive(back, inChunks(await archiveOf(store)));
  expect(await compiledOutputs(createOracle(back))).toBe(story);
  await store.close();
}

/** Sees that a story that was told on a store itself has the same bytes as one in memory. */
async function checkTold(store: Store): Promise<void> {
  expect(await compiledOutputs(await tellStory(store))).toBe(await compiledOutputs(await tellStory()));
  await store.close();
}

test.each([
  ['imported into', check],
  ['told on', checkTold],
])('G1: a story %s SQLite gives the same bytes', async (_way, see) => {
  using folder = makeFolder();
  await see(await openSqliteStore({ file: join(folder.path, 'story.db'), create: true }));
});

test.each([
  ['imported into', check],
  ['told on', checkTold],
])('G1: a story %s PostgreSQL gives the same bytes', async (_way, see) => {
  const database = await createDatabase();
  try {
    await see(await openPostgresStore({ url: database.url, create: true }));
  } finally {
    await database.drop();
  }
});

test('AUTH-3: what is synthesized is so after export and import', async () => {
  const told = createMemoryStore();
  await tellStory(told);
  const other = createMemoryStore();
  await importArchive(other, inChunks(await archiveOf(told)));
  expect(await compiledOutputs(createOracle(other))).toMatch(/\[M\d\] full rumour synthesized\n/);
});
