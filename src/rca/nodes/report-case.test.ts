// The report of a case: by search, by recall, by triage alone, and what it says to do next.
import { expect, test } from 'vitest';
import { base, evidence, failure, priorCause } from '../../../test/support/sample-blocks.ts';
import { type SampleBlock, samplePack } from '../../../test/support/sample-pack.ts';
import { reportCase } from './report-case.ts';

const suspect = (path: string, confidence: number) => ({
  path,
  line: 3,
  score: 9,
  confidence,
  handle: `frame:${path}`,
});
const searched: SampleBlock = {
  type: 'investigate',
  data: {
    rca_message: 'it fails in `a.ts`',
    defect_type: 'product_bug',
    suspects: [suspect('a.ts', 0.6), suspect('b.ts', 0.25), suspect('c.ts', 0.05)],
    commits: [{ id: 'abcdef0123456789', score: 5 }],
    convergence_score: 0.8,
    evidence_refs: [],
  },
};
const of = (defect_type: string, suspects: readonly ReturnType<typeof suspect>[]): SampleBlock => ({
  ...searched,
  data: { ...searched.data, defect_type, suspects },
});
const triaged = (category: string, hypothesis: string): SampleBlock => ({
  type: 'triage',
  data: {
    symptom_category: category,
    defect_type_hypothesis: hypothesis,
    candidate_repos: [],
    skip_investigation: true,
  },
});
const changed = (
  commit: string,
  kind = 'modified',
  side: 'production' | 'test' = 'production',
  added: readonly string[] = [],
) =>
  evidence(
    'a.ts',
    { changed: 1_000 },
    {
      side,
      change: {
        commit,
        subject: '',
        author: '',
        date: '',
        position: 0,
        files: 1,
        kind,
        removed: [],
        added,
      },
    },
  );
const conflicted = changed('', 'modified', 'production', ['<<<<<<< HEAD', 'a()', '>>>>>>> main']);
const recalled = (confidence: number): SampleBlock => ({
  type: 'recall',
  confidence,
  data: { match: true, prior_rca_id: 'frame:cause-1', reasoning: 'seen before' },
});

function check(blocks: readonly SampleBlock[], expected: object) {
  const { confidence, data } = reportCase(samplePack([failure(), ...blocks]));
  expect({ confidence, ...data }).toMatchObject({ case_id: 'case-0123456789abcdef', ...expected });
}

test.each<[string, SampleBlock[], object]>([
  [
    'a search states the smallest sure prefix',
    [searched],
    { confidence: 0.85, defect_type: 'product_bug', summary: 'it fails in `a.ts`' },
  ],
  ['a flake was seen', [triaged('flake', 'flaky')], { confidence: 0.3, defect_type: 'flaky', suspects: [] }],
  [
    'a recall says no more than its cause did',
    [recalled(0.95), priorCause()],
    { confidence: 0.82, suspects: [{ path: 'lib/cart.ts', line: 12, score: 5_000, confidence: 0.7 }] },
  ],
  [
    'nor more than that it is the same',
    [recalled(0.81), priorCause({ confidence: 9_900 })],
    { confidence: 0.81 },
  ],
  [
    'a recall that was searched after all counts by the search',
    [recalled(0.5), priorCause(), triaged('product', 'product_bug'), searched],
    { confidence: 0.85 },
  ],
  ['an empty walk', [], { confidence: 0.3, defect_type: 'to_investigate', suspects: [] }],
])('%s', (_, blocks, expected) => {
  check(blocks, expected);
});

test.each<[string, Parameters<typeof failure>[0], SampleBlock, number]>([
  ['a flake that a retry showed', { retries: ['passed'] }, triaged('flake', 'flaky'), 0.95],
  [
    'infrastructure by its marks',
    { message: 'Error: connect ECONNREFUSED 10.0.0.1:5432' },
    triaged('infra', 'infrastructure'),
    0.9,
  ],
  ['infrastructure that nothing shows', { message: 'no' }, triaged('infra', 'infrastructure'), 0.3],
])('%s has its confidence', (_, parts, block, expected) => {
  expect(reportCase(samplePack([failure(parts), block])).confidence).toBe(expected);
});

test.each<[string, SampleBlock[], string[]]>([
  [
    'a search',
    [searched, base()],
    [
      'step through `a.ts:3` while `CartTest.total` runs',
      'step through `b.ts:3` while `CartTest.total` runs',
    ],
  ],
  [
    'a search that found a change',
    [searched, base(), changed('abcdef0123456789')],
    [
      'put `a.ts` back as it was before `abcdef012345`, in a scratch clone, and run `CartTest.total`',
      'step through `a.ts:3` while `CartTest.total` runs',
      'step through `b.ts:3` while `CartTest.total` runs',
    ],
  ],
  [
    'a search that found a change which is not committed',
    [searched, base(), changed('')],
    [
      'put `a.ts` back as it was committed, in a scratch clone, and run `CartTest.total`',
      'step through `a.ts:3` while `CartTest.total` runs',
      'step through `b.ts:3` while `CartTest.total` runs',
    ],
  ],
  [
    'a search that found a new file',
    [searched, base(), changed('abcdef0123456789', 'added')],
    [
      'step through `a.ts:3` while `CartTest.total` runs',
      'step through `b.ts:3` while `CartTest.total` runs',
    ],
  ],
  [
    'a search that found a merge conflict',
    [searched, base(), conflicted],
    [
      'resolve the merge conflict in `a.ts`, and run `CartTest.total`',
      'step through `a.ts:3` while `CartTest.total` runs',
      'step through `b.ts:3` while `CartTest.total` runs',
    ],
  ],
  [
    'a search that found a deleted file',
    [searched, base(), changed('', 'deleted')],
    [
      'put `a.ts` back as it was committed, in a scratch clone, and run `CartTest.total`',
      'step through `b.ts:3` while `CartTest.total` runs',
    ],
  ],
  [
    'a search that found the test itself changed',
    [searched, base(), changed('', 'modified', 'test')],
    [
      'put `a.ts` back as it was committed, in a scratch clone, and run `CartTest.total`',
      'step through `b.ts:3` while `CartTest.total` runs',
    ],
  ],
  [
    'data that was changed for an environment',
    [of('environment', [suspect('rates.json', 0.9)]), base(), changed('')],
    ['compare the environment with one in which `CartTest.total` passes'],
  ],
  [
    'a change of the environment, which is sooner undone than compared',
    [of('environment', [suspect('a.ts', 0.9)]), base(), changed('')],
    [
      'put `a.ts` back as it was committed, in a scratch clone, and run `CartTest.total`',
      'step through `a.ts:3` while `CartTest.total` runs',
      'compare the environment with one in which `CartTest.total` passes',
    ],
  ],
  [
    'a flake',
    [triaged('flake', 'flaky')],
    ['run `CartTest.total` many times at this revision, alone and with its neighbours'],
  ],
  ['a shallow clone', [base({ history: 'shallow' })], ['fetch the whole history: `git fetch --unshallow`']],
  [
    'a foreign report',
    [base({ is_foreign: true, history: 'none' })],
    ['run in the repository that the tests belong to, at the revision that was tested'],
  ],
])('what would settle %s', (_, blocks, next_steps) => {
  check(blocks, { next_steps });
});

test("a person's word comes first", () => {
  const reviewed: SampleBlock = {
    type: 'review',
    confidence: 1,
    data: { decision: 'overturn', binding: true, human_override: 'it is the clock' },
  };
  check([searched, reviewed], { summary: 'it is the clock; before that: it fails in `a.ts`' });
});
