// Words of agents, checks and callers in a walk on record: whatever they are, they are kept in bounds, and the walk can
// be told of and gone on with.

import { expect, test } from 'vitest';
import { type Ask, openJournal, readRun, WalkPause } from '../../../src/pipeline/index.ts';
import { straight } from '../sample-walks.ts';
import { countingAgent, goOn, memoryLedger } from './recorded-walks.ts';

const good = countingAgent().ask;
const torn = { toString: () => '\ud800 torn' };

const words: readonly [string, unknown, string][] = [
  ['half a letter', 'a\ud800b', 'a\ufffdb'],
  ['a letter that is cut in half', `${'x'.repeat(999)}😀`, `${'x'.repeat(999)}\ufffd`],
  ['a million halves', '\udc00'.repeat(1_000_000), '\ufffd'.repeat(1_000)],
  ['nothing at all', '', 'no reason given'],
];
const reasons: readonly [string, unknown, string][] = [
  ...words,
  ['a reason that is no text', torn, '\ufffd torn'],
  ['a reason that cannot become one', Object.create(null), 'the reason cannot be read'],
  ['an error', new Error('\ud800'), '\ufffd'],
];

const failing =
  (error: Error): Ask =>
  () => {
    throw error;
  };

test.each(words)('an error of %s fails its step', async (_what, text, expected) => {
  const { result, told } = await walked({ ask: failing(new Error(text as string)) });
  expect(result.error?.message).toBe(`no artifact at \`a\`: ${expected}`.slice(0, 1_000));
  expect(told?.steps[0]).toMatchObject({ failure: expected });
});

test.each(words)('a pause for %s is told', async (_what, text, expected) => {
  const { result, told } = await walked({ ask: failing(new WalkPause(text as string)) });
  expect(result).toMatchObject({ status: 'paused', reason: expected });
  expect(told).toMatchObject({ status: 'paused', paused: expected });
});

test.each(words)('a check that finds %s fails the step', async (_what, text, expected) => {
  const { told } = await walked({ ask: good, check: () => text as string });
  expect(told?.steps[0]).toMatchObject({ failure: expected });
});

test.each(reasons)(
  'a walk is called off by %s, before it begins and while it is asked',
  async (_what, reason, expected) => {
    const before = await walked({ ask: good, signal: AbortSignal.abort(reason) });
    expect(before.result).toMatchObject({ status: 'cancelled', reason: expected });
    const controller = new AbortController();
    const never: Ask = () => {
      controller.abort(reason);
      return new Promise<never>(() => {});
    };
    const { result } = await walked({ ask: never, signal: controller.signal });
    expect(result).toMatchObject({ status: 'cancelled', reason: expected });
  },
);

test.each([
  ['too long', 'x'.repeat(201)],
  ['very long', 'x'.repeat(100_000)],
  ['half a letter', '\ud800'],
])('a type that is %s fails the step', async (_what, type) => {
  const { result, told } = await walked({ ask: () => ({ type, data: {} }) });
  expect(result).toMatchObject({ status: 'failed', error: { code: 'agent-failed' } });
  expect(told?.steps[0]?.failure).toMatch(/./);
});

test('a type of two hundred letters is one', async () => {
  expect((await walked({ ask: () => ({ type: 'é'.repeat(200), data: {} }) })).result.status).toBe('done');
});

test('a clock that tells no whole numbers, or none, stops nothing', async () => {
  const times = [0, 0.4, Number.NaN, 3.7, Number.POSITIVE_INFINITY, -1e300, 5.2];
  let next = 0;
  const clock = { now: () => times[next++ % times.length] ?? 0 };
  const { result } = await walked({ ask: good, clock });
  expect(result.status).toBe('done');
  expect(Number.isSafeInteger(result.state.counters.court_ms)).toBe(true);
});

test('who is asked changes no count of the engine', async () => {
  const ledger = memoryLedger();
  const greedy: Ask = (node, { state }) => {
    const { loops, visits } = state as unknown as Record<'loops' | 'visits', Record<string, number>>;
    for (const counts of [loops, visits]) Object.assign(counts, { a: 100, b: 100 });
    return { type: node.name, data: {} };
  };
  const { state } = await goOn(ledger, straight, { ask: greedy });
  expect(state.counters).toMatchObject({ loops: {}, visits: { a: 1, b: 1 } });
});

/** Walks on record with what may come, and sees that the walk is told of and can be gone on with. */
async function walked(options: Parameters<typeof goOn>[2]) {
  const ledger = memoryLedger();
  const result = await goOn(ledger, straight, options);
  const { run } = await openJournal(ledger, { run: 'run', case: 'case' });
  const [told] = (await readRun(ledger.store, run)).cases;
  const again = await goOn(ledger, straight, { ask: good, isRetried: true });
  expect(again.status).toBe('done');
  return { result, told };
}
