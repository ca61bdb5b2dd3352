/** Conclusions before the court: the charge made from each shape, and the result of an amendment. */
import { describe, expect, test } from 'vitest';
import { amendConclusion, type CourtConclusion, isFlipped, priorOf } from './court-subject.ts';

type Verdict = Parameters<typeof amendConclusion>[1];

const amend = (final_location?: string, final_classification = 'product_bug'): Verdict => ({
  final_classification,
  ...(final_location !== undefined && { final_location }),
});
const of = (more: CourtConclusion): CourtConclusion => ({ defect_type: 'product_bug', ...more });

describe('a trial begins with', () => {
  test.each<[string, CourtConclusion, object]>([
    [
      'the first suspect of records',
      of({ suspects: [{ path: 'a', score: 9 }, { path: 'b' }] }),
      { suspects: ['a'] },
    ],
    ['the first suspect of paths', of({ suspects: ['a', 'b'] }), { suspects: ['a'] }],
    ['a location', of({ location: 'a' }), { location: 'a' }],
    ['a component', of({ component: 'cart' }), { component: 'cart' }],
    ['no place', of({ suspects: [] }), {}],
    ["nobody's words", of({ rca_message: 'm', summary: 's', data: { defect_type: 'flaky' } }), {}],
  ])('%s', (_name, conclusion, charged) => {
    expect(priorOf({ id: 'case-1', conclusion, confidence: 0.7, evidence: ['h'] })).toEqual({
      type: 'investigate',
      data: { defect_type: 'product_bug', ...charged, evidence: ['h'] },
    });
  });
});

describe('an amendment', () => {
  test.each<[string, CourtConclusion, Verdict, CourtConclusion, boolean]>([
    [
      'changes the type alone',
      of({ location: 'a' }),
      amend(undefined, 'flaky'),
      { defect_type: 'flaky', location: 'a' },
      true,
    ],
    ['of nothing changes nothing', of({ location: 'a' }), amend('a'), of({ location: 'a' }), false],
    ['changes the location', of({ location: 'a' }), amend('b'), of({ location: 'b' }), true],
    ['brings a place where there was none', of({}), amend('b'), of({ location: 'b' }), true],
    [
      'puts a known suspect first, with what is known of it',
      of({ suspects: [{ path: 'a' }, { path: 'b', score: 5 }] }),
      amend('b'),
      of({ suspects: [{ path: 'b', score: 5 }, { path: 'a' }] }),
      true,
    ],
    [
      'puts a new suspect first',
      of({ suspects: [{ path: 'a' }] }),
      amend('c'),
      of({ suspects: [{ path: 'c' }, { path: 'a' }] }),
      true,
    ],
    [
      'keeps to paths where there are only paths',
      of({ suspects: ['a', 'b'] }),
      amend('c'),
      of({ suspects: ['c', 'a', 'b'] }),
      true,
    ],
    [
      'moves location and suspects together',
      of({ location: 'a', suspects: ['a', 'b'] }),
      amend('b'),
      of({ location: 'b', suspects: ['b', 'a'] }),
      true,
    ],
    [
      'leaves other fields alone',
      of({ summary: 's', location: 'a' }),
      amend('b'),
      of({ summary: 's', location: 'b' }),
      true,
    ],
  ])('%s', (_name, conclusion, verdict, expected, flipped) => {
    const final = amendConclusion(conclusion, verdict);
    expect(final).toEqual(expected);
    expect(isFlipped(conclusion, final)).toBe(flipped);
  });
});
