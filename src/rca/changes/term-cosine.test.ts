// How alike texts are: from nought to full, the same from both sides, rare terms above common ones.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBm25Corpus } from '../../context/index.ts';
import { cosine, weighTerms } from './term-cosine.ts';

/** `common` is in every file, `rare` in one. */
const corpus = createBm25Corpus(
  Array.from({ length: 20 }, (_, at) => [
    `f${at}`,
    new Map([['common', 1], ...(at === 0 ? ([['rare', 1]] as const) : []), [`own${at}`, 2]]),
  ]),
);
const weigh = (counts: Readonly<Record<string, number>>) =>
  weighTerms(new Map(Object.entries(counts)), corpus);
const texts = fc.dictionary(
  fc.constantFrom('common', 'rare', 'own1', 'own2', 'unheard', '__proto__'),
  fc.integer({ min: 1, max: 9 }),
);

test('a text is like itself, and nothing is like a text without terms', () => {
  fc.assert(
    fc.property(texts, (counts) => {
      const one = weigh(counts);
      expect(cosine(one, weigh({}))).toBe(0);
      // Lengths are rounded down.
      expect(cosine(one, one)).toBeGreaterThanOrEqual(one.weights.size === 0 ? 0 : 980);
    }),
  );
});

test('likeness lies between nought and full, and is nearly the same from both sides', () => {
  fc.assert(
    fc.property(texts, texts, (some, others) => {
      const [one, other] = [weigh(some), weigh(others)];
      const likeness = cosine(one, other);
      expect(Number.isInteger(likeness) && likeness >= 0 && likeness <= 1_000).toBe(true);
      expect(Math.abs(likeness - cosine(other, one))).toBeLessThanOrEqual(10);
      const shares = [...one.weights.keys()].some((term) => other.weights.has(term));
      expect(likeness > 0).toBe(shares);
    }),
  );
});

test('a rare term that is shared says more than a common one', () => {
  const text = weigh({ common: 1, rare: 1 });
  expect(cosine(text, weigh({ rare: 1 }))).toBeGreaterThan(cosine(text, weigh({ common: 1 })));
});

test('a term that is repeated counts more, but not without end', () => {
  const text = weigh({ rare: 1, own1: 1 });
  const likeness = (count: number) => cosine(text, weigh({ rare: count, own2: 1 }));
  expect(likeness(2)).toBeGreaterThan(likeness(1));
  expect(likeness(1_000)).toBe(likeness(9));
});
