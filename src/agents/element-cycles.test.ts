/** The cycles, element by element, and the laws between them. */
import { describe, expect, test } from 'vitest';
import { allElements, challengedBy, challenges, type Element, nextGenerative } from './index.ts';

const table: readonly [
  Element,
  next: Element | null,
  challenged: Element | null,
  challenger: Element | null,
][] = [
  ['fire', 'earth', 'water', 'earth'],
  ['earth', 'water', 'fire', 'water'],
  ['water', 'air', 'earth', 'fire'],
  ['air', 'fire', 'lightning', 'diamond'],
  ['lightning', null, 'diamond', 'air'],
  ['diamond', null, 'air', 'lightning'],
  ['iron', null, null, null],
];

describe('cycles', () => {
  test.each(table)('%s leads to %s, challenges %s and is challenged by %s', (element, ...expected) => {
    expect([nextGenerative(element), challenges(element), challengedBy(element)]).toEqual(expected);
  });

  test.each(allElements)('challenging and being challenged are inverse for %s', (element) => {
    expect(challengedBy(challenges(element) ?? 'iron')).toBe(element);
    expect(challenges(challengedBy(element) ?? 'iron')).toBe(element);
  });

  test.each(allElements)('three challenges lead %s back to itself, and no fewer', (element) => {
    const once = challenges(element) ?? 'iron';
    const twice = challenges(once) ?? 'iron';
    expect(new Set([element, once, twice]).size).toBe(3);
    expect(challenges(twice)).toBe(element);
  });
});
