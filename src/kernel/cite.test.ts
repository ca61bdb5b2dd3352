// Citing callers in messages.
import { describe, expect, test } from 'vitest';
import { cite, didYouMean, nearest } from './cite.ts';

describe('a citation', () => {
  test.each<[string, string, string]>([
    ['stands in backticks', 'a b', '`a b`'],
    ['shows an empty text', '', '``'],
    ['stays on one line', 'a\nb\r\u2028c', '`a\\u000ab\\u000d\\u2028c`'],
    ['moves no cursor', '\u001b[2J\u009b\u007f', '`\\u001b[2J\\u009b\\u007f`'],
    ['shows half of a pair', 'a\ud800', '`a\\ud800`'],
    ['keeps other scripts', '\u00e9\u{1f600}', '`\u00e9\u{1f600}`'],
    ['keeps eighty characters', 'x'.repeat(80), `\`${'x'.repeat(80)}\``],
    ['leaves out the rest', 'x'.repeat(81), `\`${'x'.repeat(80)}…\``],
  ])('%s', (_name, text, expected) => {
    expect(cite(text)).toBe(expected);
  });
});

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
