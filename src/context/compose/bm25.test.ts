// Integer BM25: the order of the textbook's formula, whole numbers, no matter how the corpus came in.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FIXED_ONE, fixedLog2 } from '../../kernel/index.ts';
import { type CommonTerms, createBm25Corpus } from './bm25.ts';

const count = (text: string) => {
  const counts = new Map<string, number>();
  for (const word of text.split(' ')) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
};

function check(documents: Record<string, string>, query: string, expected: string[]) {
  const corpus = createBm25Corpus(Object.entries(documents).map(([path, text]) => [path, count(text)]));
  const scores = corpus.score(count(query));
  const order = corpus.keys
    .map((key, at) => ({ key, score: scores[at] ?? 0 }))
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score)
    .map(({ key }) => key);
  expect(order).toEqual(expected);
}

const scoresOf = (commonTerms: CommonTerms, texts: string[], query: string) => {
  const documents = texts.map((text, at) => [String(at), count(text)] as const);
  return createBm25Corpus(documents, commonTerms).score(count(query));
};

test('where common terms are faint, one of two documents is told from the other', () => {
  expect(scoresOf('silent', ['x', 'y'], 'x')).toEqual([0, 0]);
  const [having, lacking] = scoresOf('faint', ['x', 'y'], 'x');
  expect([having, lacking]).toEqual([expect.toSatisfy((score) => score > 0), 0]);
});

test('where common terms are faint, a rare one still says more', () => {
  const [rare = 0, common = 0] = scoresOf('faint', ['x p', 'y p', 'y p', 'y p'], 'x y');
  expect(rare).toBeGreaterThan(common);
});

test.each<[string, Record<string, string>, string, string[]]>([
  ['more of a term is better', { a: 'x y z', b: 'x x z', c: 'z', d: 'z', e: 'z' }, 'x', ['b', 'a']],
  ['shorter is better', { a: 'x p q r s t', b: 'x p', c: 'z', d: 'z', e: 'z' }, 'x', ['b', 'a']],
  ['rarer is better', { a: 'x p', b: 'y p', c: 'y q', d: 'z', e: 'z', f: 'z' }, 'x y', ['a', 'b', 'c']],
  ['a term that most have says nothing', { a: 'x', b: 'x', c: 'x' }, 'x', []],
  ['an unknown term says nothing', { a: 'x', b: 'y', c: 'z' }, 'unknown', []],
  ['ties keep the order of keys', { b: 'x', a: 'x', c: 'z', d: 'z', e: 'z', f: 'z' }, 'x', ['a', 'b']],
  ['an empty corpus', {}, 'x', []],
])('%s', (_, documents, query, expected) => {
  check(documents, query, expected);
});

test('the fixed-point logarithm is within two steps of the real one', () => {
  const values = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
  fc.assert(
    fc.property(values, (value) => {
      expect(Math.abs(fixedLog2(value) - FIXED_ONE * Math.log2(value))).toBeLessThan(2);
    }),
  );
  expect([1, 2, 1024, 2 ** 50].map(fixedLog2)).toEqual([0, 1024, 10_240, 51_200]);
});

const word = fc.constantFrom('a', 'b', 'c', 'd', 'e', '__proto__', 'constructor');
const document = fc.tuple(fc.string(), fc.dictionary(word, fc.integer({ min: 1, max: 2 ** 31 })));

test('scores are safe integers and do not depend on the order of documents or terms', () => {
  const corpora = fc.uniqueArray(document, { selector: ([path]) => path, maxLength: 30 });
  fc.assert(
    fc.property(corpora, (documents) => {
      const terms = documents.map(([path, counts]) => [path, new Map(Object.entries(counts))] as const);
      const query = new Map([...'abcde'].map((term, at) => [term, at]));
      const forward = createBm25Corpus(terms).score(query);
      const backward = createBm25Corpus(terms.toReversed()).score(new Map([...query].reverse()));
      expect(backward).toEqual(forward);
      expect(forward.every((score) => Number.isSafeInteger(score) && score >= 0)).toBe(true);
    }),
  );
});

/** The formula as it is written, for one document and in numbers without bounds. */
function naiveScore(
  at: number,
  documents: readonly Map<string, number>[],
  query: Map<string, number>,
): number {
  const one = BigInt(FIXED_ONE);
  const lengths = documents.map((counts) => [...counts.values()].reduce((sum, value) => sum + value, 0));
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const average = BigInt(Math.max(1, Math.floor((total * FIXED_ONE) / documents.length)));
  const relative = (BigInt(lengths[at] ?? 0) * one * one) / average;
  const norm = (120n * (25n * one + 75n * relative)) / 10_000n;
  let score = 0n;
  for (const [term, weight] of query) {
    const count = BigInt(documents[at]?.get(term) ?? 0);
    const having = documents.filter((counts) => counts.has(term)).length;
    if (count === 0n) continue;
    const rarity = fixedLog2(2 * documents.length + 2) - fixedLog2(2 * having + 1);
    const share = (((count * one * 220n) / 100n) * one) / (count * one + (norm > 1n ? norm : 1n));
    score += (BigInt(rarity * weight) * share) / one;
  }
  return Number(score);
}

test('where common terms are faint, a score is that of the formula', () => {
  const counts = fc.dictionary(word, fc.integer({ min: 1, max: 1000 }), { maxKeys: 5 });
  fc.assert(
    fc.property(fc.array(counts, { minLength: 1, maxLength: 9 }), (list) => {
      const documents = list.map((one) => new Map(Object.entries(one)));
      const query = new Map([...'abx'].map((term, index) => [term, index + 1]));
      const scores = createBm25Corpus(
        documents.map((one, at) => [String(at), one]),
        'faint',
      ).score(query);
      expect(scores).toEqual(documents.map((_, at) => naiveScore(at, documents, query)));
    }),
  );
});
