// Confidences as laws, and the answer as a table.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toBasisPoints } from '../../kernel/index.ts';
import {
  type ConfidenceMap,
  confidenceMap,
  groundlessConfidences,
  RANKS_WITH_CONFIDENCE,
  statedAnswer,
  suspectConfidences,
} from './index.ts';

const convergences = fc.integer({ min: 0, max: 10_000 });
const counts = fc.integer({ min: 0, max: 60 });

function points(convergence: number, count: number, map?: ConfidenceMap): readonly number[] {
  return suspectConfidences({ convergence, count }, map).map(toBasisPoints);
}

describe('the confidences of a ranking', () => {
  test('fall strictly while there are any, and add up to at most one', () => {
    fc.assert(
      fc.property(convergences, counts, (convergence, count) => {
        const values = points(convergence, count);
        expect(values).toHaveLength(count);
        expect(values.reduce((sum, value) => sum + value, 0)).toBeLessThanOrEqual(10_000);
        const named = values.slice(0, RANKS_WITH_CONFIDENCE);
        expect(named.every((value, index) => value > 0 && value < (named[index - 1] ?? 10_001))).toBe(true);
        expect(values.slice(RANKS_WITH_CONFIDENCE).every((value) => value === 0)).toBe(true);
      }),
    );
  });

  test('do not depend on how many are asked for', () => {
    fc.assert(
      fc.property(convergences, counts, (convergence, count) => {
        expect(points(convergence, count)).toEqual(points(convergence, 60).slice(0, count));
      }),
    );
  });

  test('of the first rise with convergence', () => {
    fc.assert(
      fc.property(convergences, convergences, (one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        expect(points(low, 1)[0]).toBeLessThanOrEqual(points(high, 1)[0] ?? 0);
      }),
    );
  });

  const map: ConfidenceMap = {
    name: 'hand/1',
    origin: 'by hand',
    knots: [
      { convergence: 1_000, first: 2_000 },
      { convergence: 3_000, first: 6_000 },
    ],
    shares: [5_000],
  };
  test.each([
    ['below the first knot', 0, 2_000],
    ['on a knot', 1_000, 2_000],
    ['between two knots', 1_500, 3_000],
    ['above the last knot', 9_999, 6_000],
  ])('%s', (_, convergence, first) => {
    expect(points(convergence, 1, map)).toEqual([first]);
  });

  test('give the second its share of what is left, and never more than the first', () => {
    expect(points(3_000, 2, map)).toEqual([6_000, 29 + Math.floor((10_000 - 6_000 - 435) / 2)]);
    expect(points(1_000, 2, map)).toEqual([2_000, 1_999]);
  });

  test('of a map without knots are those of a ranking that rests on nothing', () => {
    expect(suspectConfidences({ convergence: 5_000, count: 40 }, { ...map, knots: [], shares: [] })).toEqual(
      groundlessConfidences(40),
    );
  });
});

test('the map that ships is whole, monotone and leaves room for the ranks after the first', () => {
  const { knots, shares } = confidenceMap;
  const isRising = (values: readonly number[]) =>
    values.every((value, index) => Number.isInteger(value) && value > (values[index - 1] ?? -1));
  expect(isRising(knots.map(({ convergence }) => convergence))).toBe(true);
  expect(isRising(knots.map(({ first }) => first))).toBe(true);
  expect(knots.every(({ first }) => first <= 9_500)).toBe(true);
  expect(shares.every((share, index) => share <= (shares[index - 1] ?? share))).toBe(true);
  expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(10_000);
});

test.each<[string, readonly number[], number, number]>([
  ['nothing is known', [], 0, 0],
  ['one is enough', [0.8, 0.1, 0.05], 1, 0.8],
  ['one just misses', [0.7999, 0.1, 0.05], 2, 0.8999],
  ['decimals add up exactly', [0.7, 0.1, 0.05], 2, 0.8],
  ['three do not reach it', [0.3, 0.2, 0.1, 0.05], 3, 0.6],
  ['two are all there is', [0.3, 0.2], 2, 0.5],
  ['more than one is one', [0.79, 0.78], 2, 1],
])('the stated answer where %s', (_, confidences, count, confidence) => {
  expect(statedAnswer(confidences)).toEqual({ count, confidence });
});
