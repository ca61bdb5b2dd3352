// Real failures of eight projects, recorded as the features of their candidates: the right file stays where it stood.
// scripts/rca-slice.ts writes the records from an evaluation; no checkout is needed here.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Candidate, rankCandidates } from '../../src/rca/index.ts';

type RecordedCase = {
  readonly id: string;
  readonly project: string;
  /** The files that the fix changed, as far as they are among the candidates. */
  readonly right: readonly string[];
  readonly rank: number | null;
  readonly candidates: readonly Candidate[];
};

const cases = readFileSync(join(import.meta.dirname, '../fixtures/rca-slice.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line): RecordedCase => JSON.parse(line));

/** Ranks the candidates in another order than they were recorded in. */
function rankOf({ right, candidates }: RecordedCase): number | null {
  const at = rankCandidates(candidates.toReversed()).ranked.findIndex(({ path }) => right.includes(path));
  return at < 0 ? null : at + 1;
}

describe('the recorded slice', () => {
  test('has about twenty cases of all projects', () => {
    expect(cases.length).toBeGreaterThanOrEqual(20);
    expect(new Set(cases.map(({ project }) => project)).size).toBe(8);
  });

  test.each(cases)('$id: the right file stands at $rank', (recorded) => {
    expect(rankOf(recorded)).toBe(recorded.rank);
  });

  test('is mostly right at once', () => {
    const first = cases.filter((recorded) => rankOf(recorded) === 1).length;
    expect(first / cases.length).toBeGreaterThanOrEqual(0.54);
  });
});
