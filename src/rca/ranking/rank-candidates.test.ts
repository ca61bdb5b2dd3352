// Scores, order, margin and votes from features given by hand.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  evidenceFeatures,
  evidenceLimits,
  type FeatureName,
  type FeatureValues,
  FULL,
  featureNames,
} from './evidence-features.ts';
import { type RankingWeights, weightsOf } from './fitted-evidence.ts';
import { rankCandidates, weightedSum, worthOf } from './rank-candidates.ts';

type Features = Partial<Record<FeatureName, number>>;

/** One nat for every feature that holds fully, so that a score is the sum of the features. */
const ones: RankingWeights = {
  name: 'ones/1',
  weights: Object.fromEntries(featureNames.map((name) => [name, 1_000])),
};

function candidate(path: string, features: Features) {
  const values = Object.fromEntries(featureNames.map((name) => [name, features[name] ?? 0])) as FeatureValues;
  return { path, side: 'production' as const, features: values };
}

const anyWeights = fc
  .dictionary(fc.constantFrom(...featureNames), fc.integer({ min: -9_000, max: 9_000 }))
  .map((weights): RankingWeights => ({ name: 'any/1', weights }));
const anyCandidates = fc.uniqueArray(
  fc
    .tuple(
      fc.string({ minLength: 1, maxLength: 4 }),
      fc.dictionary(fc.constantFrom(...featureNames), fc.nat(FULL)),
    )
    .map(([path, features]) => candidate(path, features)),
  { selector: ({ path }) => path, maxLength: 60 },
);

test('the name of the weights stays with the ranking', () => {
  expect(rankCandidates([], ones).weights).toBe('ones/1');
});

test('scores come first, then paths', () => {
  const { ranked } = rankCandidates(
    [
      candidate('c', { naming: 10 }),
      candidate('b', { naming: 10 }),
      candidate('d', { naming: 5, size: 10 }),
      candidate('a', {}),
    ],
    ones,
  );
  expect(ranked.map(({ path, score }) => [path, score])).toEqual([
    ['d', 15],
    ['b', 10],
    ['c', 10],
    ['a', 0],
  ]);
});

test('what speaks against a file takes from its score, and no score is below nought', () => {
  const against: RankingWeights = { ...ones, weights: { naming: 1_000, testSide: -3_000 } };
  const scores = rankCandidates(
    [
      candidate('a', { naming: FULL, testSide: FULL }),
      candidate('b', {}),
      candidate('c', { testSide: FULL }),
    ],
    against,
  ).ranked.map(({ path, score }) => [path, score]);
  expect(scores).toEqual([
    ['b', 3_000],
    ['a', 1_000],
    ['c', 0],
  ]);
});

test('whatever the weights, scores fall, none is negative, and neither the order nor the bound loses the best', () => {
  fc.assert(
    fc.property(anyCandidates, anyWeights, (candidates, weights) => {
      const ranking = rankCandidates(candidates, weights);
      expect(rankCandidates(candidates.toReversed(), weights)).toEqual(ranking);
      const scores = ranking.ranked.map(({ score }) => score);
      expect(scores.every((score, at) => score >= 0 && score <= (scores[at - 1] ?? score))).toBe(true);
      expect(scores).toHaveLength(Math.min(candidates.length, evidenceLimits.candidates));
      const sums = candidates.map(({ features }) => weightedSum(features, weights, featureNames));
      const best = ranking.ranked[0];
      if (best !== undefined)
        expect(weightedSum(best.features, weights, featureNames)).toBe(Math.max(...sums));
    }),
  );
});

test('the margin is how much less likely the second is than the first', () => {
  fc.assert(
    fc.property(fc.nat(FULL), fc.nat(FULL), fc.nat(FULL), (one, other, both) => {
      const { margin } = rankCandidates(
        [candidate('a', { naming: one, size: both }), candidate('b', { naming: other, size: both })],
        ones,
      );
      const expected = 10_000 * (1 - Math.exp(-Math.abs(one - other) / 1_000));
      expect(Math.abs(margin - expected)).toBeLessThan(2);
    }),
  );
});

test.each<[string, Features[], Partial<ReturnType<typeof rankCandidates>>]>([
  ['a tie', [{ naming: 5 }, { naming: 5 }], { margin: 0, agreeing: ['naming'], dissenting: [] }],
  [
    'families that disagree',
    [{ naming: 9, together: 1 }, { together: 2 }],
    { agreeing: ['naming'], dissenting: ['history'] },
  ],
  ['a prior does not vote', [{ naming: 9 }, { size: 5 }], { agreeing: ['naming'], dissenting: [] }],
  ['no evidence', [{}, {}], { margin: 0, agreeing: [], dissenting: [] }],
  ['no candidate', [], { margin: 0, agreeing: [], dissenting: [] }],
])('%s', (_, features, expected) => {
  const candidates = features.map((one, at) => candidate(String(at), one));
  expect(rankCandidates(candidates, ones)).toMatchObject(expected);
});

test('a lone candidate leads by all that speaks for it', () => {
  const margins = [0, 500, FULL].map((naming) => rankCandidates([candidate('a', { naming })], ones).margin);
  expect(margins).toEqual(margins.toSorted((left, right) => left - right));
  expect(margins[0]).toBe(0);
  expect(margins[2]).toBeGreaterThan(margins[1] ?? 0);
});

test('what a family is worth adds up to the whole, but for what rounding leaves', () => {
  fc.assert(
    fc.property(anyCandidates, anyWeights, (candidates, weights) => {
      for (const { features } of candidates) {
        const families = Object.values(worthOf(features, weights));
        const whole = weightedSum(features, weights, featureNames);
        const lost = whole - families.reduce((sum, worth) => sum + worth, 0);
        expect(lost).toBeGreaterThanOrEqual(0);
        expect(lost).toBeLessThan(families.length);
      }
    }),
  );
});

test.each(['change', 'latent', 'unknown'] as const)(
  'the weights that ship for %s are whole numbers of known features',
  (world) => {
    const { weights, name } = weightsOf(world);
    expect(featureNames).toEqual(expect.arrayContaining(Object.keys(weights)));
    expect(Object.values(weights).every((weight) => Number.isSafeInteger(weight))).toBe(true);
    expect(Object.values(weights).some((weight) => weight > 0)).toBe(true);
    expect(name).not.toBe('');
  },
);

test('each world has its own weights, and what changed counts in a world of changes', () => {
  const { weights } = weightsOf('change');
  const ofChange = featureNames.filter((name) => evidenceFeatures[name].family === 'change');
  expect(weightsOf('latent').weights).not.toEqual(weights);
  expect(ofChange.some((name) => (weights[name] ?? 0) > 0)).toBe(true);
});
