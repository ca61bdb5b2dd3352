/** Smallest sets are found, with few questions if the weights are right. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ChangeUnit } from './experiment.ts';
import { type Answer, findSmallestSet, weighUnits } from './smallest-set.ts';

/** A world of numbered items in which a set holds once it has all of `needed`. */
function world(needed: readonly number[], isTold: (items: readonly number[]) => boolean = () => true) {
  const asked: number[][] = [];
  const holds = async (items: readonly number[]): Promise<Answer> => {
    asked.push([...items]);
    if (!isTold(items)) return 'untold';
    return needed.every((item) => items.includes(item)) ? 'yes' : 'no';
  };
  return { asked, holds };
}

const itemsUpTo = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('a smallest set', () => {
  test('is exactly what is needed, whatever the weights', async () => {
    const cases = fc
      .integer({ min: 1, max: 40 })
      .chain((count) =>
        fc.tuple(
          fc.constant(count),
          fc.uniqueArray(fc.integer({ min: 0, max: count - 1 }), { minLength: 1, maxLength: 5 }),
          fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: count, maxLength: count }),
        ),
      );
    await fc.assert(
      fc.asyncProperty(cases, async ([count, needed, weights]) => {
        const { holds } = world(needed);
        const found = await findSmallestSet({
          items: itemsUpTo(count),
          weightOf: (item) => weights[item] as number,
          holds,
        });
        expect([...found].sort((a, b) => a - b)).toEqual([...needed].sort((a, b) => a - b));
      }),
    );
  });

  test('takes one question where the weights name it', async () => {
    const { holds, asked } = world([7]);
    const weightOf = (item: number) => (item === 7 ? 100 : 1);
    expect(await findSmallestSet({ items: itemsUpTo(64), weightOf, holds })).toEqual([7]);
    expect(asked).toEqual([[7]]);
  });

  test('takes the logarithm where they say nothing', async () => {
    const { holds, asked } = world([50]);
    await findSmallestSet({ items: itemsUpTo(64), weightOf: () => 1, holds });
    expect(asked.length).toBeLessThanOrEqual(12);
  });

  test('keeps together what can only be told about together', async () => {
    // 1 and 2 are a signature and its call: a set with only one of them cannot be built. 0 is the fault.
    const { holds } = world([0], (items) => items.includes(1) === items.includes(2));
    const weightOf = (item: number) => item + 1;
    expect(await findSmallestSet({ items: [0, 1, 2], weightOf, holds })).toEqual([0]);
  });

  test('is everything where nothing less can be told about', async () => {
    const { holds } = world([0], (items) => items.length === 4);
    const found = await findSmallestSet({ items: itemsUpTo(4), weightOf: () => 1, holds });
    expect([...found].sort()).toEqual([0, 1, 2, 3]);
  });
});

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
