// The change that explains most failures takes all of them, and what it does not explain stays separate.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coverFailures, type UnexplainedCase } from './cover-failures.ts';

const caseOf = (id: string, hypotheses: Record<string, number>, failures = 1): UnexplainedCase => ({
  id,
  failures,
  hypotheses: Object.entries(hypotheses).map(([change, chance]) => ({ id: change, chance })),
});

const cover = (...cases: readonly UnexplainedCase[]) => Object.fromEntries(coverFailures(cases));

test('cases that one change may have broken are one cause', () => {
  expect(
    cover(caseOf('a', { x: 9_000 }), caseOf('b', { y: 5_000, x: 4_000 }), caseOf('c', { x: 8_000 })),
  ).toEqual({
    a: 'x',
    b: 'x',
    c: 'x',
  });
});

test('a change that is ten times less likely than another explains nothing', () => {
  expect(cover(caseOf('a', { x: 9_000 }), caseOf('b', { y: 9_000, x: 500 }))).toEqual({ a: 'x', b: 'y' });
});

test('a change that broke much explains more than it does for itself', () => {
  const many = Array.from({ length: 8 }, (_, index) => caseOf(`m${index}`, { x: 6_000 }));
  expect(cover(...many, caseOf('n', { y: 8_000, x: 600 }))).toMatchObject({ m0: 'x', n: 'x' });
  expect(cover(...many, caseOf('n', { y: 8_000, x: 400 }))).toMatchObject({ m0: 'x', n: 'y' });
});

test('what the same place of the product throws for two cases is one', () => {
  const thrown = (one: UnexplainedCase): UnexplainedCase => ({ ...one, event: 'TypeError at a.ts:3' });
  const [first, second] = [caseOf('a', { x: 6_000 }, 50), caseOf('b', { y: 9_700, x: 28 })];
  expect(cover(first, second)).toEqual({ a: 'x', b: 'y' });
  expect(cover(thrown(first), thrown(second))).toEqual({ a: 'x', b: 'x' });
  expect(cover(thrown(first), thrown(caseOf('b', { y: 9_700 })))).toEqual({ a: 'x', b: 'y' });
});

test('a case that no change may have broken is left out', () => {
  expect(cover(caseOf('a', { x: 9_000 }), caseOf('b', {}))).toEqual({ a: 'x' });
});

test('the order of cases does not matter, and each case is explained by one of its own changes', () => {
  const cases = fc.uniqueArray(
    fc.record({
      id: fc.string({ minLength: 1, maxLength: 3 }),
      failures: fc.integer({ min: 1, max: 500 }),
      hypotheses: fc.uniqueArray(
        fc.record({
          id: fc.constantFrom('u', 'v', 'w', 'x', 'y'),
          chance: fc.integer({ min: 0, max: 10_000 }),
        }),
        { selector: ({ id }) => id, maxLength: 5 },
      ),
    }),
    { selector: ({ id }) => id, maxLength: 12 },
  );
  fc.assert(
    fc.property(cases, (some) => {
      const found = coverFailures(some);
      expect(new Map([...coverFailures(some.toReversed())].sort())).toEqual(new Map([...found].sort()));
      for (const { id, hypotheses } of some) {
        const change = found.get(id);
        const isOpen = hypotheses.every(({ chance }) => chance === 0);
        expect(isOpen ? change === undefined : hypotheses.some((one) => one.id === change)).toBe(true);
      }
    }),
  );
});
