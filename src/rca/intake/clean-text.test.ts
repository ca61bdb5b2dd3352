// Small readings of small texts: colour codes, durations, paths.

import { expect, test } from 'vitest';
import { cleanText } from './clean-text.ts';
import { wholeMilliseconds } from './junit-test.ts';
import { looksLikeSourcePath } from './source-path.ts';

test.each([
  ['\u001b[31mred\u001b[0m', 'red'],
  ['\u001b[38;5;196mred\u001b[39;49m', 'red'],
  ['#x1B[1mbold#x1B[22m', 'bold'],
  ['\ufffd[31mred\ufffd[0m', 'red'],
  ['[32m+ expected[0m [31m- actual[0m', '+ expected - actual'],
  ['list[3m] and [31m]', 'list[3m] and [31m]'],
  ['\u001b]8;;https://x.test\u0007link\u001b]8;;\u0007', 'link'],
  ['a\r\nb\rc', 'a\nb\nc'],
  ['a\u0000b\u0008c\td', 'abc\td'],
  ['half \ud83d', 'half \ufffd'],
])('cleans %j', (input, expected) => {
  expect(cleanText(input)).toBe(expected);
});

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
