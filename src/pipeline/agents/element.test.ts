/** Elements: every trait as data, and iron at its boundaries. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  allElements,
  challengedBy,
  challenges,
  type Element,
  elementTraits,
  ironFromEarth,
  nextGenerative,
} from './index.ts';

const traitTable = {
  fire: ['fast', 0, 0.5, 0.9, 2, 'burns out'],
  lightning: ['fastest', 0, 0.4, 1, 1, 'brittle'],
  earth: ['steady', 1, 0.7, 0.1, 5, 'bloat'],
  diamond: ['precise', 0, 0.95, 0.5, 10, 'shatters'],
  water: ['deep', 3, 0.85, 0.1, 8, 'slow'],
  air: ['holistic', 1, 0.6, 0.6, 3, 'floaty'],
  iron: ['steady', 1, 0.8, 0.1, 5, 'bloat'],
} as const;

describe('elements', () => {
  test.each(Object.entries(traitTable))('%s has its traits', (element, row) => {
    const { speed, maxLoops, convergenceThreshold, shortcutAffinity, evidenceDepth, failureMode } =
      elementTraits(element as Element);
    expect([speed, maxLoops, convergenceThreshold, shortcutAffinity, evidenceDepth, failureMode]).toEqual(
      row,
    );
  });

  test('are six, without iron, which has no traits of its own', () => {
    expect(allElements).toEqual(['fire', 'lightning', 'earth', 'diamond', 'water', 'air']);
  });

  test('cannot be changed', () => {
    for (const element of allElements) expect(elementTraits(element)).toSatisfy(Object.isFrozen);
    expect(allElements).toSatisfy(Object.isFrozen);
    expect(ironFromEarth(0.5)).toSatisfy(Object.isFrozen);
  });

  test.each(['watr', 'constructor', ''])('refuses `%s` by name', (name) => {
    expect(() => elementTraits(name as Element)).toThrow(`\`${name}\` is not an element`);
  });

  test('suggests the near element', () => {
    expect(() => elementTraits('watr' as Element)).toThrow('did you mean `water`?');
  });
});

describe('iron', () => {
  test.each([
    [0, 1, 0.8],
    [0.4995, 1, 0.7501],
    [0.4999, 1, 0.75],
    [0.49995, 0, 0.75],
    [0.5, 0, 0.75],
    [0.9, 0, 0.71],
    [0.9995, 0, 0.7001],
    [0.9999, 0, 0.7],
    [1, 0, 0.7],
  ])('of accuracy %d has %d loops and threshold %d', (accuracy, maxLoops, convergenceThreshold) => {
    expect(ironFromEarth(accuracy)).toEqual({
      ...elementTraits('earth'),
      maxLoops,
      convergenceThreshold,
    });
  });

  test('needs less to be settled the better it is proven, in four places', () => {
    const accuracy = fc.integer({ min: 0, max: 10_000 }).map((points) => points / 10_000);
    fc.assert(
      fc.property(accuracy, accuracy, (a, b) => {
        const [less, more] = a < b ? [a, b] : [b, a];
        const [weaker, stronger] = [ironFromEarth(less), ironFromEarth(more)];
        expect(stronger.convergenceThreshold).toBeLessThanOrEqual(weaker.convergenceThreshold);
        expect(stronger.maxLoops).toBeLessThanOrEqual(weaker.maxLoops);
        expect(String(stronger.convergenceThreshold)).toMatch(/^0\.\d{1,4}$/);
      }),
    );
  });

  test.each([-0.1, 1.00001, Number.NaN, Number.POSITIVE_INFINITY])('refuses the accuracy %d', (accuracy) => {
    expect(() => ironFromEarth(accuracy)).toThrow('is not a decimal from 0 to 1');
  });
});

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
