// Texts from outside: what is kept, what is counted, that pieces do not matter, and what is cleaned away.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundText, cleanText, collectText } from './bounded-text.ts';

test('a text within its limit is kept whole', () => {
  expect(boundText('abc', 3)).toEqual({ text: 'abc', cutBytes: 0 });
});

test('a longer one keeps two thirds from its head and one from its tail', () => {
  expect(boundText('abcdefghij', 6)).toEqual({ text: 'abcd\n[… 4 bytes left out …]\nij', cutBytes: 4 });
});

test('a character is never cut in half', () => {
  expect(boundText('a😀😀😀b', 6)).toEqual({ text: 'a😀\n[… 8 bytes left out …]\nb', cutBytes: 8 });
});

test('the pieces a text comes in do not matter', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme', maxLength: 30 })),
      fc.integer({ min: 1, max: 90 }),
      (pieces, limit) => {
        const collector = collectText(limit);
        for (const piece of pieces) collector.push(piece);
        expect(collector.finish()).toEqual(boundText(pieces.join(''), limit));
      },
    ),
  );
});

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
