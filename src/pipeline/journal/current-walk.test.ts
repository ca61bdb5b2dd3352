/** That a case takes its walks one after the other, and what an earlier one came to is only read. */
import { expect, test } from 'vitest';
import { make, straight } from '../../../test/pipeline/sample-walks.ts';
import {
  countingAgent,
  everyLog,
  goOn,
  memoryLedger,
  winding,
} from '../../../test/pipeline/walks/recorded-walks.ts';
import { type Ask, openJournal, overrideStep, walksOf } from '../index.ts';

const first = winding();
const second = make(['id: s1, from: a, to: b', 'id: s2, from: b, to: _done']);

/** Takes a first walk, for some steps or to its end, and then a second one. */
async function twoWalks({ maxSteps = 100, ask = countingAgent().ask as Ask } = {}) {
  const ledger = memoryLedger();
  const left = await goOn(ledger, first, { ask, limits: { maxSteps } });
  await goOn(ledger, second, { ask: countingAgent().ask });
  return { ledger, left, before: await everyLog(ledger) };
}

test('an earlier walk is read and not paid again', async () => {
  const { ledger, left, before } = await twoWalks();
  const { ask, asked } = countingAgent();
  expect(await goOn(ledger, first, { ask })).toEqual(left);
  expect(asked).toEqual([]);
  expect(await everyLog(ledger)).toEqual(before);
  const { progress } = await openJournal(ledger, { run: 'run', case: 'case' });
  expect(walksOf(progress).map(({ pipeline }) => pipeline)).toEqual(['winding', 'p']);
});

test('an earlier walk is read by whatever its definition has become, and not tried again', async () => {
  const down: Ask = () => Promise.reject(new Error('down'));
  const { ledger, before } = await twoWalks({ ask: down });
  const { ask, asked } = countingAgent();
  const changed = winding((text) => text.replace('max: 1', 'max: 2'));
  expect(await goOn(ledger, changed, { ask, isRetried: true })).toMatchObject({ status: 'failed' });
  expect(asked).toEqual([]);
  expect(await everyLog(ledger)).toEqual(before);
});

test('a walk that was left for a later one cannot be gone on with', async () => {
  const { ledger, before } = await twoWalks({ maxSteps: 2 });
  const { ask, asked } = countingAgent();
  await expect(goOn(ledger, first, { ask })).rejects.toMatchObject({
    code: 'usage',
    message: '`case` has left walk 1 of `winding` for a later one',
  });
  const journal = await openJournal(ledger, { run: 'run', case: 'case' });
  const answer = { node: 'a', by: 'ann', artifact: { type: 'a', data: {} } };
  const walk = { pipeline: 'winding', pass: 1 };
  await expect(overrideStep(journal, first, { ...answer, walk })).rejects.toMatchObject({ code: 'usage' });
  expect(asked).toEqual([]);
  expect(await everyLog(ledger)).toEqual(before);
});

test('passes of one pipeline are walks of their own', async () => {
  const ledger = memoryLedger();
  const { ask, asked } = countingAgent();
  for (const pass of [1, 2, 1, 2]) await goOn(ledger, straight, { ask, walk: { pipeline: 'p', pass } });
  expect(asked).toEqual(['a', 'b', 'a', 'b']);
});

test('a walk that begins by a later definition begins at what its start became', async () => {
  const renamed = make(['id: e1, from: a, to: last', 'id: e2, from: last, to: _done'], {
    nodes: '{name: a}, {name: last}',
  });
  const { ask, asked } = countingAgent();
  await goOn(memoryLedger(), renamed, { ask, start: 'b', map: { b: 'last' } });
  expect(asked).toEqual(['last']);
});
