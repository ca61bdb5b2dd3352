// What is JSON, and how long it is, without writing it.

import { expect, test } from 'vitest';
import { measureJson } from './read-arguments.ts';

test.each<[string, unknown]>([
  ['a set', { a: new Set(['x']) }],
  ['a map', [new Map()]],
  ['a date', new Date(0)],
  ['a pattern', /x/],
  ['no number', Number.NaN],
  ['a number without end', { a: Number.POSITIVE_INFINITY }],
  ['bytes', new Uint8Array(2)],
  // biome-ignore lint/suspicious/noSparseArray: a hole is what is meant
  ['a list with a hole', [1, , 2]],
  ['a list with a name', Object.assign([1], { extra: 2 })],
  ['a big number', 1n],
])('%s is no JSON', (_, value) => {
  expect(measureJson(value, 1_000)).toBeNull();
});

test('the length is about that of the text', () => {
  const value = { a: [1, 'two', null, true], b: { c: 'long '.repeat(20) }, d: undefined };
  const text = JSON.stringify(value);
  expect(Math.abs((measureJson(value, 10_000) ?? 0) - text.length)).toBeLessThan(20);
});

test('what holds one part many times over is not walked to its end', () => {
  let value: unknown = 'x';
  for (let depth = 0; depth < 60; depth++) value = [value, value];
  expect(measureJson(value, 1_000)).toBeGreaterThan(1_000);
});
