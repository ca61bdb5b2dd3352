// Hints are gathered until it is quiet; time is an object held by hand.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createChangeGatherer, type GatheredChanges, type StartTimer } from './gather-changes.ts';

type Due = { readonly atMs: number; readonly act: () => void };

/** Timers of a time that is moved by hand. */
function createTimers(): { readonly startTimer: StartTimer; advance(byMs: number): void; waiting(): number } {
  let nowMs = 0;
  const due = new Set<Due>();
  const startTimer: StartTimer = (act, delayMs) => {
    const timer = { atMs: nowMs + delayMs, act };
    due.add(timer);
    return { cancel: () => void due.delete(timer) };
  };
  return {
    startTimer,
    waiting: () => due.size,
    advance: (byMs) => {
      const endMs = nowMs + byMs;
      for (;;) {
        const next = [...due].filter(({ atMs }) => atMs <= endMs).sort((a, b) => a.atMs - b.atMs)[0];
        if (!next) break;
        nowMs = next.atMs;
        due.delete(next);
        next.act();
      }
      nowMs = endMs;
    },
  };
}

const QUIET_MS = 50;
const LONGEST_MS = 500;

type Step = number | string | readonly string[];

/** Runs steps: a number is time that passes, a list are hints, a text is a word to the gatherer. */
function run(steps: readonly Step[]): {
  readonly taken: readonly (readonly string[] | string)[];
  readonly waiting: number;
} {
  const timers = createTimers();
  const taken: (readonly string[] | string)[] = [];
  const take = (changes: GatheredChanges) =>
    void taken.push(changes === 'everything' ? changes : [...changes]);
  const gatherer = createChangeGatherer({
    startTimer: timers.startTimer,
    quietMs: QUIET_MS,
    longestMs: LONGEST_MS,
    take,
  });
  for (const step of steps) {
    if (typeof step === 'number') timers.advance(step);
    else if (typeof step !== 'string') gatherer.onPaths(step);
    else if (step === 'overflow') gatherer.onOverflow('lost');
    else if (step === 'flush') gatherer.flush();
    else gatherer.close();
  }
  return { taken, waiting: timers.waiting() };
}

function check(steps: readonly Step[], taken: readonly (readonly string[] | string)[]): void {
  expect(run(steps).taken).toEqual(taken);
}

test('hints are handed over as one set after quiet, each once', () => {
  check([['a', 'b'], 49, ['b', 'c'], 49], []);
  check([['a', 'b'], 49, ['b', 'c'], 50], [['a', 'b', 'c']]);
  check([['a'], 50, ['b'], 50], [['a'], ['b']]);
});

test('who writes without end is not waited for longer than the longest time', () => {
  const steps = Array.from({ length: 30 }, (_, index): Step[] => [[`${index}`], 20]).flat();
  const { taken } = run(steps);
  expect(taken).toHaveLength(1);
  expect(taken[0]).toHaveLength(25);
});

test('an overflow is everything, and swallows the hints before and after it', () => {
  check([['a'], 'overflow', ['b'], 50], ['everything']);
  check(['overflow', 50, ['b'], 50], ['everything', ['b']]);
});

test('nothing is handed over for nothing', () => {
  check([[], 1000, 'flush'], []);
  check([['a'], 'flush', 1000], [['a']]);
});

test('after closing nothing is handed over and no timer is left', () => {
  const { taken, waiting } = run([['a'], 'close', ['b'], 'overflow', 1000]);
  expect(taken).toEqual([]);
  expect(waiting).toBe(0);
});

test('whatever comes in whatever rhythm, every hint is handed over, in time, unless everything is', () => {
  const step = fc.oneof(
    fc.integer({ min: 0, max: 200 }),
    fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 3 }),
    fc.constant('overflow'),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const { taken, waiting } = run([...steps, LONGEST_MS]);
      const told = new Set(steps.flatMap((one) => (Array.isArray(one) ? one : [])));
      const handed = new Set(taken.flatMap((changes) => (typeof changes === 'string' ? [] : changes)));
      expect(waiting).toBe(0);
      expect(taken.includes('everything')).toBe(steps.includes('overflow'));
      if (!steps.includes('overflow')) expect(handed).toEqual(told);
    }),
  );
});
