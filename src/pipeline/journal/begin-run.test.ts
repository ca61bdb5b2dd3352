/** That the beginning of a run is written once, whole, and for the cases it was begun with. */
import { expect, test } from 'vitest';
import { straight } from '../../../test/pipeline/sample-walks.ts';
import { countingAgent, everyLog, goOn, memoryLedger } from '../../../test/pipeline/walks/recorded-walks.ts';
import { makeId, sha256 } from '../../kernel/index.ts';
import { type Ledger, readWholeLog } from '../../ledger/index.ts';
import {
  beginRun,
  type CaseStart,
  openJournal,
  overrideStep,
  readRun,
  runLog,
  walkMany,
  walkWithJournal,
} from '../index.ts';

const run = makeId('run', sha256('begun'));
const cases: readonly CaseStart[] = [{ id: 'one', config: { share: 0.5 } }, { id: 'two' }];

test('beginning again writes nothing', async () => {
  const ledger = memoryLedger();
  await beginRun(ledger, run, cases);
  const before = await everyLog(ledger);
  await beginRun(ledger, run, cases);
  expect(await everyLog(ledger)).toEqual(before);
  expect((await readRun(ledger.store, run)).cases.map(({ id }) => id)).toEqual(['one', 'two']);
});

test('a run without cases has begun, too', async () => {
  const ledger = memoryLedger();
  await beginRun(ledger, run, []);
  await beginRun(ledger, run, []);
  expect(await readRun(ledger.store, run)).toMatchObject({ status: 'running', cases: [], entries: 1 });
});

test.each<[string, readonly CaseStart[]]>([
  ['one more', [...cases, { id: 'three' }]],
  ['one less', cases.slice(0, 1)],
  ['another order', cases.toReversed()],
  ['another beginning', [{ id: 'one', config: { share: 0.4 } }, { id: 'two' }]],
])('a run is not taken up with %s', async (_what, others) => {
  const ledger = memoryLedger();
  await beginRun(ledger, run, cases);
  const before = await everyLog(ledger, 'run/');
  await expect(beginRun(ledger, run, others)).rejects.toMatchObject({ code: 'usage' });
  expect(await everyLog(ledger, 'run/')).toEqual(before);
});

test('a beginning of many cases that is cut off anywhere is completed', async () => {
  const many = Array.from({ length: 2_100 }, (_, index) => ({ id: `case-${index}` }));
  const whole = memoryLedger();
  await beginRun(whole, run, many);
  const expected = await readWholeLog(whole.store, runLog(run));
  expect(expected).toHaveLength(2_101);
  for (const commits of [0, 1, 2, 3]) {
    const ledger = memoryLedger();
    await expect(beginRun(dyingAfter(ledger, commits), run, many)).rejects.toThrow('killed');
    await beginRun(ledger, run, many);
    expect((await readWholeLog(ledger.store, runLog(run))).map(({ value }) => value)).toEqual(
      expected.map(({ value }) => value),
    );
  }
});

function dyingAfter(ledger: Ledger, commits: number): Ledger {
  let left = commits;
  const commit: Ledger['store']['commit'] = async (batch) => {
    if (left-- <= 0) throw new Error('killed');
    return ledger.store.commit(batch);
  };
  return { ...ledger, store: { ...ledger.store, commit } };
}

test.each(['', 'a/b', 'a b', 'é', 'x'.repeat(129), '\n', undefined])('%j names no case', async (id) => {
  const ledger = memoryLedger();
  const names = { code: 'invalid-name' };
  await expect(openJournal(ledger, { run, case: id as string })).rejects.toMatchObject(names);
  await expect(beginRun(ledger, run, [{ id: id as string }])).rejects.toMatchObject(names);
  expect(await everyLog(ledger)).toEqual(await everyLog(memoryLedger()));
});

const where = { run: 'run', case: 'one' };
const { ask } = countingAgent();
const model = async (ledger: ReturnType<typeof memoryLedger>) =>
  readRun(ledger.store, (await openJournal(ledger, where)).run);

