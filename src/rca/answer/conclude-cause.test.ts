// The status and confidence of a cause, with and without a trial, and when recalled.
import { describe, expect, test } from 'vitest';
import {
  answered,
  causeOf,
  investigated,
  report,
  reported,
  suspects,
} from '../../../test/support/sample-answers.ts';
import type { ReportCause } from '../../record/index.ts';
import type { PriorCauseBlock } from '../blocks/case-blocks.ts';
import type { AnsweredCase, CourtOutcome } from './answered-case.ts';

const outcome: CourtOutcome = {
  decision: 'affirm',
  effect: 'binding',
  rounds: 2,
  remands: 0,
  original: { defect_type: 'product_bug', location: 'src/0.ts' },
  final: { defect_type: 'product_bug', location: 'src/1.ts' },
  exhibits: [{ index: 0, handle: 'frame:0', class: 'primary', weight: 0.5, struck: false }],
  standingChallenges: ['single source'],
  verdictReasoning: 'it stands',
};

describe('how a cause stands', () => {
  test.each<[string, readonly number[], Partial<AnsweredCase>, ReportCause['status'], number, number]>([
    ['sure by the first', [0.95, 0.04], {}, 'concluded', 0.95, 1],
    ['settled at the least', [0.9, 0.05], {}, 'concluded', 0.9, 1],
    ['just not settled', [0.8999, 0.05], {}, 'likely', 0.8999, 1],
    ['sure by two', [0.6, 0.35, 0.01], {}, 'likely', 0.95, 2],
    ['tried, with the court off', [0.4, 0.2, 0.1], {}, 'likely', 0.7, 3],
    ['just enough', [0.3, 0.15, 0.05], {}, 'likely', 0.5, 3],
    ['just not enough', [0.3, 0.15, 0.0499], {}, 'insufficient', 0.4999, 0],
    ['without suspects', [], {}, 'insufficient', 0, 0],
    ['left to a person', [0.9], { terminal: '_recommended' }, 'recommended', 0.9, 1],
    ['not sure and left to a person', [0.2], { terminal: '_recommended' }, 'insufficient', 0.2, 0],
    ['not ended', [0.9], { terminal: null }, 'insufficient', 0.9, 0],
    ['stopped at its limits', [0.9], { terminal: '_exhausted' }, 'insufficient', 0.9, 0],
    ['affirmed', [0.7], { court: outcome }, 'likely', 0.7, 1],
    [
      'affirmed though nobody approved',
      [0.7],
      { court: outcome, terminal: '_recommended' },
      'likely',
      0.7,
      1,
    ],
    ['acquitted', [0.7], { court: { ...outcome, decision: 'acquit' } }, 'insufficient', 0.7, 0],
    ['contested without end', [0.7], { court: { ...outcome, decision: 'mistrial' } }, 'inconclusive', 0.7, 1],
    ['sent back and then sure', [0.9], { court: { ...outcome, decision: 'remand' } }, 'concluded', 0.9, 1],
  ])('%s', (_, confidences, changes, status, confidence, files) => {
    const cause = causeOf(answered('a', { outputs: { investigate: investigated(confidences) }, ...changes }));
    expect(cause).toMatchObject({ status, confidence });
    expect(cause.answer).toEqual(
      suspects(confidences)
        .slice(0, files)
        .map(({ path }) => path),
    );
    expect(cause.suspects.map(({ path }) => path)).toEqual(suspects(confidences).map(({ path }) => path));
    expect(cause.gaps !== undefined).toBe(status === 'insufficient' || status === 'inconclusive');
  });

  test('without a search by what the report says', () => {
    const cause = causeOf(answered('a', { outputs: { report: reported(0.95) } }));
    expect(cause).toMatchObject({
      status: 'concluded',
      confidence: 0.95,
      defect_type: 'flaky',
      summary: 'passes when run again',
      next_steps: ['quarantine it'],
    });
  });

  test('a last word that is less sure than the ranking counts', () => {
    const outputs = { investigate: investigated([0.9]), report: reported(0.6, 'product_bug') };
    expect(causeOf(answered('a', { outputs }))).toMatchObject({ confidence: 0.6, status: 'likely' });
  });

  test('confidences of others are made to fall', () => {
    const cause = causeOf(answered('a', { outputs: { investigate: investigated([0.5, 0.5, 0.7, 0]) } }));
    expect(cause.suspects.map(({ confidence }) => confidence)).toEqual([0.5, 0.4999, 0.4998, 0]);
  });

  test('a report of another repository establishes nothing', () => {
    const base = {
      test_files: [],
      missing: [],
      candidates: 9,
      told: 9,
      history: 'full',
      is_foreign: true,
      is_grounded: false,
      world: 'unknown',
      world_reason: '',
      tests_are: 'unknown',
      base_revision: '',
      is_base_green: false,
    } as const;
    const cause = causeOf(answered('a', { base }));
    expect(cause).toMatchObject({ status: 'insufficient', confidence: 0, answer: [] });
    expect(cause.suspects[0]?.confidence).toBeLessThan(0.01);
    expect(cause.gaps?.[0]?.severity).toBe('critical');
  });
});

