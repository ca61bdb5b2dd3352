// Confidences as laws, and the answer as a table.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toBasisPoints } from '../../kernel/index.ts';
import {
  type ConfidenceMap,
  confidenceMapOf,
  groundlessConfidences,
  isSettled,
  RANKS_WITH_CONFIDENCE,
  statedAnswer,
  suspectConfidences,
} from './confidence.ts';

const map: ConfidenceMap = {
  name: 'hand/1',
  slope: 1_000,
  intercept: 0,
  lacking: { history: 500, 'test-source': 1_000 },
};

/** Falling scores, ties included. */
const scores = fc
  .array(fc.nat(60_000), { maxLength: 60 })
  .map((values) => values.sort((left, right) => right - left));
const maps = fc.record({
  slope: fc.integer({ min: 0, max: 3_000 }),
  intercept: fc.integer({ min: -4_000, max: 4_000 }),
});
const lacking = fc.subarray(['history', 'test-source', 'own-frames']);

function points(
  ranked: readonly number[],
  parts: Partial<ConfidenceMap> = {},
  missing: readonly string[] = [],
): readonly number[] {
  return suspectConfidences(ranked, { map: { ...map, ...parts }, lacking: missing }).map(toBasisPoints);
}

describe('the confidences of a ranking', () => {
  test('fall strictly while there are any, and add up to at most one', () => {
    fc.assert(
      fc.property(scores, maps, lacking, (ranked, parts, missing) => {
        const values = points(ranked, parts, missing);
        expect(values).toHaveLength(ranked.length);
        expect(values.reduce((sum, value) => sum + value, 0)).toBeLessThanOrEqual(10_000);
        const named = values.slice(0, RANKS_WITH_CONFIDENCE);
        expect(named.every((value, index) => value > 0 && value < (named[index - 1] ?? 10_000))).toBe(true);
        expect(values.slice(RANKS_WITH_CONFIDENCE).every((value) => value === 0)).toBe(true);
      }),
    );
  });

  test('say the same for the same scores moved together', () => {
    fc.assert(
      fc.property(scores, fc.nat(10_000), (ranked, step) => {
        expect(points(ranked.map((score) => score + step))).toEqual(points(ranked));
      }),
    );
  });

  test('of the first rise with its lead, with the map, and with what was there to look at', () => {
    fc.assert(
      fc.property(scores, fc.nat(5_000), lacking, (ranked, more, missing) => {
        const [first, ...others] = ranked;
        if (first === undefined) return;
        const own = points(ranked)[0] ?? 0;
        expect(points([first + more, ...others])[0]).toBeGreaterThanOrEqual(own);
        expect(points(ranked, { intercept: more })[0]).toBeGreaterThanOrEqual(own);
        expect(points(ranked, {}, missing)[0]).toBeLessThanOrEqual(own);
      }),
    );
  });

  test('of the first fall with every further suspect', () => {
    fc.assert(
      fc.property(scores, fc.nat(60_000), (ranked, further) => {
        const [first = 0] = ranked;
        const more = [...ranked, Math.min(first, further)].sort((left, right) => right - left);
        if (ranked.length > 0) expect(points(more)[0]).toBeLessThanOrEqual(points(ranked)[0] ?? 0);
      }),
    );
  });

  test.each([
    ['two that are alike', [3_000, 3_000], 5_000],
    ['a lead of one nat', [3_000, 2_000], 7_310],
    ['four that are alike', [9, 9, 9, 9], 2_500],
  ])('are those of a softmax under the plainest map: %s', (_, ranked, first) => {
    expect(Math.abs((points(ranked)[0] ?? 0) - first)).toBeLessThan(10);
  });

  test('lose what a source is worth once, and nothing for one that the map does not know', () => {
    const ranked = [3_000, 1_000, 500];
    expect(points(ranked, {}, ['history', 'history'])).toEqual(points(ranked, { intercept: -500 }));
    expect(points(ranked, {}, ['test-source', 'history'])).toEqual(points(ranked, { intercept: -1_500 }));
    expect(points(ranked, {}, ['weather'])).toEqual(points(ranked));
  });

  test('are never certain without a try, however far the first leads', () => {
    expect(points([1_000_000])[0]).toBeLessThan(10_000);
    expect(points([1_000_000, 0], { slope: 9_000, intercept: 9_000 })[0]).toBeLessThan(10_000);
  });

  test('of a ranking that rests on nothing are as good as none, and fall', () => {
    const values = groundlessConfidences(40).map(toBasisPoints);
    expect(values[0]).toBeLessThanOrEqual(100);
    expect(values.every((value, rank) => rank === 0 || value < (values[rank - 1] ?? 0) || value === 0)).toBe(
      true,
    );
  });
});

test.each(['change', 'latent', 'unknown'] as const)(
  'the map that ships for %s is whole and rises',
  (world) => {
    const { name, slope, intercept, lacking: losses } = confidenceMapOf(world);
    expect(name).not.toBe('');
    expect([slope, intercept, ...Object.values(losses)].every(Number.isSafeInteger)).toBe(true);
    expect(slope).toBeGreaterThan(0);
    expect(Object.values(losses).every((loss) => loss >= 0)).toBe(true);
  },
);

test('each world has its own map; where none is known, one of these', () => {
  expect(confidenceMapOf('change')).not.toBe(confidenceMapOf('latent'));
  expect([confidenceMapOf('change'), confidenceMapOf('latent')]).toContainEqual(confidenceMapOf('unknown'));
});

test.each<[string, readonly number[], number, number]>([
  ['nothing is known', [], 0, 0],
  ['one is enough', [0.8, 0.1, 0.05], 1, 0.8],
  ['one just misses', [0.7999, 0.1, 0.05], 2, 0.8999],
  ['decimals add up exactly', [0.7, 0.1, 0.05], 2, 0.8],
  ['three do not reach it', [0.3, 0.2, 0.1, 0.05], 3, 0.6],
  ['two are all there is', [0.3, 0.2], 2, 0.5],
  ['more than one is one', [0.79, 0.78], 2, 1],
])('the stated answer where %s', (_, confidences, count, confidence) => {
  expect(statedAnswer(confidences)).toEqual({ count, confidence });
});

test.each<[string, number, number, boolean]>([
  ['one place, sure enough', 1, 0.9, true],
  ['one place, nearly sure enough', 1, 0.8999, false],
  ['two places together', 2, 0.99, false],
  ['no place, and sure', 0, 0.95, true],
])('settled is %s', (_, count, confidence, expected) => {
  expect(isSettled({ count, confidence })).toBe(expected);
});
