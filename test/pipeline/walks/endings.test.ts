// How walks end that go wrong, with the reason, and that each goes on to a good end when what was wrong is mended.

import { describe, expect, test } from 'vitest';
import { PenumbraError } from '../../../src/kernel/index.ts';
import type { Ledger, Store } from '../../../src/ledger/index.ts';
import { createMemoryStore, defineFrameTypes } from '../../../src/ledger/index.ts';
import {
  type Ask,
  beginRun,
  type Graph,
  loadPipeline,
  type Mask,
  openJournal,
  type RecordedWalkOptions,
  readRun,
} from '../../../src/pipeline/index.ts';
import { createFakeClock } from '../../../src/testing/index.ts';
import { make, straight } from '../sample-walks.ts';
import { goOn, memoryLedger, winding } from './recorded-walks.ts';

const good: Ask = ({ name }, { state }) => ({
  type: name,
  data: { visit: state.visits[name] ?? 0, isGood: true },
});
const hang: Ask = () => new Promise(() => {});
const at =
  (node: string, wrong: Ask): Ask =>
  (asked, context, signal) =>
    (asked.name === node ? wrong : good)(asked, context, signal);

const endless = make([
  'id: e1, from: a, to: b',
  'id: e2, from: b, to: a, loop: true, max: 1000000, when: "!output.isGood"',
  'id: e3, from: b, to: _done',
]);
const counted = (max: number) =>
  make([
    'id: e1, from: a, to: b',
    `id: e2, from: b, to: a, loop: true, max: ${max}, when: "!output.isGood"`,
    'id: e3, from: b, to: _done, when: output.isGood',
  ]);
const stalling = make(['id: e1, from: a, to: b', 'id: e2, from: b, to: _done, when: output.isGood']);
const worn = loadPipeline(
  'pipeline: p\nnodes: [{name: a}, {name: b, masks: [m]}]\nedges:\n  - {id: e1, from: a, to: b}\n  - {id: e2, from: b, to: _done}\nstart: a',
);
const mask = (wrap: Mask['wrap']): Mask => ({ name: 'm', description: 'm', validNodes: ['b'], wrap });
const plainMask = mask((next) => (context) => next(context));
let turn = 0;
const bad: Ask = ({ name }) => ({ type: name, data: { isGood: false, turn: turn++ } });
const same: Ask = ({ name }) => ({ type: name, data: { isGood: false } });

type Ending = {
  readonly what: string;
  readonly graph: Graph;
  readonly options: RecordedWalkOptions;
  readonly expected: { readonly status: string; readonly terminal: string | null; readonly reason: string };
  /** With what it goes on; a good agent unless said. */
  readonly mended?: Partial<RecordedWalkOptions>;
};

const exhausted = { status: 'exhausted', terminal: '_exhausted' };
const failed = { status: 'failed', terminal: null };
const cancelled = { status: 'cancelled', terminal: null };
const aborting = (when: 'during' | 'after'): RecordedWalkOptions => {
  const controller = new AbortController();
  const wrong: Ask = (node, context, signal) => {
    controller.abort('enough');
    return (when === 'during' ? hang : good)(node, context, signal);
  };
  return { ask: at('b', wrong), signal: controller.signal };
};
const abortingBehind = (): RecordedWalkOptions => {
  const controller = new AbortController();
  return { ask: good, signal: controller.signal, onStep: () => controller.abort('enough') };
};
const slowClock = () => {
  const clock = createFakeClock();
  const ask: Ask = (node, context, signal) => {
    clock.advance(60);
    return good(node, context, signal);
  };
  return { ask, clock, limits: { timeoutMs: 60 } };
};

