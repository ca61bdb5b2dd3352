/** That many cases wait for each other, are compared in their order, and are asked again only where that is asked for. */
import { describe, expect, test } from 'vitest';
import { make } from '../../../test/pipeline/sample-walks.ts';
import { everyLog, memoryLedger } from '../../../test/pipeline/walks/recorded-walks.ts';
import type { Ledger } from '../../ledger/index.ts';
import { createFakeClock } from '../../testing/index.ts';
import { defineAgent } from '../agents/index.ts';
import { openJournal, readRun, type WalkManyOptions, walkMany } from '../index.ts';

const graph = make(
  [
    'id: e1, from: a, to: b',
    'id: e2, from: b, to: c',
    'id: e3, from: c, to: d',
    'id: e4, from: d, to: _done',
  ],
  { nodes: '{name: a}, {name: b}, {name: c}, {name: d}' },
);
const cases = ['one', 'two', 'three'].map((id) => ({ id }));
const answer = (name: string) => ({ type: name, data: {} });

type Answer = (node: string, caseId: string) => ReturnType<WalkManyOptions['ask']>;

/** Walks the cases and lists who was asked where, and which cases each was told of. */
async function walkCases(ledger: Ledger, options: Partial<WalkManyOptions>, say: Answer = answer) {
  const asked: string[] = [];
  const results = await walkMany(graph, {
    run: 'run',
    cases,
    ledger,
    ...options,
    ask: ({ name }, _context, { case: id, earlier }) => {
      const told = earlier.map((one) => `${one.case}:${Object.keys(one.outputs).join('')}`);
      asked.push([id, name, ...told].join(' '));
      return say(name, id);
    },
  });
  return { asked, results, ends: results.map(({ status }) => status) };
}

const failing: Answer = (node, id) =>
  node === 'b' && id === 'two' ? Promise.reject(new Error('down')) : answer(node);

describe('a barrier', () => {
  test('lets nobody on until all have come, and tells each of those before it, as they were then', async () => {
    const { asked } = await walkCases(memoryLedger(), { barriers: ['c'] });
    expect(asked.slice(0, 6).sort()).toEqual(cases.flatMap(({ id }) => [`${id} a`, `${id} b`]).sort());
    const behind = ['one c', 'one d', 'two c one:ab', 'two d one:ab'];
    const last = ['three c one:ab two:ab', 'three d one:ab two:ab'];
    expect(asked.slice(6).sort()).toEqual([...behind, ...last].sort());
  });

  test('does not wait for a case that has ended, which is not tried again behind it', async () => {
    const { asked, ends } = await walkCases(memoryLedger(), { barriers: ['c'], isRetried: true }, failing);
    expect(ends).toEqual(['done', 'failed', 'done']);
    expect(asked.filter((one) => one === 'two b')).toHaveLength(1);
    expect(asked).toContain('three c one:ab two:a');
  });

  test('stays closed while a case stands still, and opens when it has come', async () => {
    const ledger = memoryLedger();
    const stopped = await walkCases(ledger, { barriers: ['c'], pauseAt: ['b'] });
    expect(stopped.ends).toEqual(['paused', 'paused', 'paused']);
    expect(await everyLog(ledger, 'barriers/')).toEqual({});
    const { asked, ends } = await walkCases(ledger, { barriers: ['c'] });
    expect(ends).toEqual(['done', 'done', 'done']);
    expect(asked).toHaveLength(9);
  });

  test('that is one of several opens when all that can come to it have come', async () => {
    const { asked } = await walkCases(memoryLedger(), { barriers: ['d', 'b'] });
    const groups = [asked.slice(0, 3), asked.slice(3, 9), asked.slice(9)].map((group) => group.toSorted());
    expect(groups[0]).toEqual(['one a', 'three a', 'two a']);
    expect(groups[1]).toContain('three c one:a two:a');
    expect(groups[2]).toEqual(['one d', 'three d one:abc two:abc', 'two d one:abc']);
  });
});

describe('many cases', () => {
  test('that failed are tried again once in each call that says so', async () => {
    const ledger = memoryLedger();
    await walkCases(ledger, { barriers: ['c'] }, failing);
    expect((await walkCases(ledger, { barriers: ['c'] }, failing)).asked).toEqual([]);
    const again = await walkCases(ledger, { barriers: ['c'], isRetried: true });
    expect(again.ends).toEqual(['done', 'done', 'done']);
    expect(again.asked).toEqual(['two b', 'two c one:ab', 'two d one:ab']);
  });

  test('that are called off say so, and go on later', async () => {
    const ledger = memoryLedger();
    const controller = new AbortController();
    const stopping: Answer = (node, id) => {
      if (id === 'two') controller.abort('enough');
      return answer(node);
    };
    const { ends } = await walkCases(
      ledger,
      { pool: 1, barriers: ['c'], signal: controller.signal },
      stopping,
    );
    expect(ends).toEqual(['paused', 'cancelled', 'cancelled']);
    const { run } = await openJournal(ledger, { run: 'run', case: 'one' });
    expect((await readRun(ledger.store, run)).cases.map(({ status }) => status)).toEqual([
      'walking',
      'opened',
      'opened',
    ]);
    expect((await walkCases(ledger, { barriers: ['c'] })).ends).toEqual(['done', 'done', 'done']);
  });

  test('of one name, or other ones than the run has, are refused before anybody is asked', async () => {
    const ledger = memoryLedger();
    const twice = [{ id: 'one' }, { id: 'one' }];
    await expect(walkCases(ledger, { cases: twice })).rejects.toThrow('two cases of a run have the same id');
    await walkCases(ledger, { limits: { maxSteps: 1 } });
    await expect(walkCases(ledger, { cases: cases.toReversed() })).rejects.toThrow(
      'was begun with other cases',
    );
  });

  test('whose time runs out while they wait for their turn ask nobody', async () => {
    const clock = createFakeClock();
    const slow: Answer = (node) => {
      clock.advance(60);
      return answer(node);
    };
    const { asked, results } = await walkCases(
      memoryLedger(),
      { team: [defineAgent({ name: 'slow' })], perAgent: { slow: 1 }, clock, limits: { timeoutMs: 100 } },
      slow,
    );
    expect(asked).toHaveLength(2);
    expect(results.map(({ reason }) => reason)).toEqual(cases.map(() => 'the time of the walk is up'));
  });

  test('none at all are walked to their end', async () => {
    expect((await walkCases(memoryLedger(), { cases: [] })).ends).toEqual([]);
  });
});
