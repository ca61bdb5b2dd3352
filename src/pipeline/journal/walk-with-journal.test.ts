/** That a walk on record goes on from any step, with another definition only where it is mapped, and pauses in between. */
import { describe, expect, test } from 'vitest';
import { make, straight } from '../../../test/pipeline/sample-walks.ts';
import {
  countingAgent,
  everyLog,
  goOn,
  memoryLedger,
  winding,
} from '../../../test/pipeline/walks/recorded-walks.ts';
import {
  type Ask,
  beginRun,
  openJournal,
  overrideStep,
  readRun,
  WalkPause,
  walksOf,
  walkWithJournal,
} from '../index.ts';

const graph = winding();
const path = 'a b a b c d e';

/** Lets a walk go on for a number of steps at a time until it is at its end. */
async function walkBy(steps: number) {
  const ledger = memoryLedger();
  const { ask, asked } = countingAgent();
  for (let maxSteps = steps; ; maxSteps += steps) {
    const result = await goOn(ledger, graph, { ask, limits: { maxSteps } });
    if (result.status === 'done') return { ledger, asked: asked.join(' '), result };
  }
}

describe('a walk on record', () => {
  test('is asked each node once, however often it is taken up', async () => {
    const whole = await walkBy(100);
    expect(whole.asked).toBe(path);
    for (const steps of [1, 2, 3, 5]) {
      const taken = await walkBy(steps);
      expect(taken.asked).toBe(path);
      expect(taken.result.state).toEqual(whole.result.state);
      expect(await everyLog(taken.ledger, 'progress/')).toEqual(await everyLog(whole.ledger, 'progress/'));
    }
  });

  test('that has ended is not walked again', async () => {
    const { ledger, result } = await walkBy(100);
    const before = await everyLog(ledger);
    const { ask, asked } = countingAgent();
    expect((await goOn(ledger, graph, { ask })).state).toEqual(result.state);
    expect(asked).toEqual([]);
    expect(await everyLog(ledger)).toEqual(before);
  });

  test('of two processes is refused to the slower one, which has written nothing', async () => {
    const ledger = memoryLedger();
    const { ask } = countingAgent();
    const [one, two] = await Promise.all([1, 2].map(() => openJournal(ledger, { run: 'run', case: 'case' })));
    if (one === undefined || two === undefined) throw new Error('unopened');
    await walkWithJournal(one, graph, { ask, limits: { maxSteps: 1 } });
    const before = await everyLog(ledger);
    await expect(walkWithJournal(two, graph, { ask })).rejects.toMatchObject({ code: 'store-busy' });
    expect(await everyLog(ledger)).toEqual(before);
  });
});

describe('a changed definition', () => {
  const renamed = winding((text) =>
    text.replaceAll('name: a}', 'name: first}').replaceAll(/: a([,\n])/g, ': first$1'),
  );
  const insideChanged = winding((text) =>
    text.replace('{name: c}, {name: d}', '{name: c}, {name: d, family: deep}'),
  );
  const insideRenamed = winding((text) =>
    text
      .replace('[{name: c}', '[{name: look}')
      .replace('from: c', 'from: look')
      .replace('start: c', 'start: look'),
  );
  const unbound = winding((text) => text.replace('to: e}', 'to: e, condition: somehow}'));
  const insideUnbound = winding((text) => text.replace('from: d, to: _done', '$&, condition: somehow'));
  const flat = winding((text) => text.replace(', pipeline: inner', ''));
  const half = async (maxSteps: number) => {
    const ledger = memoryLedger();
    await goOn(ledger, graph, { ask: countingAgent().ask, limits: { maxSteps } });
    return ledger;
  };

  test.each([
    ['of the walk itself', renamed],
    ['of a definition within it', insideChanged],
  ])('%s is refused, and nobody is asked', async (_what, changed) => {
    const ledger = await half(3);
    const { ask, asked } = countingAgent();
    const going = goOn(ledger, changed, { ask });
    await expect(going).rejects.toMatchObject({ code: 'invalid-pipeline' });
    await expect(going).rejects.toThrow('was walked by another definition');
    expect(asked).toEqual([]);
  });

  test.each([
    ['renamed nodes', 3, renamed, { a: 'first' }, 'b c d e'],
    ['a new form inside, before it is entered', 2, insideChanged, {}, 'a b c d e'],
    ['a new form inside, while it is walked', 5, insideChanged, {}, 'd e'],
    ['renamed nodes inside, while they are walked', 5, insideRenamed, { c: 'look' }, 'd e'],
    ['a node that walked a definition and is asked now, before it is entered', 3, flat, {}, 'b walks e'],
  ])('is walked on where it is mapped: %s', async (_what, steps, changed, map, rest) => {
    const ledger = await half(steps);
    const { ask, asked } = countingAgent();
    const result = await goOn(ledger, changed, { ask, map });
    expect({ status: result.status, asked: asked.join(' ') }).toEqual({ status: 'done', asked: rest });
    expect(result.loops).toEqual({ b: 1 });
    // From then on it is the walk of the new definition.
    expect((await goOn(ledger, changed, { ask })).state).toEqual(result.state);
  });

  test('in which a node walks a definition that was asked before enters that definition', async () => {
    const ledger = memoryLedger();
    const { ask, asked } = countingAgent();
    await goOn(ledger, flat, { ask, limits: { maxSteps: 4 } });
    await goOn(ledger, graph, { ask, map: {} });
    expect(asked.join(' ')).toBe('a b a b c d e');
  });

  test.each([
    ['a node that is gone', 3, renamed, {}, '`a`: no such node in `winding`'],
    ['a node that was never there', 3, renamed, { a: 'nowhere' }, '`nowhere`: no such node in `winding`'],
    [
      'one node for two',
      3,
      winding((text) => text.replace('max: 1', 'max: 2')),
      { a: 'b' },
      'more than one node became `b`',
    ],
    ['a key that every record has', 3, renamed, { toString: 'first' }, '`a`: no such node'],
    ['a node that is gone inside', 5, insideRenamed, {}, '`c`: no such node in `inner`'],
    ['a definition that is under way and gone', 5, flat, {}, '`walks` no longer walks a definition'],
    ['edges that nobody has bound', 3, unbound, {}, '`winding` cannot be walked: w4 not bound'],
    ['edges inside that nobody has bound', 3, insideUnbound, {}, '`inner` cannot be walked: i2 not bound'],
  ])('is refused where the map leads to %s', async (_what, steps, changed, map, message) => {
    const ledger = await half(steps);
    const { ask, asked } = countingAgent();
    await expect(goOn(ledger, changed, { ask, map })).rejects.toThrow(message);
    expect(asked).toEqual([]);
  });
});

