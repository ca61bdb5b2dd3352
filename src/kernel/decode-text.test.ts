/** Bytes are text where they are UTF-8, and nothing is put in the place of others. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeUtf8 } from './decode-text.ts';

test.each<[string, readonly number[], string | null]>([
  ['nothing', [], ''],
  ['a NUL', [0], '\0'],
  ['a mark of byte order', [0xef, 0xbb, 0xbf, 0x61], '\ufeffa'],
  ['a lone byte', [0xff], null],
  ['half of a character', [0xc3], null],
  ['a surrogate', [0xed, 0xa0, 0x80], null],
  ['a character in more bytes than it takes', [0xc0, 0xaf], null],
])('%s', (_what, bytes, expected) => {
  expect(decodeUtf8(Uint8Array.from(bytes))).toBe(expected);
});

test('whatever is text comes back as it was, and whatever came back spells the same bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(decodeUtf8(new TextEncoder().encode(text))).toBe(text);
    }),
  );
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      const text = decodeUtf8(bytes);
      if (text !== null) expect(new TextEncoder().encode(text)).toEqual(bytes);
    }),
  );
});
