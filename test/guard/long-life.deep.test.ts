// A world that lives long: references are held weakly, so their number is bounded by nothing but time.

import { expect, test } from 'vitest';
import { heapGrowth } from './heap-growth.ts';
import { modWorld } from './mod-world.ts';

test('a million resolves leave nothing behind', () => {
  expect(heapGrowth(1_000_000, modWorld())).toBeLessThan(8 * 1024 * 1024);
});
