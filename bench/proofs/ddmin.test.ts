/** That the delta debugging we compare with is the published one: minimal, and with its known numbers of questions. */
import { expect, test } from 'vitest';
import { ddmin } from './ddmin.ts';

async function search(count: number, guilty: readonly number[]) {
  const items = Array.from({ length: count }, (_, index) => index);
  let asked = 0;
  const found = await ddmin(items, async (some) => {
    asked += 1;
    return guilty.every((item) => some.includes(item));
  });
  return { found, asked };
}

test('one guilty item is found by halving', async () => {
  expect(await search(8, [7])).toEqual({ found: [7], asked: 6 });
  expect(await search(8, [0])).toEqual({ found: [0], asked: 3 });
  expect(await search(1, [0])).toEqual({ found: [0], asked: 0 });
});

test('items that are guilty together are found together', async () => {
  expect((await search(8, [1, 6])).found).toEqual([1, 6]);
  expect((await search(7, [0, 3, 6])).found).toEqual([0, 3, 6]);
});
