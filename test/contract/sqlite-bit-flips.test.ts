// Flips single bits of a ledger's file at random, always the same ones; the deep tests flip them all.

import { expect, test } from 'vitest';
import { layFlippable } from './sqlite-bit-flips.ts';

const FLIPS = 300;

test('one flipped bit is a fault of the store, found by the validation, or without effect', async () => {
  const { offsets, judge } = await layFlippable();
  let seed = 1;
  for (let flip = 0; flip < FLIPS; flip++) {
    seed = (seed * 48_271) % 0x7fff_ffff;
    const offset = offsets[seed % offsets.length] as number;
    expect({ offset, bit: flip % 8, wrong: await judge(offset, flip % 8) }).toMatchObject({ wrong: null });
  }
});
