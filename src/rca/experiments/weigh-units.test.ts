/** Which pieces of a change experiments try first. */
import { expect, test } from 'vitest';
import type { ChangeUnit } from './experiment.ts';
import { weighUnits } from './weigh-units.ts';

const unitAt = (path: string, start = 1): ChangeUnit => ({
  id: `${path}:${start}`,
  path,
  kind: 'hunk',
  before: { start, lines: [] },
  after: { start, lines: ['x'] },
});

test('pieces are weighed by the ranking, the suspected line first, what hardly breaks a test last', () => {
  const weightOf = weighUnits([
    { path: 'src/a.ts', line: 20, score: 1, confidence: 0.7 },
    { path: 'src/b.ts', score: 1, confidence: 0.2 },
    { path: 'package-lock.json', score: 1, confidence: 0.1 },
  ]);
  const order = [
    unitAt('src/a.ts', 21),
    unitAt('src/a.ts', 90),
    unitAt('src/b.ts'),
    unitAt('src/c.ts'),
    unitAt('package-lock.json'),
  ].map(weightOf);
  expect(order).toEqual([...order].sort((left, right) => right - left));
  expect(new Set(order).size).toBe(5);
  expect(weightOf(unitAt('README.md'))).toBe(weightOf(unitAt('go.sum')));
});

test('a file that was renamed has the suspicion of its earlier name', () => {
  const weightOf = weighUnits([{ path: 'src/old.ts', score: 1, confidence: 0.9 }]);
  expect(weightOf({ ...unitAt('src/new.ts'), from: 'src/old.ts' })).toBe(weightOf(unitAt('src/old.ts')));
});
