// What a person reads while experiments run: within the width, and harmless whatever tests are called.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type ExperimentProgress,
  renderEnded,
  renderExperimentCost,
  renderExperimentProgress,
  renderProvenTest,
} from './index.ts';
import { displayWidth } from './text/fit-text.ts';

const state: ExperimentProgress = {
  phase: 'finding-green',
  trying: 'checking 8 commits back',
  runs: 5,
  left: { count: 12, of: 'commits' },
  remainingMs: 219_001,
};

test.each<[string, Partial<ExperimentProgress>, string]>([
  ['all figures', {}, 'looking for green: checking 8 commits back  12 commits left, 5 runs done, 3:40 to go'],
  [
    'no candidates yet',
    { left: null },
    'looking for green: checking 8 commits back  5 runs done, 3:40 to go',
  ],
  [
    'no budget',
    { phase: 'narrowing', left: { count: 1, of: 'pieces' }, remainingMs: null },
    'narrowing: checking 8 commits back  1 piece left, 5 runs done',
  ],
  [
    'a budget that is spent',
    { phase: 'verifying', left: null, remainingMs: -5 },
    'verifying: checking 8 commits back  5 runs done, 0:00 to go',
  ],
])('the status line has %s', (_what, part, expected) => {
  expect(renderExperimentProgress({ ...state, ...part }, { width: 100 })).toBe(expected);
});

test.each([
  [68, 'looking for green: checki…  12 commits left, 5 runs done, 3:40 to go'],
  [60, 'looking for green: checking 8 commits back'],
  [40, 'looking for green: checking 8 commits b…'],
])('at %i columns the end of what is tried gives way first, then the figures', (width, expected) => {
  expect(renderExperimentProgress(state, { width })).toBe(expected);
});

test.each([
  ['red', 'red      working tree  2 of 2'],
  ['green', 'green    working tree  2 of 2'],
  ['untold', 'unclear  working tree  2 of 2'],
] as const)('an experiment that ended %s stays as a line', (end, expected) => {
  expect(renderEnded({ what: 'working tree  2 of 2', end, times: 1 })).toBe(expected);
});

test('experiments that ended alike are one line with a count', () => {
  const ended = { what: 'the working tree', end: 'red', times: 3 } as const;
  expect(renderEnded(ended)).toBe('red      the working tree (3 runs)');
  const long = { ...ended, what: 'the last green state with these lines alone' };
  expect(renderEnded(long, { width: 40 })).toBe('red      the last green state … (3 runs)');
});

test('what it took is told in runs and time', () => {
  expect(renderExperimentCost({ runs: 1, elapsedMs: 61_000 })).toBe('1 run of the tests in 1:01');
});

test('no text steers the terminal or leaves the width', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\u001b[2J\r\n', '日本語'.repeat(99)));
  fc.assert(
    fc.property(text, text, fc.integer({ min: 40, max: 140 }), fc.nat(), (trying, what, width, count) => {
      const status = renderExperimentProgress(
        { ...state, trying, runs: count, remainingMs: count, last: { what, end: 'red' } },
        { width },
      );
      const repeated = renderEnded({ what, end: 'green', times: count + 2 }, { width });
      const heading = renderProvenTest(what, { width });
      for (const line of [status, repeated, heading]) {
        expect(displayWidth(line)).toBeLessThanOrEqual(width);
        expect(line).not.toMatch(/[^\P{C}\p{Cn}\p{Co}]/u);
      }
    }),
  );
});