describe('a walk on record that stops', () => {
  const paused = async (options: Partial<Parameters<typeof goOn>[2]>) => {
    const ledger = memoryLedger();
    const { run } = await openJournal(ledger, { run: 'run', case: 'case' });
    await beginRun(ledger, run, [{ id: 'case' }]);
    const { ask, asked } = countingAgent();
    const result = await goOn(ledger, graph, { ask, ...options });
    const told = async () => (await readRun(ledger.store, run)).cases[0];
    return { ledger, result, asked, told };
  };
  const spent: Ask = ({ name }) => {
    if (name === 'd') throw new WalkPause('the budget is spent');
    return { type: name, data: {} };
  };

  test.each([
    ['before a node', { pauseAt: ['walks'] }, 'paused', 'it waits before `walks`', 4],
    ['where an ask says so, inside', { ask: spent }, 'paused', 'the budget is spent', 3],
    ['at its limit', { limits: { maxSteps: 2 } }, 'exhausted', '2 steps are taken', 2],
  ])('%s says so in the run, and goes on to its end', async (_what, options, status, reason, steps) => {
    const { ledger, result, told } = await paused(options);
    expect(result).toMatchObject({ status, reason });
    expect(await told()).toMatchObject({ status: 'paused', paused: reason, terminal: null });
    expect((await told())?.steps).toHaveLength(steps);
    expect((await goOn(ledger, graph, { ask: countingAgent().ask })).status).toBe('done');
    expect(await told()).toMatchObject({ status: 'done', paused: null, terminal: '_done' });
  });

  test('for others to come says nothing', async () => {
    const { ledger, result, told } = await paused({ waitAt: ['e'] });
    expect(result).toMatchObject({ status: 'paused', state: { node: 'e' } });
    expect(await told()).toMatchObject({ status: 'walking', paused: null });
    expect((await goOn(ledger, graph, { ask: countingAgent().ask })).status).toBe('done');
  });

  test('before its first step stands at its start', async () => {
    const { ledger, told, asked } = await paused({ pauseAt: ['a'] });
    expect(asked).toEqual([]);
    expect(await told()).toMatchObject({ status: 'paused', paused: 'it waits before `a`', steps: [] });
    expect((await goOn(ledger, graph, { ask: countingAgent().ask })).status).toBe('done');
  });

  test('because nobody waits for it is not told, and goes on', async () => {
    const { ledger, result, told } = await paused({ signal: AbortSignal.abort('enough') });
    expect(result).toMatchObject({ status: 'cancelled', reason: 'enough' });
    expect(await told()).toMatchObject({ status: 'opened', paused: null });
    expect((await goOn(ledger, graph, { ask: countingAgent().ask })).status).toBe('done');
  });
});

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
