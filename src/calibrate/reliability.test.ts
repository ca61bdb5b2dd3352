// Confidences compared with outcomes.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reliabilityOf } from './reliability.ts';

function said(...pairs: readonly (readonly [confidence: number, isRight: boolean])[]) {
  return reliabilityOf(pairs.map(([confidence, isRight]) => ({ confidence, isRight })));
}

test('what was said stands beside what was', () => {
  expect(said([0.9, true], [0.9, false], [0.1, false])).toEqual({
    cases: 3,
    brier: 0.2767,
    calibration_error: 0.3,
    calibration_error_equal_mass: 0.3,
    bins: [
      { cases: 1, said: 0.1, was: 0 },
      { cases: 2, said: 0.9, was: 0.5 },
    ],
  });
});

test('certainty that holds has no error, and certainty that fails has all of it', () => {
  expect(said([1, true], [0, false])).toMatchObject({ brier: 0, calibration_error: 0 });
  expect(said([1, false], [0, true])).toMatchObject({ brier: 1, calibration_error: 1 });
});

test('halves of one prediction count as one', () => {
  const half = { confidence: 0.6, isRight: true, weight: 0.5 };
  expect(reliabilityOf([half, half])).toEqual(said([0.6, true]));
});

test('of nothing said is null', () => {
  expect(said()).toMatchObject({
    cases: 0,
    brier: null,
    calibration_error: null,
    calibration_error_equal_mass: null,
  });
});

test('any predictions fall into bins once each, in any order', () => {
  const prediction = fc.record({
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    isRight: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(prediction, { maxLength: 60 }), (all) => {
      const reliability = reliabilityOf(all);
      expect(reliability.bins.reduce((sum, { cases }) => sum + cases, 0)).toBeCloseTo(all.length);
      expect(reliabilityOf(all.toReversed())).toEqual(reliability);
    }),
  );
});
