/** That a case which is walked by itself is a case of its run, and that its journal is worked with by one at a time. */
import { expect, test } from 'vitest';
import { straight } from '../../../test/pipeline/sample-walks.ts';
import { countingAgent, everyLog, goOn, memoryLedger } from '../../../test/pipeline/walks/recorded-walks.ts';
import { beginRun, openJournal, overrideStep, readRun, walkMany, walkOnRecord } from '../index.ts';

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
  await Promise.allSettled(journals.map((one) => walkOnRecord(one, straight, { ask })));
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
  const walking = walkOnRecord(journal, straight, { ask: slow });
  const refused = { code: 'usage', message: 'the journal of `one` is being walked' };
  await expect(walkOnRecord(journal, straight, { ask })).rejects.toMatchObject(refused);
  const answer = { node: 'a', by: 'ann', artifact: { type: 'a', data: {} } };
  await expect(overrideStep(journal, straight, answer)).rejects.toMatchObject(refused);
  resolve();
  expect((await walking).status).toBe('done');
  expect((await walkOnRecord(journal, straight, { ask })).status).toBe('done');
});
