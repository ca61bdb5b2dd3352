// What a person reads while an investigation is under way; the clock is a list of moments.
import { expect, test } from 'vitest';
import { createProgressLine } from './follow-run.ts';

/** Feeds progress at given seconds and returns the last line. */
function lineAfter(
  ...events: readonly (readonly [seconds: number, phase: string, done: number, total: number])[]
): string {
  let nowMs = 0;
  const lineOf = createProgressLine(() => nowMs);
  return events.reduce((_line, [seconds, phase, done, total]) => {
    nowMs = seconds * 1_000;
    return lineOf({ phase, done, total });
  }, '');
}

test.each([
  ['scanning', 0, 0, 'looking at the workspace'],
  ['opening', 3, 40, 'opening cases: 3 of 40'],
  ['investigating', 1, 40, 'investigating cases: 1 of 40'],
  ['reviewing', 40, 40, 'reviewing conclusions: 40 of 40'],
  ['resting', 1, 2, 'resting: 1 of 2'],
])('%s %i of %i says what is done, and counts', (phase, done, total, expected) =>
  expect(lineAfter([0, phase, done, total])).toBe(expected),
);

test.each([
  [10, 10, 40, 'investigating cases: 10 of 40, 1 a second, about 30 s left'],
  [4, 10, 12, 'investigating cases: 10 of 12, 3 a second, about 1 s left'],
  [60, 10, 40, 'investigating cases: 10 of 40, 10 a minute, about 3 min left'],
  [600, 10, 1_000, 'investigating cases: 10 of 1000, 1 a minute, about 17 h left'],
])('after %i s and %i of %i the rate and the time left are told', (seconds, done, total, expected) =>
  expect(lineAfter([seconds, 'investigating', done, total])).toBe(expected),
);

test.each([
  ['too few are done', 60, 'investigating', 7, 40],
  ['it has hardly begun', 0.9, 'investigating', 30, 40],
  ['all is done', 60, 'investigating', 40, 40],
  ['the phase is a short one', 60, 'opening', 10, 40],
])('no time is told where %s', (_why, seconds, phase, done, total) =>
  expect(lineAfter([seconds, phase, done, total])).not.toMatch(/left|a second|a minute/),
);

test('each phase is timed by itself, from the end of the one before', () => {
  expect(
    lineAfter([100, 'opening', 40, 40], [300, 'investigating', 40, 40], [310, 'reviewing', 20, 40]),
  ).toBe('reviewing conclusions: 20 of 40, 2 a second, about 10 s left');
});
