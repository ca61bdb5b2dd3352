// Review: approves what rests on the pack, sends back what does not, and never binds or overturns by itself.
import { expect, test } from 'vitest';
import { evidence, failure, priorCause } from '../../../test/support/sample-blocks.ts';
import { type SampleBlock, samplePack } from '../../../test/support/sample-pack.ts';
import type { LightArtifactData } from './light-artifacts.ts';
import { reviewCase } from './review-case.ts';

function investigated(parts: Partial<LightArtifactData<'investigate'>> = {}): SampleBlock {
  const data = {
    rca_message: 'x',
    defect_type: 'product_bug',
    suspects: [],
    commits: [],
    convergence_score: 0.8,
    evidence_refs: ['frame:a.ts'],
    ...parts,
  };
  return { type: 'investigate', data: data as never };
}

const triaged: SampleBlock = {
  type: 'triage',
  data: {
    symptom_category: 'infra',
    defect_type_hypothesis: 'infrastructure',
    candidate_repos: [],
    skip_investigation: true,
  },
};
const recalled = (prior_rca_id: string): SampleBlock => ({
  type: 'recall',
  confidence: 0.95,
  data: { match: true, prior_rca_id, reasoning: 'seen before' },
});
const asks = (...specific_questions: string[]): SampleBlock => ({
  kind: 'remand',
  payload: { target: 'resolve', challenged_evidence: [], alternative_hypothesis: '', specific_questions },
});
const fresh = evidence('a.ts', {});
const stale = { ...fresh, isStale: true } as SampleBlock;
const answered = (handles: string[], question = 'why?') =>
  investigated({ answers: [{ question, answer: 'so', handles }] });

test.each<[string, SampleBlock[], string]>([
  ['a settled conclusion on evidence in the pack', [investigated(), fresh], 'approve 0.9'],
  ['a conclusion in doubt', [investigated({ convergence_score: 0.4 }), fresh], 'approve 0.6'],
  [
    'a conclusion that cites nothing',
    [investigated({ evidence_refs: [], convergence_score: 0 })],
    'approve 0.6',
  ],
  ['cited evidence that is stale', [investigated(), stale], 'reassess investigate 0.95'],
  ['cited evidence that is not there', [investigated()], 'reassess investigate 0.95'],
  ['stale evidence that nobody cites', [investigated({ evidence_refs: [] }), stale], 'approve 0.9'],
  ['an answer that rests on evidence', [answered(['frame:a.ts']), fresh, asks('why?')], 'approve 0.9'],
  ['an answer that rests on nothing', [answered([]), fresh, asks('why?')], 'reassess resolve 0.95'],
  [
    'an answer that rests on what is not there',
    [answered(['frame:b.ts']), fresh, asks('why?')],
    'reassess investigate 0.95',
  ],
  [
    'a question without an answer',
    [answered(['frame:a.ts']), fresh, asks('why?', 'where?')],
    'reassess resolve 0.95',
  ],
  ['triage that needed no search', [triaged], 'approve 0.9'],
  ['a recalled cause by handle', [recalled('frame:cause-1'), priorCause()], 'approve 0.9'],
  ['a recalled cause by id', [recalled('cause-1'), priorCause()], 'approve 0.9'],
  [
    'a recalled cause whose files changed',
    [recalled('cause-1'), priorCause({}, true)],
    'reassess triage 0.95',
  ],
  [
    'a recalled cause that was not concluded',
    [recalled('cause-1'), priorCause({ status: 'insufficient' })],
    'reassess triage 0.95',
  ],
  ['a recall of what is not there', [recalled('cause-2'), priorCause()], 'reassess triage 0.95'],
  [
    'a recall that was searched after all',
    [recalled('cause-1'), priorCause({}, true), triaged, investigated(), fresh],
    'approve 0.9',
  ],
  [
    'an artifact that breaks its schema',
    [{ type: 'investigate', data: { suspects: 'all' } }],
    'reassess triage 0.95',
  ],
  ['an empty pack', [], 'reassess triage 0.95'],
])('%s: %s %s', (_, blocks, expected) => {
  const { data, confidence } = reviewCase(samplePack([failure(), ...blocks]));
  const target = data.loop_target === undefined ? '' : ` ${data.loop_target}`;
  expect(`${data.decision}${target} ${confidence}`).toBe(expected);
  expect(data.binding).toBe(false);
});
