/** Names of arbitrary bytes have distinct texts that convert back, and only UTF-8 names are components. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesOfPath, nameOfBytes } from './held-directory.ts';
import { isComponent } from './held-path.ts';

const bytes = fc.uint8Array({ min: 1, max: 255, minLength: 1, maxLength: 20 });
const text = fc.string({ unit: 'grapheme', minLength: 1 }).map((one) => new TextEncoder().encode(one));

test('a name is read back from its text, in a path with others, too', () => {
  fc.assert(
    fc.property(fc.oneof(bytes, text), (name) => {
      expect([...bytesOfPath(nameOfBytes(name))]).toEqual([...name]);
      expect([...bytesOfPath(`/ä😀/${nameOfBytes(name)}`)]).toEqual([...Buffer.from('/ä😀/'), ...name]);
    }),
  );
});

test('a name that is not UTF-8 is no component of a path', () => {
  for (const name of [[0xff], [0x61, 0xc3], [0xed, 0xa0, 0x80], [0xf0, 0x9f, 0x98]])
    expect([name, isComponent(nameOfBytes(Uint8Array.from(name)))]).toEqual([name, false]);
  expect(isComponent(nameOfBytes(Buffer.from('ä😀')))).toBe(true);
});
