/** That many cases are refused before anything is written, stop together where one cannot go on, and end once. */
import { expect, test } from 'vitest';
import { make, straight } from '../../../test/pipeline/sample-walks.ts';
import { countingAgent, everyLog, memoryLedger } from '../../../test/pipeline/walks/recorded-walks.ts';
import { PenumbraError } from '../../kernel/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import { type CaseStart, openJournal, readRun, type WalkManyOptions, walkMany } from '../index.ts';

const cases: readonly CaseStart[] = ['one', 'two', 'three', 'four'].map((id) => ({ id }));
const { ask } = countingAgent();
const unbound = make(['id: e1, from: a, to: b, condition: somehow', 'id: e2, from: b, to: _done']);

test.each<[string, Partial<WalkManyOptions>, string]>([
  ['an id that is none', { cases: [...cases, { id: 'a b' }] }, '`a b` cannot name a case'],
  ['a start that is none', { cases: [...cases, { id: 'five', start: 'bb' }] }, '`bb` is no node of `p`'],
  ['a barrier that is none', { barriers: ['bb'] }, '`bb`: no node of `p` (did you mean `b`?)'],
  ['a pause that is none', { pauseAt: ['c'] }, '`c`: no node of `p`'],
  ['a limit that is none', { perAgent: { x: 0 } }, '`x` cannot be asked 0 times at once'],
  ['what came before and is no artifact', { cases: [{ id: 'x', prior: 5 as never }] }, 'not an artifact'],
])('cases are refused for %s, and nothing is written', async (_what, options, message) => {
  const ledger = memoryLedger();
  const walking = walkMany(straight, { run: 'run', cases, ask, ledger, ...options });
  await expect(walking).rejects.toThrow(message);
  expect(await everyLog(ledger)).toEqual({});
});

test('a definition that is not bound is refused, and nothing is written', async () => {
  const ledger = memoryLedger();
  const walking = walkMany(unbound, { run: 'run', cases, ask, ledger });
  await expect(walking).rejects.toMatchObject({ code: 'invalid-pipeline' });
  expect(await everyLog(ledger)).toEqual({});
});

const full = new PenumbraError('store-full', 'no room');
const boom = (): never => {
  throw full;
};

/** Walks two at a time, of which the second waits until the first has come to grief. */
async function walkIntoFault(fault: Partial<WalkManyOptions>, grieves: 'asked' | 'told') {
  const ledger = memoryLedger();
  const asked: string[] = [];
  const { promise: grief, resolve } = Promise.withResolvers<void>();
  const walking = walkMany(straight, {
    run: 'run',
    cases,
    ledger,
    pool: 2,
    ask: async ({ name }, _context, { case: id }) => {
      asked.push(`${id} ${name}`);
      if (id === 'two') await grief;
      if (id === 'one' && name === 'b') {
        setImmediate(resolve);
        if (grieves === 'asked') boom();
      }
      return { type: name, data: {} };
    },
    ...fault,
  });
  await expect(walking).rejects.toBe(full);
  const before = [...asked];
  await new Promise((settled) => setImmediate(settled));
  expect(asked).toEqual(before);
  return { ledger, asked };
}

test.each<[string, Partial<WalkManyOptions>, 'asked' | 'told']>([
  ['an ask meets a full store', {}, 'asked'],
  ['whoever is told of progress throws', { onProgress: boom }, 'told'],
])('where %s the others keep their answers and ask no more', async (_what, fault, grieves) => {
  const { ledger, asked } = await walkIntoFault(fault, grieves);
  expect(asked).toEqual(['one a', 'two a', 'one b']);
  const { progress } = await openJournal(ledger, { run: 'run', case: 'two' });
  expect(progress.walk?.state.node).toBe('b');
  const again = await walkMany(straight, { run: 'run', cases, ask, ledger });
  expect(again.map(({ status }) => status)).toEqual(cases.map(() => 'done'));
});

const ends = async (ledger: Ledger) => {
  const [log] = Object.values(await everyLog(ledger, 'run/')) as [readonly { readonly value: string }[]];
  const { run } = await openJournal(ledger, { run: 'run', case: 'one' });
  const { status } = await readRun(ledger.store, run);
  return { status, ended: log.filter(({ value }) => value.includes('"run-ended"')).length };
};

test('a run has ended when all its cases have, and is told to have once', async () => {
  const ledger = memoryLedger();
  const walkOn = (options: Partial<WalkManyOptions> = {}) =>
    walkMany(straight, { run: 'run', cases, ask, ledger, ...options });
  await walkOn({ limits: { maxSteps: 1 } });
  expect(await ends(ledger)).toEqual({ status: 'running', ended: 0 });
  await walkOn({ pauseAt: ['b'] });
  await walkOn({ signal: AbortSignal.abort() });
  expect(await ends(ledger)).toEqual({ status: 'running', ended: 0 });
  await walkOn({ barriers: ['b'], ask: () => Promise.reject(new Error('down')) });
  expect(await ends(ledger)).toEqual({ status: 'done', ended: 1 });
  await walkOn();
  await walkOn({ isRetried: true });
  await Promise.all([walkOn(), walkOn()]);
  expect(await ends(ledger)).toEqual({ status: 'done', ended: 1 });
});
