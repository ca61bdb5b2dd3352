/** That an ask within a step is answered once, by the same words, however often the step is taken up. */
import { expect, test } from 'vitest';
import { make } from '../../../test/pipeline/sample-walks.ts';
import { everyLog, goOn, memoryLedger } from '../../../test/pipeline/walks/recorded-walks.ts';
import {
  type Ask,
  askOnce,
  beginRun,
  type CaseAsk,
  type Journal,
  openJournal,
  readRun,
  WalkPause,
  walkMany,
  walkWithJournal,
} from '../index.ts';

const graph = make(['id: e1, from: a, to: b', 'id: e2, from: b, to: _done']);
const where = { run: 'run', case: 'case' };

test.each<[string, unknown, unknown]>([
  ['a decimal of many places', { share: 0.123456 }, { share: 0.1235 }],
  ['a field without a value', { share: undefined, text: 'x' }, { text: 'x' }],
  ['a list', [1, 0.5, null], [1, 0.5, null]],
  ['nothing', null, null],
  [
    'the name of a prototype',
    JSON.parse('{"__proto__": {"share": 1}}'),
    JSON.parse('{"__proto__": {"share": 1}}'),
  ],
])('%s is the same whether it was just said or is on record', async (_what, said, heard) => {
  const ledger = memoryLedger();
  const first = await openJournal(ledger, where);
  expect(await askOnce(first, 'x', async () => said)).toEqual(heard);
  const never = () => Promise.reject(new Error('asked again'));
  expect(await askOnce(await openJournal(ledger, where), 'x', never)).toEqual(heard);
  expect(await askOnce(first, 'x', never)).toEqual(heard);
});

test('asks of one step are told apart by name, and those of another step and case by place', async () => {
  const ledger = memoryLedger();
  const heard: unknown[] = [];
  const ask =
    (journal: Journal): Ask =>
    async ({ name }) => {
      for (const speaker of ['one', 'two'])
        heard.push(await askOnce(journal, speaker, async () => `${journal.case} ${name} ${speaker}`));
      return { type: name, data: {} };
    };
  for (const id of ['x', 'y', 'x']) {
    const journal = await openJournal(ledger, { run: 'run', case: id });
    await walkWithJournal(journal, graph, { ask: ask(journal) });
  }
  expect(heard).toEqual(
    ['x', 'y'].flatMap((id) => ['a one', 'a two', 'b one', 'b two'].map((what) => `${id} ${what}`)),
  );
});

test.each(['a new journal', 'the same journal'])(
  'a step that stops between two asks goes on with the first answer and tells of each once, on %s',
  async (which) => {
    const ledger = memoryLedger();
    const { run } = await openJournal(ledger, where);
    await beginRun(ledger, run, [{ id: 'case' }]);
    let journal = await openJournal(ledger, where);
    const asked: string[] = [];
    let isSpent = true;
    const ask: Ask = async ({ name }) => {
      for (const speaker of ['one', 'two'])
        await askOnce(journal, speaker, async (notes) => {
          notes.add('model-asked', { model: speaker, request: name });
          if (speaker === 'two' && isSpent) throw new WalkPause('the budget is spent');
          return asked.push(`${name} ${speaker}`);
        });
      return { type: name, data: {} };
    };
    expect((await walkWithJournal(journal, graph, { ask })).status).toBe('paused');
    isSpent = false;
    if (which === 'a new journal') journal = await openJournal(ledger, where);
    expect((await walkWithJournal(journal, graph, { ask })).status).toBe('done');
    expect(asked).toEqual(['a one', 'a two', 'b one', 'b two']);
    const [one] = (await readRun(ledger.store, run)).cases;
    expect(one?.steps.map(({ asks }) => asks.map(({ model }) => model))).toEqual([
      ['one', 'two'],
      ['one', 'two'],
    ]);
  },
);

test.each([
  ['in the middle of an ask', true],
  ['between two asks', false],
])('an agent that hangs %s and comes back too late writes to no later step', async (_where, isAsking) => {
  const ways = make([
    'id: always, from: _any, to: b, when: state.role_failed && state.visits.b == 0',
    'id: e1, from: a, to: b',
    'id: e2, from: b, to: _done',
  ]);
  const late = Promise.withResolvers<string>();
  const left = Promise.withResolvers<unknown>();
  const hang = async ({ journal }: CaseAsk): Promise<never> => {
    await (isAsking ? askOnce(journal, 'first', () => late.promise) : late.promise);
    await askOnce(journal, 'second', async () => 'of a');
    throw new Error('it was kept');
  };
  const [result] = await walkMany(ways, {
    run: 'run',
    cases: [{ id: 'case' }],
    ledger: memoryLedger(),
    limits: { nodeTimeoutMs: 5 },
    ask: async ({ name }, _context, about) => {
      if (name === 'a') return hang(about).finally(() => left.resolve(null));
      late.resolve('late');
      await left.promise;
      return { type: name, data: { said: await askOnce(about.journal, 'second', async () => 'of b') } };
    },
  });
  expect(result).toMatchObject({ status: 'done', outputs: { b: { data: { said: 'of b' } } } });
});

test('an answer that cannot be kept fails its step, and a failed ask is asked again', async () => {
  const ledger = memoryLedger();
  const journal = await openJournal(ledger, where);
  await expect(askOnce(journal, 'x', async () => () => 1)).rejects.toMatchObject({ code: 'not-canonical' });
  await expect(askOnce(journal, 'x', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
  expect(await everyLog(ledger)).toEqual({});
  expect(await askOnce(journal, 'x', async () => 1)).toBe(1);
});

test('whoever has been overtaken keeps nothing and is told', async () => {
  const ledger = memoryLedger();
  const slow = await openJournal(ledger, where);
  await goOn(ledger, graph, { ask: ({ name }) => ({ type: name, data: {} }), limits: { maxSteps: 1 } });
  await expect(askOnce(slow, 'x', async () => 1)).rejects.toMatchObject({ code: 'store-busy' });
});

test('asks for one answer at once, or again in the same step, are one ask and told of once', async () => {
  const ledger = memoryLedger();
  let paid = 0;
  const ask = async (
    { name }: { readonly name: string },
    _context: unknown,
    _signal: unknown,
    step: Journal,
  ) => {
    const pay = () =>
      askOnce(step, 'x', async (notes) => {
        notes.add('model-asked', { model: 'm', request: name });
        await null;
        return ++paid;
      });
    const said = await Promise.all([pay(), pay(), pay()]);
    return { type: name, data: { said: [...said, await pay()] } };
  };
  const { run, outputs } = { ...(await openJournal(ledger, where)), ...(await goOn(ledger, graph, { ask })) };
  expect(outputs).toMatchObject({ a: { data: { said: [1, 1, 1, 1] } }, b: { data: { said: [2, 2, 2, 2] } } });
  const [one] = (await readRun(ledger.store, run)).cases;
  expect(one?.steps.map(({ asks }) => asks.length)).toEqual([1, 1]);
});

test('asks that fail together fail with one ask, and may be asked again', async () => {
  const journal = await openJournal(memoryLedger(), where);
  let paid = 0;
  const down = () => askOnce(journal, 'x', () => Promise.reject(new Error(`down ${++paid}`)));
  const both = await Promise.allSettled([down(), down()]);
  expect(both).toMatchObject([1, 2].map(() => ({ reason: { message: 'down 1' } })));
  await expect(down()).rejects.toThrow('down 2');
});
