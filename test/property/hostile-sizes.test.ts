// Sizes at which anything quadratic would take minutes: the time limit of a test is the check, a crash the other.

import { describe, expect, test } from 'vitest';
import {
  canonicalHash,
  canonicalize,
  canonicalText,
  compareCodePoints,
  isId,
  nearest,
  PenumbraError,
  parseCanonical,
  parseId,
  toBasisPoints,
} from '../../src/kernel/index.ts';

const manyKeys = (prefix: string) =>
  Object.fromEntries(
    Array.from({ length: 100_000 }, (_, index) => [`${prefix}${(index * 7_919) % 100_003}`, index]),
  );

describe('written, hashed, read and written again is', () => {
  test.each<[string, () => unknown]>([
    ['a text of 10 MB', () => 'a'.repeat(10_000_000)],
    ['a text of 10 MB that is all escapes', () => '\u00e9'.repeat(5_000_000)],
    ['a text of 10 MB of quotes and backslashes', () => '\\"'.repeat(5_000_000)],
    ['a key of 10 MB', () => ({ ['k'.repeat(10_000_000)]: 1 })],
    ['a record of 100 000 keys', () => manyKeys('key')],
    ['a record of 100 000 numbers as keys', () => manyKeys('')],
    ['a record of 100 000 astral keys', () => manyKeys('\u{1f600}')],
    ['a record of keys with a long beginning in common', () => ({ a: manyKeys('k'.repeat(100)) })],
    ['a list of 1 000 000 numbers', () => Array.from({ length: 1_000_000 }, (_, index) => index)],
    ['a list of 1 000 000 texts', () => Array(1_000_000).fill('text')],
    ['a list of 100 000 lists', () => Array.from({ length: 100_000 }, () => [[]])],
    [
      '200 lists at each of 500 levels',
      () => Array.from({ length: 500 }).reduce<unknown>((inner) => [...Array(200).fill([]), inner], []),
    ],
    ['a number of 100 000 digits', () => 10n ** 100_000n - 1n],
  ])('%s', (_name, make) => {
    const value = make();
    const bytes = canonicalize(value);
    expect(Buffer.compare(canonicalize(parseCanonical(bytes)), bytes)).toBe(0);
    expect(canonicalHash(value)).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('refused without a crash is', () => {
  test.each<[string, string]>([
    ['a text of 10 MB without an end', `"${'a'.repeat(10_000_000)}`],
    ['a text of 10 MB of escaped quotes without an end', `"${'\\"'.repeat(5_000_000)}`],
    ['a text of 10 MB of backslashes without an end', `"${'\\'.repeat(10_000_000)}"`.slice(0, -2)],
    ['10 MB of opening brackets', '['.repeat(10_000_000)],
    ['10 MB of opening records', '{"":'.repeat(2_500_000)],
    ['a float of 10 MB', `0.${'1'.repeat(10_000_000)}`],
    ['10 MB of zeros', '0'.repeat(10_000_000)],
    ['10 MB of spaces', ' '.repeat(10_000_000)],
    ['a list of 1 000 000 numbers without an end', `[${'1,'.repeat(1_000_000)}`],
  ])('%s', (_name, text) => {
    expect(() => parseCanonical(text)).toThrow(PenumbraError);
  });

  test('a value nested a million times', () => {
    let value: unknown = 1;
    for (let level = 0; level < 1_000_000; level++) value = level % 2 === 0 ? [value] : { value };
    expect(() => canonicalText(value)).toThrow(/nesting deeper than 512/);
  });

  test('an offence at the end of a long list', () => {
    expect(() => canonicalText([...Array(1_000_000).fill(1), 0.5])).toThrow(/at \$\[1000000\]$/);
  });

  test('a text of 10 MB for a decimal or an id', () => {
    const text = '1'.repeat(10_000_000);
    expect(() => toBasisPoints(text)).toThrow(PenumbraError);
    expect(() => parseId('frame', text)).toThrow(PenumbraError);
    expect(isId(text)).toBe(false);
  });
});

test('texts of 10 MB are compared and suggested for at once', () => {
  const text = 'a'.repeat(10_000_000);
  expect(compareCodePoints(`${text}a`, `${text}b`)).toBeLessThan(0);
  expect(nearest(text, ['a', 'b', 'store'])).toBeNull();
});
