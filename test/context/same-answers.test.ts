// The same request gets the same frames in the same order: in another process, on another store, put in another order.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openPostgresStore } from '../../src/adapters/postgres/index.ts';
import { openSqliteStore } from '../../src/adapters/sqlite/index.ts';
import { createMemoryStore } from '../../src/ledger/index.ts';
import { createDatabase } from '../support/postgres-database.ts';
import { livedAnswers } from './lived-answers.ts';
import { openLiving, textOf } from './living-workspace.ts';
import { makeFolder } from './workspace.ts';

test('all stores and another process answer alike', async () => {
  const answers = await livedAnswers(createMemoryStore());
  expect(answers.length).toBeGreaterThan(10_000);
  expect(await livedAnswers(createMemoryStore())).toBe(answers);
  using place = makeFolder();
  expect(await livedAnswers(await openSqliteStore({ file: join(place.path, 'l.db'), create: true }))).toBe(
    answers,
  );
  const database = await createDatabase();
  try {
    expect(await livedAnswers(await openPostgresStore({ url: database.url, create: true }))).toBe(answers);
  } finally {
    await database.drop();
  }
  const script = join(import.meta.dirname, 'lived-answers.ts');
  const options = {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    env: { ...process.env, TZ: 'Asia/Tokyo', LANG: 'tr_TR' },
  } as const;
  expect(execFileSync(process.execPath, [script], options)).toBe(answers);
});

test('a workspace that is opened again answers as before', async () => {
  using place = makeFolder();
  const file = join(place.path, 'l.db');
  await using living = await openLiving({
    files: { 'a.ts': 'export a' },
    store: await openSqliteStore({ file, create: true }),
  });
  await living.workspace.as('synthesis', 'synthesis').synthesize({ path: '.', type: 'sketch' });
  await living.note('a.ts', 'n');
  const answer = await living.workspace.getNode('a.ts');
  await living.workspace.close();
  await using again = await openLiving({ folder: living.folder, store: await openSqliteStore({ file }) });
  expect(await again.workspace.getNode('a.ts')).toEqual(answer);
});

test('frames put in any order are the same set, and come in the same order but for recency', async () => {
  const drafts = ['note', 'summary', 'remark'].flatMap((type) =>
    ['person', 'synthesis'].map((agent) => ({
      type: type === 'remark' ? type : `${type}`,
      agent,
      content: `${type} by ${agent}`,
    })),
  );
  const many = drafts
    .filter(({ type }) => type === 'remark')
    .concat(drafts.filter(({ type, agent }) => type !== 'remark' && agent === 'person'));
  const answerIn = async (order: typeof many) => {
    await using living = await openLiving({ files: { a: '1' } });
    for (const { agent, ...draft } of order)
      await living.workspace.as(agent, 'writer').putFrame({ path: 'a', ...draft });
    const { node } = await living.workspace.getNode('a');
    const byType = await living.frames('a', { order: 'type', type: ['note', 'summary'] });
    const byAgent = await living.frames('a', {
      order: 'agent',
      type: ['note', 'remark'],
      agent: 'synthesis',
    });
    return { root: node.frameSetRoot, byType: byType.map(textOf), byAgent: byAgent.map(textOf) };
  };
  const expected = await answerIn(many);
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(many, { minLength: many.length }), async (order) => {
      expect(await answerIn(order)).toEqual(expected);
    }),
    { numRuns: 20 },
  );
});

test('orders and bounds are those of the view, with the count before the bound', async () => {
  await using living = await openLiving({ files: { a: '1' } });
  const { workspace, clock } = living;
  for (const [index, agent] of ['person', 'synthesis', 'person', 'synthesis'].entries()) {
    clock.advance(1_000);
    const type = index < 2 ? 'remark' : 'note';
    await workspace.as(agent, 'writer').putFrame({ path: 'a', type, content: `${index}` });
  }
  const view = async (options: Parameters<typeof workspace.getNode>[1]) => {
    const { frames, frameCount } = await workspace.getNode('a', options);
    return [frames.map(textOf).join(''), frameCount];
  };
  expect(await view({})).toEqual(['310', 3]);
  expect(await view({ history: true })).toEqual(['3210', 4]);
  expect(await view({ history: true, maxFrames: 2 })).toEqual(['32', 4]);
  expect(await view({ history: true, maxFrames: 0 })).toEqual(['', 4]);
  expect(await view({ history: true, order: 'type' })).toEqual(['3210', 4]);
  expect(await view({ history: true, order: 'agent' })).toEqual(['2031', 4]);
  expect(await view({ history: true, agent: 'person' })).toEqual(['20', 2]);
  expect(await view({ history: true, type: 'remark', agent: ['person', 'nobody'] })).toEqual(['0', 1]);
  expect(await view({ history: true, since: 2, until: 3 })).toEqual(['21', 2]);
  expect(await view({ history: true, until: new Date(Date.UTC(2026, 0, 1) + 2_000) })).toEqual(['10', 2]);
  expect(await view({ type: [] })).toEqual(['', 0]);
});