const endings: readonly Ending[] = [
  {
    what: 'loops for ever, up to the steps it may take',
    graph: endless,
    options: { ask: at('b', bad), limits: { maxSteps: 50 } },
    expected: { ...exhausted, reason: '50 steps are taken' },
  },
  {
    what: 'loops for ever, up to the bound of the loop',
    graph: counted(3),
    options: { ask: at('b', bad) },
    expected: { ...exhausted, reason: '`e2` at `b` is spent: 3 of 3 loops are taken' },
  },
  {
    what: 'oscillates',
    graph: counted(100),
    options: { ask: at('b', same) },
    expected: { ...exhausted, reason: 'the artifact equals the one before the last loop' },
  },
  {
    what: 'stalls',
    graph: stalling,
    options: { ask: at('b', bad) },
    expected: { ...failed, reason: 'no edge of `b` matches its artifact `b`' },
  },
  {
    what: 'has an agent that throws',
    graph: straight,
    options: { ask: at('b', () => Promise.reject(new Error('down'))) },
    expected: { ...failed, reason: 'no artifact at `b`: down' },
  },
  {
    what: 'has an agent that throws inside a definition within a node',
    graph: winding(),
    options: { ask: at('d', () => Promise.reject(new Error('down'))) },
    expected: { ...failed, reason: 'no artifact at `walks`: no artifact at `d`: down' },
  },
  {
    what: 'has an agent that hangs',
    graph: straight,
    options: { ask: at('b', hang), limits: { nodeTimeoutMs: 5 } },
    expected: { ...failed, reason: 'no artifact at `b`: no answer within 5 milliseconds' },
  },
  {
    what: 'has an agent that hangs while its clock stands still',
    graph: straight,
    options: { ask: at('b', hang), limits: { nodeTimeoutMs: 5 }, clock: createFakeClock() },
    expected: { ...failed, reason: 'no artifact at `b`: no answer within 5 milliseconds' },
  },
  {
    what: 'has an agent that hangs until the time of the walk is up',
    graph: straight,
    options: { ask: at('b', hang), limits: { timeoutMs: 5 } },
    expected: { ...exhausted, reason: 'the time of the walk is up' },
  },
  {
    what: 'is slow by its clock',
    graph: straight,
    options: slowClock(),
    expected: { ...exhausted, reason: 'the time of the walk is up' },
  },
  {
    what: 'wears a mask that hangs',
    graph: worn,
    options: { ask: good, masks: [mask(() => () => new Promise(() => {}))], limits: { nodeTimeoutMs: 5 } },
    expected: { ...failed, reason: 'no artifact at `b`: no answer within 5 milliseconds' },
    mended: { masks: [plainMask] },
  },
  {
    what: 'wears a mask that throws',
    graph: worn,
    options: { ask: good, masks: [mask(() => () => Promise.reject(new Error('torn')))] },
    expected: { ...failed, reason: 'no artifact at `b`: torn' },
    mended: { masks: [plainMask] },
  },
  {
    what: 'breaks its schema',
    graph: straight,
    options: { ask: at('b', bad), check: ({ data }) => (data.isGood ? null : 'it is not good') },
    expected: { ...failed, reason: 'no artifact at `b`: it is not good' },
  },
  {
    what: 'is called off before it begins',
    graph: straight,
    options: { ask: good, signal: AbortSignal.abort('enough') },
    expected: { ...cancelled, reason: 'enough' },
  },
  {
    what: 'is called off while an agent is asked',
    graph: straight,
    options: aborting('during'),
    expected: { ...cancelled, reason: 'enough' },
  },
  {
    what: 'is called off when an agent has just answered',
    graph: straight,
    options: aborting('after'),
    expected: { ...cancelled, reason: 'enough' },
  },
  {
    what: 'is called off between two steps',
    graph: straight,
    options: abortingBehind(),
    expected: { ...cancelled, reason: 'enough' },
  },
];

