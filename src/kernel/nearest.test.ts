// Suggestions for misspelt names.
import { describe, expect, test } from 'vitest';
import { didYouMean, nearest } from './nearest.ts';

const names = ['store', 'model', 'seats', 'report', 'retention', 'id'];

describe('the nearest name to', () => {
  test.each<[string, string | null]>([
    ['store', 'store'],
    ['stroe', 'store'],
    ['stor', 'store'],
    ['storee', 'store'],
    ['stXre', 'store'],
    ['Model', 'model'],
    ['retnetoin', 'retention'],
    ['ids', 'id'],
    ['di', 'id'],
    ['', null],
    ['xy', null],
    ['warehouse', null],
    ['stXXe', null],
  ])('%j is %j', (text, expected) => {
    expect(nearest(text, names)).toBe(expected);
    expect(didYouMean(text, names)).toBe(expected === null ? '' : ` (did you mean \`${expected}\`?)`);
  });

  test('several is the closest, and the first of equals', () => {
    expect(nearest('abcdef', ['abcXYf', 'abcdeX', 'Xbcdef'])).toBe('abcdeX');
  });

  test('none is none', () => {
    expect(nearest('store', [])).toBeNull();
  });

  test('a text of any length is found at once', () => {
    expect(nearest('x'.repeat(10_000_000), Array(10_000).fill('store'))).toBeNull();
  });
});
