// Figures with intervals, as laws over any samples.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clusteredFigure } from './clustered-figure.ts';

const samples = fc.array(
  fc.record({ project: fc.constantFrom('a', 'b', 'c', 'd'), value: fc.constantFrom(0, 0.25, 1 / 3, 1) }),
  { maxLength: 40 },
);

test('of nothing is null', () => {
  const none = { value: null, low: null, high: null };
  expect(clusteredFigure([])).toEqual({ ...none, cases: 0, projects: 0, by_project: none });
});

test('of one project has no interval, for nothing tells how others would fare', () => {
  expect(clusteredFigure([{ project: 'a', value: 1 }])).toMatchObject({ value: 1, low: null, high: null });
});

test('of projects that agree has a narrow interval, of others a wide one', () => {
  const of = (values: readonly number[]) =>
    clusteredFigure(values.flatMap((value, index) => Array(10).fill({ project: String(index), value })));
  expect(of([0.5, 0.5, 0.5])).toMatchObject({ low: 0.5, high: 0.5 });
  expect(of([0, 0, 1, 1])).toMatchObject({ value: 0.5, low: 0, high: 1 });
});

test('lies in its interval, and no order changes it', () => {
  fc.assert(
    fc.property(samples, (all) => {
      const figure = clusteredFigure(all);
      expect(clusteredFigure(all.toReversed())).toEqual(figure);
      for (const { value, low, high } of [figure, figure.by_project]) {
        if (low === null || high === null) continue;
        expect(low).toBeLessThanOrEqual(value ?? Number.NaN);
        expect(high).toBeGreaterThanOrEqual(value ?? Number.NaN);
      }
    }),
    { numRuns: 30 },
  );
});
