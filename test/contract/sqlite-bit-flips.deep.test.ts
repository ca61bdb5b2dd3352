// Flips one bit in every byte of a ledger's file that is not in a run of zeros, one at a time.

import { expect, test } from 'vitest';
import { layFlippable } from './sqlite-bit-flips.ts';

test('any flipped bit is a fault of the store, found by the validation, or without effect', async () => {
  const { offsets, judge } = await layFlippable();
  const wrongs: unknown[] = [];
  for (const [index, offset] of offsets.entries()) {
    const bit = index % 8;
    const wrong = await judge(offset, bit);
    if (wrong !== null) wrongs.push({ offset, bit, wrong });
  }
  expect(wrongs).toEqual([]);
});
