/** That a pool works on so many at once, keeps the order of the items, and stops after a failure. */
import { expect, test } from 'vitest';
import { inPool } from './in-pool.ts';

const items = Array.from({ length: 20 }, (_, index) => index);

test.each([
  [1, 1],
  [3, 3],
  [100, 20],
  [Number.POSITIVE_INFINITY, 20],
  [0, 1],
  [-4, 1],
  [Number.NaN, 1],
])('a pool of %d works on %i at once, and on all', async (size, expected) => {
  let now = 0;
  let most = 0;
  const done: number[] = [];
  const results = await inPool(
    items,
    async (item) => {
      most = Math.max(most, ++now);
      await new Promise((resolve) => setImmediate(resolve));
      now--;
      return item * 2;
    },
    { size, onDone: (count) => done.push(count) },
  );
  expect(results).toEqual(items.map((item) => item * 2));
  expect(most).toBe(expected);
  expect(done).toEqual(items.map((item) => item + 1));
});

test('after a failure nothing is begun, and what was begun has ended when the error comes', async () => {
  const begun: number[] = [];
  const ended: number[] = [];
  const working = inPool(
    items,
    async (item) => {
      begun.push(item);
      await new Promise((resolve) => setImmediate(resolve));
      if (item === 4) throw new Error('four');
      await new Promise((resolve) => setImmediate(resolve));
      ended.push(item);
    },
    { size: 3 },
  );
  await expect(working).rejects.toThrow('four');
  expect(ended).toEqual(begun.filter((item) => item !== 4));
  expect(begun.length).toBeLessThan(10);
});

test('nothing to do is done', async () => {
  expect(await inPool([], async () => 1)).toEqual([]);
});