describe('the court', () => {
  const amended = { ...outcome, decision: 'amend' } as const;
  const outputs = { investigate: investigated([0.7, 0.2]) };
  const first = (court: CourtOutcome) => {
    const { suspects, answer, status } = causeOf(answered('a', { outputs, court }));
    return { suspects: suspects.map(({ path, confidence }) => `${path} ${confidence}`), answer, status };
  };

  test('puts an amended place first where its verdicts bind, as sure as the first was', () =>
    expect(first(amended)).toEqual({
      suspects: ['src/1.ts 0.7', 'src/0.ts 0.2'],
      answer: ['src/1.ts', 'src/0.ts'],
      status: 'likely',
    }));

  test('puts no place first that nobody suspects', () =>
    expect(
      first({ ...amended, final: { defect_type: 'product_bug', location: 'src/9.ts' } }).suspects[0],
    ).toBe('src/0.ts 0.7'));

  test.each(['amend', 'acquit', 'mistrial', 'affirm', 'remand'] as const)(
    'changes neither order nor status by %s where it advises',
    (decision) => {
      const untried = causeOf(answered('a', { outputs }));
      expect(first({ ...outcome, effect: 'advisory', decision })).toEqual({
        suspects: untried.suspects.map(({ path, confidence }) => `${path} ${confidence}`),
        answer: untried.answer,
        status: untried.status,
      });
    },
  );

  test('is told of', () => {
    const cause = causeOf(
      answered('a', { court: { ...outcome, effect: 'advisory', decision: 'amend', reason: 'r' } }),
    );
    expect(cause.court).toEqual({
      decision: 'amend',
      effect: 'advisory',
      held: 'src/1.ts',
      reason: 'r',
      rounds: 2,
      remands: 0,
      original: 'product_bug in src/0.ts',
      exhibits: outcome.exhibits,
      standing_challenges: ['single source'],
      verdict_reasoning: 'it stands; held instead: product_bug in src/1.ts',
    });
    expect(cause.suspects[0]?.path).toBe('src/0.ts');
  });

  test('says what it missed before the rest', () => {
    const gap = {
      description: 'no run',
      category: 'c',
      source: 's',
      severity: 'low',
      suggested_action: 'run it',
    } as const;
    const court: CourtOutcome = { ...outcome, decision: 'mistrial', gapBrief: { gaps: [gap] } };
    expect(causeOf(answered('a', { court }), { history: 'none' }).gaps?.slice(0, 2)).toMatchObject([
      gap,
      { category: 'history' },
    ]);
  });
});

describe('a recalled cause', () => {
  const block: PriorCauseBlock = {
    id: 'cause-old',
    defect_type: 'test_bug',
    status: 'concluded',
    confidence: 8_800,
    summary: 'known',
    suspects: [{ path: 'old.ts', score: 5, confidence: 9_000 }],
    commits: [{ id: 'def', score: 1 }],
    first_seen: 'run:0',
  };
  const recalled = { frame: 'frame:old', block };

  test('keeps its id and never claims more than it had', () => {
    const one = answered('a', { recalled, outputs: {}, path: ['recall', 'review', 'report'], isKnown: true });
    expect(causeOf(one)).toMatchObject({
      id: 'cause-old',
      defect_type: 'test_bug',
      confidence: 0.88,
      answer: ['old.ts'],
      first_seen: 'run:0',
      commits: block.commits,
      evidence: [{ handle: 'frame:old', kind: 'prior-cause', quote: 'known', weight: 0.88 }],
    });
  });

  test('of two failures is one', () => {
    const both = report([answered('b', { recalled, isKnown: true }), answered('a', { recalled })]);
    expect(both.causes).toMatchObject([{ id: 'cause-old', duplicates: ['case-b'] }]);
    expect(both.summary).toMatchObject({ cases: 2, causes: 1, new: 0, known: 1 });
  });
});
