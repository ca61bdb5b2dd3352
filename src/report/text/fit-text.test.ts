// The small text tools: wrapping loses nothing, shortening says so, numbers read well.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { glossary, plainWord } from '../words.ts';
import { cutText, cutToColumns, displayWidth, foldList, wrapText } from './fit-text.ts';
import { countOf, percentOf, percentWord } from './quantity.ts';
import { visibleLine, visibleSource, visibleText } from './visible-text.ts';

describe('wrapping', () => {
  test.each([
    ['one two three', 7, ['one two', 'three']],
    ['abcdefgh', 3, ['abc', 'def', 'gh']],
    ['a\n\nb', 10, ['a', '', 'b']],
    ['日本語', 4, ['日本', '語']],
    ['e\u0301e\u0301e\u0301', 2, ['e\u0301e\u0301', 'e\u0301']],
  ])('%j in %i columns', (text, columns, expected) => {
    expect(wrapText(text, columns)).toEqual(expected);
  });

  test('keeps every letter and keeps to the columns', () => {
    const text = fc.string({ unit: 'grapheme' }).map(visibleText);
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 30 }), (value, columns) => {
        const lines = wrapText(value, columns);
        expect(lines.join('').replace(/[ \n]/g, '')).toBe(value.replace(/[ \n]/g, ''));
        for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
      }),
    );
  });
});

test.each([
  [cutText('abcdef', 6), 'abcdef'],
  [cutText('abcdefg', 3), 'abc… (4 more characters)'],
  [cutText('ab😀c', 3), 'ab… (3 more characters)'],
  [cutToColumns('日本語', 5), '日本…'],
  [cutToColumns('日本語', 6), '日本語'],
  [foldList(['a', 'b', 'c'], 2), 'a, b, c'],
  [foldList(['a', 'b', 'c', 'd'], 2), 'a, b and 2 more'],
  [visibleLine('a\nb\tc'), 'a\\u{a}b\\u{9}c'],
  [visibleSource('\tif (a)\u202e {\r\n'), '  if (a)\\u{202e} {'],
  [visibleText('a\r\nb\tc\rd'), 'a\nb  c\\u{d}d'],
  [countOf(1, 'cause'), '1 cause'],
  [countOf(0, 'cause'), '0 causes'],
  [`${percentOf(0.999)} ${percentOf(1)} ${percentOf(0.001)} ${percentOf(0)}`, '99 100 1 0'],
  [`${percentWord(0.85)}, ${percentWord(0.001)}`, '85 %, under 1 %'],
])('%j', (actual, expected) => {
  expect(actual).toBe(expected);
});

describe('words', () => {
  test.each([
    ['node', 'indict', 'claim'],
    ['node', 'triage', 'triage'],
    ['terminal', '_mistrial', 'inconclusive'],
    ['terminal', '_my_end', 'my end'],
    ['decision', 'constructor', 'constructor'],
    ['capability', '__proto__', 'proto'],
    ['evidence', 'src/a_b.ts', 'src/a_b.ts'],
    ['node', '', ''],
  ] as const)('the %s %j is called %j', (vocabulary, name, expected) => {
    expect(plainWord(vocabulary, name)).toBe(expected);
  });

  test('no plain word stands for two words of code, and no word of code has two', () => {
    expect(new Set(glossary.map(({ plain }) => plain)).size).toBe(glossary.length);
    expect(new Set(glossary.map(({ code }) => code)).size).toBe(glossary.length);
  });
});
