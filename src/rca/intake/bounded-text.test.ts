// Bounded texts: what is kept, what is counted, and that pieces do not matter.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundText, collectText } from './bounded-text.ts';

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
