// Small readings of attributes: durations, and names that are paths.

import { expect, test } from 'vitest';
import { looksLikeSourcePath } from '../reading/failed-test.ts';
import { wholeMilliseconds } from './junit-test.ts';

test.each<[string | undefined, number | undefined]>([
  ['0.0125', 13],
  ['1,234.567', 1_234_567],
  ['0,25', 250],
  ['1e-3', 1],
  ['12', 12_000],
  ['', undefined],
  ['-1', undefined],
  ['soon', undefined],
  ['9'.repeat(30), undefined],
  [undefined, undefined],
])('reads %j seconds as milliseconds', (input, expected) => {
  expect(wholeMilliseconds(input)).toBe(expected);
});

test.each([
  ['src/cart.test.ts', true],
  ['checkout.spec.ts', true],
  ['tests\\CartTest.php', true],
  ['com.example.CartTest', false],
  ['cart totals items.ts', false],
  ['spec.cart_spec', false],
])('knows whether %j is a path', (input, expected) => {
  expect(looksLikeSourcePath(input)).toBe(expected);
});
