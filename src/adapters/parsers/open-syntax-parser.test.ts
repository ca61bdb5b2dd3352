// Pieces of a text: together they are the text, none is too long, and they start between declarations if
// possible.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutPieces } from './open-syntax-parser.ts';

test.each<[string, string, number, string[]]>([
  ['a text that fits', 'a\nb', 10, ['a\nb']],
  ['an empty text', '', 10, []],
  ['declarations', 'one {\n a\n}\ntwo {\n b\n}\n', 14, ['one {\n a\n}\n', 'two {\n b\n}\n']],
  ['lines that are indented', 'a\n b\n c\n d', 6, ['a\n b\n', ' c\n d']],
  ['a single line', 'abcdef', 4, ['abcd', 'ef']],
  ['a character of two halves', 'abc\u{1d400}d', 4, ['abc', '\u{1d400}d']],
])('%s', (_, text, length, expected) => {
  expect(cutPieces(text, length).map((piece) => piece.text)).toEqual(expected);
});

test('pieces are the text, in order, with their offsets and lines', () => {
  const text = fc
    .array(fc.constantFrom('a', '\n', ' ', '}', '\u{1d400}', 'word'))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, fc.integer({ min: 2, max: 20 }), (whole, length) => {
      const pieces = cutPieces(whole, length);
      expect(pieces.map((piece) => piece.text).join('')).toBe(whole);
      for (const piece of pieces) {
        expect(piece.text.length).toBeLessThanOrEqual(length);
        expect(whole.slice(piece.offset, piece.offset + piece.text.length)).toBe(piece.text);
        expect(piece.line).toBe(whole.slice(0, piece.offset).split('\n').length);
      }
    }),
  );
});
