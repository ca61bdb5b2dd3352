// Scores, order, margin and votes from features given by hand.

import { expect, test } from 'vitest';
import { type FeatureName, type FeatureValues, featureNames } from './evidence-features.ts';
import type { FileSide } from './file-side.ts';
import { rankCandidates } from './rank-candidates.ts';
import { evenWeights, type RankingWeights } from './ranking-weights.ts';

const ones = Object.fromEntries(featureNames.map((name) => [name, 1])) as FeatureValues;
const weights: RankingWeights = { name: 'ones/1', origin: 'by hand', weights: ones };

function candidate(
  path: string,
  features: Partial<Record<FeatureName, number>>,
  side: FileSide = 'production',
) {
  const values = Object.fromEntries(featureNames.map((name) => [name, features[name] ?? 0])) as FeatureValues;
  return { path, side, features: values };
}

test('the score is the weighted sum, and the name of the weights stays with it', () => {
  const { ranked, weights: name } = rankCandidates([candidate('a', { naming: 1000, size: 500 })]);
  expect(ranked[0]?.score).toBe(1000 * evenWeights.weights.naming + 500 * evenWeights.weights.size);
  expect(name).toBe('even/1');
});

test('sides come first, then scores, then paths', () => {
  const ranking = rankCandidates(
    [
      candidate('t', { naming: 1000 }, 'test'),
      candidate('e', { naming: 900 }, 'beside'),
      candidate('c', { naming: 10 }),
      candidate('b', { naming: 10 }),
      candidate('a', { naming: 20 }),
    ],
    weights,
  );
  expect(ranking.ranked.map(({ path }) => path)).toEqual(['a', 'b', 'c', 'e', 't']);
  expect(ranking.margin).toBe(5000);
});

test.each<[string, Partial<Record<FeatureName, number>>[], Partial<ReturnType<typeof rankCandidates>>]>([
  ['a lone candidate', [{ naming: 5 }], { margin: 10_000, agreeing: ['naming'], dissenting: [] }],
  ['a tie', [{ naming: 5 }, { naming: 5 }], { margin: 0, agreeing: ['naming'], dissenting: [] }],
  [
    'families that disagree',
    [{ naming: 9, together: 1 }, { together: 2 }],
    { margin: 8000, agreeing: ['naming'], dissenting: ['history'] },
  ],
  ['a prior does not vote', [{ naming: 9 }, { size: 5 }], { agreeing: ['naming'], dissenting: [] }],
  ['no evidence', [{}, {}], { margin: 0, agreeing: [], dissenting: [] }],
])('%s', (_, features, expected) => {
  const candidates = features.map((one, at) => candidate(String(at), one));
  expect(rankCandidates(candidates, weights)).toMatchObject(expected);
});

test('the weights that ship are whole and speak for files only', () => {
  expect(Object.keys(evenWeights.weights).sort()).toEqual([...featureNames].sort());
  expect(Object.values(evenWeights.weights).every((weight) => Number.isInteger(weight) && weight >= 0)).toBe(
    true,
  );
});
