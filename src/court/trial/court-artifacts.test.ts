/** The artifacts of a trial: what fits each schema, and what does not. */
import { describe, expect, test } from 'vitest';
import { type CourtArtifactType, courtArtifacts, misfitOf } from '../index.ts';

const gap = { description: 'd', category: 'c', source: 's', severity: 'high', suggested_action: 'a' };
const courtGap = { ...gap, stage: 'defend', identified_by: 'defense' };
const exhibit = { description: 'd', handle: 'h', weight: 0.5, class: 'primary' };

/** One artifact of each type, with everything that may be in it. */
const samples: Readonly<Record<CourtArtifactType, { readonly [field: string]: unknown }>> = {
  indictment: {
    charged_defect_type: 'product_bug',
    charged_location: 'src/a.ts',
    prosecution_narrative: 'n',
    evidence: [exhibit],
    confidence: 1,
  },
  discovery: {
    raw: { a: [1, null] },
    checks: [{ name: 'n', result: 'r', handles: ['h'] }],
    further_evidence: [exhibit],
  },
  defense_brief: {
    challenges: [{ evidence_index: 0, challenge: 'c', severity: 'fatal' }],
    alternative_hypothesis: 'x',
    motion_to_dismiss: true,
    plea_deal: false,
    mitigating_factors: ['m'],
    confidence: 0,
  },
  hearing_record: {
    rounds: [{ round: 1, prosecution_argument: 'p', defense_rebuttal: 'd', judge_notes: 'j', gap: 0.2 }],
    max_rounds: 3,
    converged: false,
  },
  verdict: {
    decision: 'remand',
    final_classification: 'product_bug',
    final_location: 'src/a.ts',
    confidence: 0.5,
    reasoning: 'r',
    dissent: 'd',
    remand_feedback: {
      target: 'resolve',
      challenged_evidence: [{ index: 0, reason: 'r' }],
      alternative_hypothesis: '',
      specific_questions: ['q'],
    },
  },
  evidence_gap: gap,
  court_evidence_gap: courtGap,
  evidence_gap_brief: { case_id: 'c', final_confidence: 0.4, gaps: [gap, courtGap], summary: 's' },
};
const optional = [
  'charged_location',
  'alternative_hypothesis',
  'final_location',
  'dissent',
  'remand_feedback',
];

describe.each(Object.entries(samples))('%s', (type, sample) => {
  const check = (data: { readonly [field: string]: unknown }) => {
    const { confidence, ...rest } = data as { confidence?: number };
    return misfitOf({ type, ...(confidence !== undefined && { confidence }), data: rest as never });
  };

  test('fits', () => expect(check(sample)).toBe(null));
  test('has no further fields', () => expect(check({ ...sample, extra: 1 })).toContain('extra'));
  test.each(Object.keys(sample))('without %s fits only if that is optional', (field) => {
    const { [field]: _, ...rest } = sample;
    expect(check(rest) === null).toBe(optional.includes(field));
  });
});

test.each<[CourtArtifactType, object]>([
  ['evidence_gap_brief', { gaps: [] }],
  ['evidence_gap_brief', { gaps: Array(11).fill(gap) }],
  ['verdict', { decision: 'maybe' }],
  ['verdict', { confidence: 1.01 }],
  ['verdict', { final_classification: '' }],
  ['indictment', { evidence: [{ ...exhibit, class: 'rumour' }] }],
  ['indictment', { evidence: Array(101).fill(exhibit) }],
  ['defense_brief', { challenges: [{ evidence_index: -1, challenge: '', severity: 'minor' }] }],
  ['hearing_record', { max_rounds: 0 }],
  ['evidence_gap', { severity: 'fatal' }],
])('%s refuses %j', (type, change) => {
  expect(courtArtifacts[type].safeParse({ ...samples[type], ...change }).success).toBe(false);
});

test.each(['toString', '__proto__', ''])('%j is no artifact of a court', (type) => {
  expect(misfitOf({ type, data: {} })).toContain('is no artifact of a court');
});
