// The fit on cases made by hand, and as laws over any cases.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type FitRecord,
  fitConfidenceMap,
  judgeLeavingProjectsOut,
  reliabilityOf,
} from './fit-confidence-map.ts';

function cases(convergence: number, ranks: readonly (number | null)[], project = 'a'): FitRecord[] {
  return ranks.map((rank) => ({ project, convergence, rank }));
}

test('more settled rankings that were right more often get a higher knot', () => {
  const { knots } = fitConfidenceMap([...cases(2_000, [1, 2, null, 3]), ...cases(8_000, [1, 1, 1, 2])]);
  expect(knots).toEqual([
    { convergence: 2_000, first: 3_333 },
    { convergence: 8_000, first: 6_667 },
  ]);
});

test('neighbours that disagree are pooled', () => {
  const { knots } = fitConfidenceMap([
    ...cases(0, [2, 2, 2]),
    ...cases(2_000, [1, 1]),
    ...cases(4_000, [2, 2]),
  ]);
  expect(knots).toEqual([
    { convergence: 0, first: 2_000 },
    { convergence: 3_000, first: 5_000 },
  ]);
});

test('the shares are those of the ranks where the first was wrong', () => {
  expect(fitConfidenceMap(cases(5_000, [1, 2, 2, 3, null])).shares).toEqual([
    5_000, 2_500, 0, 0, 0, 0, 0, 0, 0,
  ]);
});

test('any cases give a map in order', () => {
  const record = fc.record({
    project: fc.constantFrom('a', 'b', 'c'),
    convergence: fc.integer({ min: 0, max: 10_000 }),
    rank: fc.option(fc.integer({ min: 1, max: 20 })),
  });
  fc.assert(
    fc.property(fc.array(record, { minLength: 1, maxLength: 80 }), (records) => {
      const { knots, shares } = fitConfidenceMap(records);
      const pairs = knots.slice(1).map((knot, index) => [knots[index] ?? knot, knot] as const);
      expect(
        pairs.every(([left, right]) => left.convergence < right.convergence && left.first < right.first),
      ).toBe(true);
      expect(shares.every((share, index) => share <= (shares[index - 1] ?? share))).toBe(true);
      expect(fitConfidenceMap(records.toReversed())).toEqual({ knots, shares });
      expect(judgeLeavingProjectsOut(records).cases).toBe(records.length);
    }),
  );
});

test('reliability compares what was said with what was', () => {
  const said = [0.9, 0.9, 0.1].map((confidence, index) => ({ confidence, isRight: index === 0 }));
  expect(reliabilityOf(said)).toEqual({
    cases: 3,
    brier: (0.1 ** 2 + 0.9 ** 2 + 0.1 ** 2) / 3,
    bins: [
      { cases: 1, confidence: 0.1, right: 0 },
      { cases: 2, confidence: 0.9, right: 0.5 },
    ],
  });
});
