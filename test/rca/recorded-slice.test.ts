// Real failures of many projects in both worlds, recorded as the features of their candidates: the right file stays where it stood.
// scripts/record-slice.ts writes them from a calibration run; no checkout is needed here.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Candidate, evidenceFeatures, rankCandidates, weightsOf } from '../../src/rca/index.ts';
import type { CauseWorld } from '../../src/record/index.ts';

type RecordedCase = {
  readonly id: string;
  readonly project: string;
  /** The world by whose weights it is ranked. */
  readonly world: CauseWorld;
  /** The files that the fix changed, as far as they are among the candidates. */
  readonly right: readonly string[];
  readonly rank: number | null;
  readonly candidates: readonly Candidate[];
};

const nothing = Object.fromEntries(
  Object.keys(evidenceFeatures).map((name) => [name, 0]),
) as unknown as Candidate['features'];

const cases = readFileSync(join(import.meta.dirname, '../fixtures/rca-slice.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line): RecordedCase => {
    const recorded: RecordedCase = JSON.parse(line);
    // Only what holds is recorded.
    const candidates = recorded.candidates.map((one) => ({
      ...one,
      features: { ...nothing, ...one.features },
    }));
    return { ...recorded, candidates };
  });

/** Ranks the candidates in another order than they were recorded in. */
function rankOf({ world, right, candidates }: RecordedCase): number | null {
  const { ranked } = rankCandidates(candidates.toReversed(), weightsOf(world));
  const at = ranked.findIndex(({ path }) => right.includes(path));
  return at < 0 ? null : at + 1;
}

describe('the recorded slice', () => {
  test('has cases of all projects and of both worlds', () => {
    expect(cases.length).toBeGreaterThanOrEqual(40);
    expect(new Set(cases.map(({ project }) => project)).size).toBeGreaterThanOrEqual(20);
    for (const world of ['change', 'latent'])
      expect(cases.filter((one) => one.world === world).length).toBeGreaterThanOrEqual(10);
  });

  test.each(cases)('$id: the right file stands at $rank', (recorded) => {
    expect(rankOf(recorded)).toBe(recorded.rank);
  });

  test('is mostly right at once', () => {
    const first = cases.filter((recorded) => rankOf(recorded) === 1).length;
    expect(first / cases.length).toBeGreaterThanOrEqual(0.7);
  });
});
