// The one order of texts.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareCodePoints, sortByCodePoint } from './code-point-order.ts';

const seed = 3;
/** Texts of few different characters from all ranges, so that they share beginnings. */
const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom('a', '\u007f', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '\u{10ffff}'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 6,
});

function byteOrder(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left, 'utf8'), Buffer.from(right, 'utf8'));
}

describe('the order of texts', () => {
  test.each<[string, string]>([
    ['', 'a'],
    ['a', 'aa'],
    ['Z', 'a'],
    ['10', '9'],
    ['\ud7ff', '\ue000'],
    ['\uffff', '\u{10000}'],
    ['\uff61', '\u{1f600}'],
    ['\u{1f600}', '\u{1f601}'],
    ['a\uffff', 'a\u{10000}'],
    ['e\u0301', '\u00e9'],
  ])('puts %j before %j', (before, after) => {
    expect(compareCodePoints(before, after)).toBeLessThan(0);
    expect(compareCodePoints(after, before)).toBeGreaterThan(0);
    expect(sortByCodePoint([after, before])).toEqual([before, after]);
  });

  test('is that of their UTF-8 bytes', () => {
    const law = fc.property(text, text, (left, right) => {
      expect(Math.sign(compareCodePoints(left, right))).toBe(byteOrder(left, right));
    });
    fc.assert(law, { seed, numRuns: 5_000 });
  });

  test('is the one in which many are sorted', () => {
    const law = fc.property(fc.array(text, { maxLength: 20 }), (texts) => {
      expect(sortByCodePoint([...texts])).toEqual(texts.toSorted(byteOrder));
    });
    fc.assert(law, { seed, numRuns: 1_000 });
  });

  test('sorts in place', () => {
    const texts = ['\u{1f600}', '\uff61', 'a'];
    expect(sortByCodePoint(texts)).toBe(texts);
    expect(texts).toEqual(['a', '\uff61', '\u{1f600}']);
  });
});
