// The learner against weights that were planted, and as laws over any choices.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ChoiceSet, fitConditionalLogit, logitScore } from './conditional-logit.ts';

const names = ['alpha', 'beta', 'gamma'];
const planted = { alpha: 4_000, beta: -2_000, gamma: 0 };

/** A small generator, so that every run sees the same choices. */
function createChance(): () => number {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Sets in which the right option is drawn by the planted weights. */
function plantedSets(count: number): ChoiceSet[] {
  const chance = createChance();
  return Array.from({ length: count }, (_, set) => {
    const options = Array.from({ length: 8 }, (_, index) => ({
      key: `file-${index}`,
      features: Object.fromEntries(names.map((name) => [name, Math.floor(chance() * 1_001)])),
    }));
    // Gumbel noise on the scores draws from the softmax.
    const noisy = options.map(
      ({ features }) => logitScore(features, planted) / 1_000 - Math.log(-Math.log(chance())),
    );
    const right = noisy.indexOf(Math.max(...noisy));
    return {
      id: `set-${set}`,
      weight: 1,
      options: options.map((option, index) => ({ ...option, isRight: index === right })),
    };
  });
}

const option = fc.record({
  key: fc.string({ maxLength: 4 }),
  features: fc.record(Object.fromEntries(names.map((name) => [name, fc.integer({ min: 0, max: 1_000 })]))),
  isRight: fc.boolean(),
});
const sets = fc.uniqueArray(
  fc.record({
    id: fc.string({ maxLength: 6 }),
    weight: fc.constantFrom(1, 0.5),
    options: fc.uniqueArray(option, { maxLength: 6, selector: ({ key }) => key }),
  }),
  { maxLength: 12, selector: ({ id }) => id },
);

describe('the learner', () => {
  test('recovers planted weights', () => {
    const weights = fitConditionalLogit(plantedSets(3_000), { names, ridge: 0.1 });
    for (const [name, value] of Object.entries(planted))
      expect(Math.abs((weights[name] ?? 0) - value)).toBeLessThan(300);
  });

  test('draws weights towards zero by its ridge', () => {
    const some = plantedSets(50);
    const loose = fitConditionalLogit(some, { names, ridge: 0.1 });
    const tight = fitConditionalLogit(some, { names, ridge: 100 });
    expect(Math.abs(tight.alpha ?? 0)).toBeLessThan(Math.abs(loose.alpha ?? 0));
  });

  test('draws a weight to what is expected of it, the more the less the sets say of it', () => {
    const expected = { alpha: 12_000 };
    const none = fitConditionalLogit([], { names, ridge: 1, expected });
    expect(none).toEqual({ alpha: 12_000, beta: 0, gamma: 0 });
    const [few = 0, many = 0] = [10, 300].map(
      (count) => fitConditionalLogit(plantedSets(count), { names, ridge: 1, expected }).alpha,
    );
    const plain = fitConditionalLogit(plantedSets(10), { names, ridge: 1 });
    expect(few).toBeGreaterThan(plain.alpha ?? 0);
    expect(many).toBeLessThan(few);
  });

  test('learns nothing from nothing, and nothing from sets without a right or a wrong option', () => {
    const only = (isRight: boolean): ChoiceSet => ({
      id: String(isRight),
      weight: 1,
      options: ['a', 'b'].map((key) => ({ key, features: { alpha: 500 }, isRight })),
    });
    expect(fitConditionalLogit([only(true), only(false)], { names, ridge: 1 })).toEqual({
      alpha: 0,
      beta: 0,
      gamma: 0,
    });
  });

  test('survives a feature that tells right from wrong without fail', () => {
    const options = [
      { key: 'a', features: { alpha: 1_000 }, isRight: true },
      { key: 'b', features: { alpha: 0 }, isRight: false },
    ];
    const sure = Array.from({ length: 100 }, (_, index) => ({ id: String(index), weight: 1, options }));
    const { alpha = 0 } = fitConditionalLogit(sure, { names: ['alpha'], ridge: 0.1 });
    expect(alpha).toBeGreaterThan(2_000);
    expect(alpha).toBeLessThan(20_000);
  });

  test('gives the same weights again, whatever the order of sets, options and features', () => {
    fc.assert(
      fc.property(sets, (all) => {
        const weights = fitConditionalLogit(all, { names, ridge: 1 });
        const turned = all.toReversed().map((set) => ({
          ...set,
          options: set.options.toReversed().map((one) => ({
            ...one,
            features: Object.fromEntries(Object.entries(one.features).toReversed()),
          })),
        }));
        expect(fitConditionalLogit(turned, { names: names.toReversed(), ridge: 1 })).toEqual(weights);
        expect(JSON.stringify(fitConditionalLogit(all, { names, ridge: 1 }))).toBe(JSON.stringify(weights));
        expect(Object.values(weights).every(Number.isSafeInteger)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});