test('cases that nobody opened are told of, each once, however often they are taken up', async () => {
  const ledger = memoryLedger();
  for (const maxSteps of [1, 100])
    for (const id of ['one', 'two']) await goOn(ledger, straight, { ask, case: id, limits: { maxSteps } });
  const { run, status, cases, entries } = await model(ledger);
  expect({ run, status }).toEqual({ run: (await openJournal(ledger, where)).run, status: 'running' });
  expect(cases.map(({ id, status: ended }) => `${id} ${ended}`)).toEqual(['one done', 'two done']);
  expect(cases.map(({ steps }) => steps.map(({ node }) => node))).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ]);
  const [log] = Object.values(await everyLog(ledger, 'run/')) as [readonly { readonly value: string }[]];
  expect(entries).toBe(log.length);
  expect(log.filter(({ value }) => /case-opened|run-started/.test(value))).toHaveLength(3);
});

test('two processes that open one case open it once', async () => {
  const ledger = memoryLedger();
  const journals = await Promise.all([1, 2].map(() => openJournal(ledger, where)));
  await Promise.allSettled(journals.map((one) => walkWithJournal(one, straight, { ask })));
  const [log] = Object.values(await everyLog(ledger, 'run/')) as [readonly { readonly value: string }[]];
  expect(log.filter(({ value }) => value.includes('case-opened'))).toHaveLength(1);
});

test('a case that was opened with its run is not opened again', async () => {
  const ledger = memoryLedger();
  const { run } = await openJournal(ledger, where);
  await beginRun(ledger, run, [{ id: 'one' }]);
  const before = await everyLog(ledger);
  await goOn(ledger, straight, { ask, case: 'one', signal: AbortSignal.abort() });
  expect(await everyLog(ledger)).toEqual(before);
});

test('a case that was opened by itself is what it would be among many', async () => {
  const ledger = memoryLedger();
  const start = { config: { share: 0.5 }, context: { x: 1 } };
  await goOn(ledger, straight, { ask, case: 'one', ...start });
  const [result] = await walkMany(straight, { run: 'run', ledger, cases: [{ id: 'one', ...start }], ask });
  expect(result?.status).toBe('done');
});

test("a person's answer opens a case as well", async () => {
  const ledger = memoryLedger();
  const journal = await openJournal(ledger, where);
  await overrideStep(journal, straight, { node: 'a', by: 'ann', artifact: { type: 'a', data: {} } });
  expect((await model(ledger)).cases).toMatchObject([{ id: 'one', overrides: [{ by: 'ann' }] }]);
});

test.each([
  ['a stop that is none', { pauseAt: ['c'] }],
  ['a start that is none', { start: 'c' }],
])('a walk that cannot begin opens nothing: %s', async (_what, options) => {
  const ledger = memoryLedger();
  await expect(goOn(ledger, straight, { ask, ...options })).rejects.toMatchObject({ code: 'usage' });
  expect(await everyLog(ledger)).toEqual({});
});

test('a journal that is being walked is not walked or answered in by another', async () => {
  const ledger = memoryLedger();
  const journal = await openJournal(ledger, where);
  const { promise, resolve } = Promise.withResolvers<void>();
  const slow = async ({ name }: { readonly name: string }) => {
    await promise;
    return { type: name, data: {} };
  };
  const walking = walkWithJournal(journal, straight, { ask: slow });
  const refused = { code: 'usage', message: 'the journal of `one` is being walked' };
  await expect(walkWithJournal(journal, straight, { ask })).rejects.toMatchObject(refused);
  const answer = { node: 'a', by: 'ann', artifact: { type: 'a', data: {} } };
  await expect(overrideStep(journal, straight, answer)).rejects.toMatchObject(refused);
  resolve();
  expect((await walking).status).toBe('done');
  expect((await walkWithJournal(journal, straight, { ask })).status).toBe('done');
});
