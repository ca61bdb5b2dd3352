/** What a model may change in an answer, and what the evidence keeps, for each step of the light path. */
import { describe, expect, test } from 'vitest';
import type { CanonicalValue } from '../../kernel/index.ts';
import type { Artifact } from '../../pipeline/index.ts';
import { holdToEvidence } from './hold-to-evidence.ts';
import type { LightArtifactType } from './light-artifact-types.ts';

const a = { path: 'a.ts', score: 90, confidence: 0.7, handle: 'frame:a' };
const b = { path: 'b.ts', score: 40, confidence: 0.2, handle: 'frame:b' };
const stranger = { path: 'evil.ts', score: 999, confidence: 1, handle: 'frame:evil' };

const investigated = {
  rca_message: 'a.ts',
  defect_type: 'product_bug',
  suspects: [a, b],
  commits: [
    { id: 'c1', score: 9 },
    { id: 'c2', score: 3 },
  ],
  convergence_score: 0.8,
  evidence_refs: ['frame:a'],
  is_exhausted: false,
  world: 'change',
};

function hold(type: LightArtifactType, own: object, said: object): Artifact {
  const { confidence, ...data } = { ...own } as { readonly confidence?: number };
  const held = { type, data, ...(confidence !== undefined && { confidence }) } as Artifact;
  return holdToEvidence(type, { ...own, ...said } as unknown as CanonicalValue, held);
}

describe('investigate', () => {
  test('takes the order of a model, its words and its doubt', () => {
    const { data } = hold('investigate', investigated, {
      suspects: [b],
      commits: [{ id: 'c2', score: 1 }],
      rca_message: 'b.ts divides by zero',
      convergence_score: 0.9,
    });
    expect(data).toMatchObject({
      rca_message: 'b.ts divides by zero',
      suspects: [b, a],
      commits: [
        { id: 'c2', score: 3 },
        { id: 'c1', score: 9 },
      ],
      // Model and evidence disagree about the first.
      convergence_score: 0.6,
    });
  });

  test('takes no suspect that the evidence does not name, however it is written', () => {
    const renamed = { ...a, path: 'evil.ts', confidence: 1, line: 3 };
    const { handle: _handle, ...bare } = stranger;
    const { data } = hold('investigate', investigated, {
      suspects: [stranger, bare, renamed, renamed, b],
      commits: [{ id: 'c9', score: 9 }],
      is_exhausted: true,
      convergence_score: 1,
    });
    expect(data).toMatchObject({ suspects: [a, b], commits: investigated.commits, is_exhausted: false });
    expect(data.convergence_score).toBe(0.8);
  });

  test('is less settled where the kind of defect is contested, or the model is less sure', () => {
    expect(hold('investigate', investigated, { defect_type: 'environment' }).data.convergence_score).toBe(
      0.6,
    );
    expect(hold('investigate', investigated, { convergence_score: 0.3 }).data.convergence_score).toBe(0.3);
  });

  test('adds no answers where nothing was asked', () => {
    const answers = [{ question: 'q', answer: 'a', handles: ['frame:a'] }];
    expect(hold('investigate', investigated, { answers }).data).not.toHaveProperty('answers');
    const { data } = hold('investigate', { ...investigated, answers: [] }, { answers });
    expect(data.answers).toEqual(answers);
  });
});

test.each([
  [
    'skip',
    { symptom_category: 'infra', skip_investigation: true },
    { symptom_category: 'product', skip_investigation: false },
  ],
  ['other', { symptom_category: 'test', severity: 'low' }, { symptom_category: 'test', severity: 'low' }],
])('triage: a model names the kind of failure, and skips nothing: %s', (_, said, held) => {
  const own = {
    symptom_category: 'product',
    defect_type_hypothesis: 'product_bug',
    candidate_repos: ['lib'],
    skip_investigation: false,
  };
  expect(hold('triage', own, { candidate_repos: ['evil'], ...said }).data).toMatchObject({
    ...held,
    candidate_repos: ['lib'],
  });
});

test('recall and correlate: a model may disbelieve a match, and make none', () => {
  const match = { match: true, prior_rca_id: 'frame:p', confidence: 0.95, reasoning: 'same' };
  expect(hold('recall', match, { match: false, confidence: 1 })).toMatchObject({
    confidence: 0.95,
    data: { match: false },
  });
  expect(hold('recall', { match: false, confidence: 0, reasoning: '' }, { ...match })).toMatchObject({
    confidence: 0,
    data: { match: false },
  });
  const single = { is_duplicate: false, confidence: 0.1, reasoning: 'alone' };
  const said = { is_duplicate: true, confidence: 1, linked_rca_id: 'evil', reasoning: 'same' };
  const { confidence, data } = hold('correlate', single, said);
  expect([confidence, data]).toEqual([0.1, { is_duplicate: false, reasoning: 'same' }]);
});

test('review: a model sends back, and approves or overturns nothing that the checks do not', () => {
  const approved = { decision: 'approve', confidence: 0.9, binding: false };
  expect(hold('review', approved, { confidence: 1, binding: true })).toMatchObject({
    confidence: 0.9,
    data: { decision: 'approve', binding: false },
  });
  const overturned = hold('review', approved, {
    decision: 'overturn',
    human_override: 'evil',
    binding: true,
  });
  expect(overturned.data).toEqual({ decision: 'reassess', loop_target: 'investigate', binding: false });
  const back = { decision: 'reassess', loop_target: 'resolve', confidence: 0.95, binding: false };
  expect(hold('review', back, { decision: 'approve' }).data).toMatchObject({ decision: 'reassess' });
});

test('resolve and report: a model gives words, and no places', () => {
  const own = { selected_repos: [{ name: 'w', path: '.', focus_paths: ['lib'], reason: 'near' }] };
  const said = { selected_repos: [{ name: 'w', path: '../..', focus_paths: ['/etc'], reason: 'because' }] };
  expect(hold('resolve', own, said).data).toEqual({
    selected_repos: [{ name: 'w', path: '.', focus_paths: ['lib'], reason: 'because' }],
  });
  const report = {
    case_id: 'c',
    defect_type: 'product_bug',
    suspects: [a],
    confidence: 0.5,
    summary: 'own',
    next_steps: ['run it'],
  };
  const told = {
    case_id: 'x',
    defect_type: 'no_defect',
    suspects: [stranger],
    confidence: 1,
    summary: 'said',
    next_steps: [],
  };
  expect(hold('report', report, told)).toEqual({
    type: 'report',
    confidence: 0.5,
    data: {
      case_id: 'c',
      defect_type: 'product_bug',
      suspects: [a],
      summary: 'said',
      next_steps: ['run it'],
    },
  });
});
