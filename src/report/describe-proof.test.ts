// What experiments came to in words: the proof on both sides, the way back, and what is said where nothing was proven.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ReportCause, ReportDocument, ReportExperiments } from '../record/index.ts';
import { titleOfCause } from './describe-change.ts';
import { experimentWords, leftWords, proofWords, undoCommand } from './describe-proof.ts';
import { rateInterval } from './text/quantity.ts';

const file = join(import.meta.dirname, '../../test/golden/report/proven.json');
const [cause] = (JSON.parse(readFileSync(file, 'utf8')) as ReportDocument).causes as [ReportCause];
const { proof, experiments } = cause as Required<ReportCause>;
const NOW_MS = Date.parse('2026-11-16T19:42:00Z');
const { change: _change, ...ofMany } = proof;

describe('a proof', () => {
  test.each([
    ['red', 'applied alone to the last green state, they turn it red'],
    ['green', 'applied alone to the last green state, they leave it green, so other changes are involved'],
    ['untold', 'whether they alone would break the last green state could not be tested'],
  ] as const)('tells what the lines do alone: %s', (alone, expected) => {
    expect(
      proofWords(cause, { ...proof, alone })
        .split('; ')
        .at(-1),
    ).toBe(expected);
  });

  test('speaks of one test and of a change without lines as such', () => {
    const hunks = [{ path: 'run.sh', lines: [1, 1] as const, diff: 'old mode 100755\nnew mode 100644\n' }];
    const tests = cause.tests.slice(0, 1);
    expect(proofWords({ ...cause, tests }, { ...proof, hunks, runs: { red: 1, green: 2 } })).toBe(
      'reverting this change turned the test green (2 runs); with it, the test was red (1 run); applied alone to the last green state, this change turns it red',
    );
  });

  test.each<[string, Partial<ReportCause>, string]>([
    ['a commit', {}, '2 tests fail since 9f1bea4 "Tidy shipping costs" (2 hours ago, by Ada Brook)'],
    [
      'what is not committed',
      { proof: { ...proof, change: { commit: null, subject: '', author: '', date: '' } } },
      '2 tests fail because of uncommitted changes',
    ],
    ['several commits', { proof: ofMany }, '2 tests fail because of several commits'],
    [
      'an old fault by argument',
      { world: 'latent' },
      '2 tests fail since 9f1bea4 "Tidy shipping costs" (2 hours ago, by Ada Brook)',
    ],
  ])('is titled by %s', (_what, part, expected) => {
    expect(titleOfCause({ ...cause, ...part }, NOW_MS)).toBe(expected);
  });

  test.each([
    [undefined, 'penumbra prove run:1 --cause case-1 --patch fix.patch'],
    ['fix.patch', 'git apply fix.patch'],
    ["it's mine.patch", "git apply 'it'\\''s mine.patch'"],
    ['-R', 'git apply ./-R'],
  ])('is undone with %j by %s', (patchFile, expected) => {
    expect(undoCommand({ run: 'run:1', cause: 'case-1' }, patchFile)).toBe(expected);
  });
});

describe('experiments without a proof', () => {
  test.each<[Partial<ReportExperiments>, string]>([
    [{ outcome: 'narrowed' }, 'green at e3dacdb, red at 9f1bea4 (9 runs)'],
    [
      { outcome: 'narrowed', range: { green: 'e3dacdb', red: null } },
      'green at e3dacdb, red at the working tree (9 runs)',
    ],
    [
      { outcome: 'flaky', rate: { failed: 1, runs: 20 } },
      'failed in 1 of 20 runs of the same state: 5 %, likely 1 to 24 %',
    ],
    [{ outcome: 'order_dependent', polluter: 'a' }, 'fails after `a` and passes without it (9 runs)'],
    [{ outcome: 'not_reproduced', summary: 'passed\nhere' }, 'passed here (9 runs)'],
  ])('of %j say: %s', (part, expected) => {
    expect(experimentWords({ ...experiments, ...part })).toBe(expected);
  });

  test('name what is left, and count the rest', () => {
    const left = { commits: ['9f1bea4'], paths: ['a', 'b', 'c', 'd', 'e', 'f'] };
    expect(leftWords({ ...experiments, left })).toEqual([
      '1 commit: 9f1bea4',
      '6 files: a, b, c, d and 2 more',
    ]);
  });

  test.each([
    [
      [cause.commits[0]?.id ?? ''],
      '2 tests fail since 9f1bea4 "Tidy shipping costs" (2 hours ago, by Ada Brook)',
    ],
    [['1234567'], '2 tests fail since 1234567'],
    [['1234567', '89abcde'], '2 tests fail since one of 2 commits'],
  ])('that narrowed it to %j are titled so', (commits, expected) => {
    const narrowed: ReportCause = {
      ...cause,
      status: 'narrowed',
      experiments: { ...experiments, outcome: 'narrowed', left: { commits, paths: [] } },
    };
    expect(titleOfCause(narrowed, NOW_MS)).toBe(expected);
  });
});

test.each([
  [6, 20, 0.1455, 0.519],
  [0, 10, 0, 0.2775],
  [10, 10, 0.7225, 1],
  [1, 1, 0.2065, 1],
])('%i of %i lies between %f and %f', (hits, runs, low, high) => {
  const [least, most] = rateInterval(hits, runs);
  expect(least).toBeCloseTo(low, 3);
  expect(most).toBeCloseTo(high, 3);
});
