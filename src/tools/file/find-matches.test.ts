/** Finding a sequence: as the slow way finds it, and never slowly. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findMatches } from './find-matches.ts';

function findSlowly(items: string, sought: string, start: number) {
  const places = Array.from({ length: items.length }, (_, at) => at).filter(
    (at) => at >= start && sought !== '' && items.startsWith(sought, at),
  );
  return { count: places.length, first: places[0] ?? -1 };
}

describe('a sequence', () => {
  test.each<[string, string, number, number]>([
    ['abc', 'b', 1, 1],
    ['abc', 'd', 0, -1],
    ['aaa', 'aa', 2, 0],
    ['abab', 'abab', 1, 0],
    ['', 'a', 0, -1],
    ['abc', '', 0, -1],
    ['a😀b😀', '😀', 2, 1],
  ])('in `%s`, `%s` stands %i times, first at %i', (items, sought, count, first) => {
    expect(findMatches(items, sought)).toEqual({ count, first });
  });

  test('is found as by looking at every place, in texts as in lists', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 30 });
    const sought = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 5 });
    fc.assert(
      fc.property(text, sought, fc.nat(10), (items, part, start) => {
        const expected = findSlowly(items, part, start);
        expect(findMatches(items, part, start)).toEqual(expected);
        expect(findMatches([...items], [...part], start)).toEqual(expected);
      }),
    );
  });

  test('of a kind that defeats other searches is looked for in one pass', () => {
    const items = 'a'.repeat(2_000_000);
    expect(findMatches(items, `b${'a'.repeat(500_000)}`)).toEqual({ count: 0, first: -1 });
    expect(findMatches(items, 'a'.repeat(500_000)).count).toBe(1_500_001);
  });
});
