// Odds in whole numbers agree with floating point to the fourth place.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chanceOf, expDown, FIXED_UNIT, firstLogOdds } from './fixed-point.ts';

const falling = fc
  .array(fc.integer({ min: 0, max: 30_000 }), { minLength: 2, maxLength: 20 })
  .map((scores) => scores.sort((left, right) => right - left));

test('an exponential is what it is in floating point', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40_000 }), (value) => {
      expect(expDown(value) / FIXED_UNIT).toBeCloseTo(Math.exp(-value / 1000), 5);
    }),
  );
});

test('the log-odds of the first are those of a softmax over all', () => {
  fc.assert(
    fc.property(falling, (scores) => {
      const [first = 0, ...others] = scores;
      const sum = others.reduce((all, score) => all + Math.exp((score - first) / 1000), 0);
      const expected = Math.max(-9_000, Math.min(9_000, -1000 * Math.log(sum)));
      expect(Math.abs(firstLogOdds(scores) - expected)).toBeLessThan(10);
    }),
  );
});

test('one alone is as good as certain, and none is nothing', () => {
  expect(firstLogOdds([5])).toBe(9_000);
  expect(firstLogOdds([])).toBe(0);
});

test('chances mirror each other around one half', () => {
  fc.assert(
    fc.property(fc.integer({ min: -9_000, max: 9_000 }), (logOdds) => {
      expect(chanceOf(logOdds) + chanceOf(-logOdds)).toBe(10_000);
      expect(chanceOf(logOdds) / 10_000).toBeCloseTo(1 / (1 + Math.exp(-logOdds / 1000)), 3);
    }),
  );
});
