// How settled a ranking is: laws of the score.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EvidenceFamily } from '../ranking/evidence-features.ts';
import { convergenceOf, type LackingEvidence } from './convergence.ts';

const families: readonly EvidenceFamily[] = ['stack', 'text', 'naming', 'history', 'relations'];
const votes = (agreeing: number, dissenting: number) => ({
  agreeing: families.slice(0, agreeing),
  dissenting: families.slice(agreeing, agreeing + dissenting),
});

test.each<[number, number, number, LackingEvidence[], number]>([
  [10_000, 5, 0, [], 10_000],
  [4_000, 5, 0, [], 10_000],
  [2_000, 3, 1, [], 6_250],
  [2_000, 3, 1, ['own-frames'], 5_937],
  [2_000, 3, 1, ['whole-history'], 5_937],
  [10_000, 0, 0, [], 0],
  [10_000, 0, 3, [], 0],
  [0, 1, 1, [], 2_500],
])(
  'margin %i, %i agreeing, %i dissenting, without %j: %i',
  (margin, agreeing, dissenting, missing, expected) => {
    expect(convergenceOf({ margin, ...votes(agreeing, dissenting) }, missing)).toBe(expected);
  },
);

test('a trace that passes another file nearer weighs more than any other dissent', () => {
  const rest: readonly EvidenceFamily[] = ['text', 'naming', 'history', 'relations'];
  const score = (dissenting: EvidenceFamily) =>
    convergenceOf(
      {
        margin: 4_000,
        agreeing: rest.filter((family) => family !== dissenting).slice(0, 3),
        dissenting: [dissenting],
      },
      [],
    );
  expect(score('stack')).toBe(6_562);
  expect(score('text')).toBe(8_750);
});

test('it is whole, grows with margin and agreement, and falls with what is missing', () => {
  const missing = fc.subarray<LackingEvidence>(['own-frames', 'whole-history', 'history', 'test-source']);
  fc.assert(
    fc.property(
      fc.nat(10_000),
      fc.nat(10_000),
      fc.nat(4),
      fc.nat(2),
      missing,
      (one, more, agreeing, dissenting, lacks) => {
        const score = convergenceOf({ margin: Math.min(one, more), ...votes(agreeing, dissenting) }, lacks);
        expect(Number.isInteger(score) && score >= 0 && score <= 10_000).toBe(true);
        expect(
          convergenceOf({ margin: Math.max(one, more), ...votes(agreeing, dissenting) }, lacks),
        ).toBeGreaterThanOrEqual(score);
        expect(
          convergenceOf({ margin: Math.min(one, more), ...votes(agreeing + 1, dissenting) }, lacks),
        ).toBeGreaterThanOrEqual(score);
        expect(
          convergenceOf({ margin: Math.min(one, more), ...votes(agreeing, dissenting) }, []),
        ).toBeGreaterThanOrEqual(score);
      },
    ),
  );
});