describe('a walk that', () => {
  test.each(endings)('$what ends so, and goes on to a good end', async (ending) => {
    const { graph, options, expected, mended = {} } = ending;
    const ledger = memoryLedger();
    const { run } = await openJournal(ledger, { run: 'run', case: 'case' });
    await beginRun(ledger, run, [{ id: 'case' }]);
    const { status, terminal, reason = null, error } = await goOn(ledger, graph, options);
    expect({ status, terminal, reason: reason ?? error?.message }).toEqual({
      ...expected,
      reason: expect.stringContaining(expected.reason),
    });
    const told = (await readRun(ledger.store, run)).cases[0];
    if (status === 'failed') expect(told).toMatchObject({ status, reason: error?.message });
    const again = await goOn(ledger, graph, { ask: good, isRetried: true, ...mended });
    expect({ status: again.status, terminal: again.terminal }).toEqual({ status: 'done', terminal: '_done' });
    expect((await readRun(ledger.store, run)).cases[0]).toMatchObject({ status: 'done', reason: null });
  });

  test('failed stays so until somebody says that it is to be tried again', async () => {
    const ledger = memoryLedger();
    await goOn(ledger, straight, { ask: at('b', () => Promise.reject(new Error('down'))) });
    expect(await goOn(ledger, straight, { ask: good })).toMatchObject({ status: 'failed' });
  });

  test('failed within a definition is tried again there, and what stands is not asked again', async () => {
    const ledger = memoryLedger();
    const asked: string[] = [];
    await goOn(ledger, winding(), { ask: at('d', () => Promise.reject(new Error('down'))) });
    const ask: Ask = (node, context, signal) => {
      asked.push(node.name);
      return good(node, context, signal);
    };
    await goOn(ledger, winding(), { ask, isRetried: true });
    expect(asked).toEqual(['d', 'e']);
  });

  test('stalls behind a definition within a node walks that again, and asks no node in its place', async () => {
    const graph = winding((text) => text.replace('to: e}', 'to: e, when: output.isGood}'));
    const ledger = memoryLedger();
    const poor: Ask = ({ name }, { state }) => ({
      type: name,
      data: { visit: state.visits[name] ?? 0, isGood: false },
    });
    expect(await goOn(ledger, graph, { ask: poor })).toMatchObject({
      status: 'failed',
      state: { node: 'walks' },
    });
    const asked: string[] = [];
    const ask: Ask = (node, context, signal) => {
      asked.push(node.name);
      return good(node, context, signal);
    };
    expect((await goOn(ledger, graph, { ask, isRetried: true })).status).toBe('done');
    expect(asked).toEqual(['c', 'd', 'e']);
  });

  test('has a clock that goes backwards takes no time, and comes to its end', async () => {
    const clock = createFakeClock();
    const ask: Ask = (node, context, signal) => {
      clock.advance(-1_000_000);
      return good(node, context, signal);
    };
    const result = await goOn(memoryLedger(), straight, { ask, clock, limits: { timeoutMs: 1_000 } });
    expect(result).toMatchObject({ status: 'done', state: { counters: { court_ms: 0 } } });
  });
});

describe('a store that gives way', () => {
  const failing = (commit: number, code: 'store-full' | 'store-busy'): { ledger: Ledger; calm: Ledger } => {
    const store = createMemoryStore();
    let commits = 0;
    const own: Store = {
      ...store,
      commit: async (batch) => {
        if (++commits === commit) throw new PenumbraError(code, 'no room left');
        return store.commit(batch);
      },
    };
    const calm: Ledger = { store, types: defineFrameTypes(), clock: { now: () => 0 } };
    return { calm, ledger: { ...calm, store: own } };
  };

  test.each(
    [1, 2, 3, 8].flatMap((commit) =>
      (['store-full', 'store-busy'] as const).map((code) => [commit, code] as const),
    ),
  )('at commit %i with `%s` ends the walk where it stands, and it goes on', async (commit, code) => {
    const { ledger, calm } = failing(commit, code);
    const asked: string[] = [];
    const ask: Ask = (node, context, signal) => {
      asked.push(node.name);
      return good(node, context, signal);
    };
    await expect(goOn(ledger, winding(), { ask })).rejects.toMatchObject({ code });
    expect((await goOn(calm, winding(), { ask })).status).toBe('done');
    const path = 'a b a b c d e'.split(' ');
    // The first commit opens the case. The answer that could not be recorded is the one that is asked for again.
    expect(asked).toEqual([...path.slice(0, commit - 1), ...path.slice(Math.max(0, commit - 2))]);
  });
});
