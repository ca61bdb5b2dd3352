// The map from log-odds to chances.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitPlatt, type PlattSample, plattChance } from './platt-map.ts';

function samples(logOdds: number, right: number, wrong: number): PlattSample[] {
  return Array.from({ length: right + wrong }, (_, index) => ({
    logOdds,
    isRight: index < right,
    weight: 1,
  }));
}

test('log-odds that hold are left as they are', () => {
  const map = fitPlatt([...samples(-1_099, 250, 750), ...samples(0, 500, 500), ...samples(1_099, 750, 250)]);
  expect(Math.abs(map.slope - 1_000)).toBeLessThan(50);
  expect(Math.abs(map.intercept)).toBeLessThan(50);
});

test('log-odds that boast are flattened', () => {
  const map = fitPlatt([...samples(6_000, 70, 30), ...samples(0, 50, 50)]);
  expect(plattChance(map, 6_000)).toBeCloseTo(0.7, 1);
});

test('nothing to learn from leaves log-odds as they are', () => {
  expect(fitPlatt([])).toEqual({ slope: 1_000, intercept: 0 });
});

test('any samples give whole numbers, no falling map, and the same one in any order', () => {
  const sample = fc.record({
    logOdds: fc.integer({ min: -20_000, max: 20_000 }),
    isRight: fc.boolean(),
    weight: fc.constantFrom(1, 0.5, 0.25),
  });
  fc.assert(
    fc.property(fc.array(sample, { maxLength: 60 }), (all) => {
      const map = fitPlatt(all);
      expect(Number.isSafeInteger(map.slope) && map.slope >= 0 && Number.isSafeInteger(map.intercept)).toBe(
        true,
      );
      expect(fitPlatt(all.toReversed())).toEqual(map);
      expect(plattChance(map, 1_000)).toBeGreaterThanOrEqual(plattChance(map, -1_000));
    }),
  );
});
