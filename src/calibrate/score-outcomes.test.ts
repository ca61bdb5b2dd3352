// Scores on hand-made outcomes, as a table, and what must never be claimed without a measurement.
import { describe, expect, test } from 'vitest';
import {
  type CaseOutcome,
  type GoldAnswer,
  OUTCOME_SCHEMA,
  type OutcomeCause,
  type OutcomeResult,
  type OutcomeTrial,
} from './case-outcome.ts';
import { renderScores } from './render-scores.ts';
import { scoreOutcomes } from './score-outcomes.ts';

function gold(parts: Partial<GoldAnswer> = {}): GoldAnswer {
  return { id: 'one', project: 'shop', language: 'java', fixed_files: ['a.java'], ...parts };
}

function cause(paths: readonly string[], parts: Partial<OutcomeCause> = {}): OutcomeCause {
  return {
    status: 'concluded',
    confidence: 0.9,
    defect_type: 'product_bug',
    world: 'change',
    tests: 1,
    answer: paths.slice(0, 1),
    suspects: paths.map((path, index) => ({ path, confidence: 0.8 - index / 10 })),
    commits: [],
    ...parts,
  };
}

function outcome(causes: readonly OutcomeCause[] | null, parts: Partial<CaseOutcome> = {}): CaseOutcome {
  const result: OutcomeResult | null = causes && {
    versions: {},
    history: 'full',
    failures: 1,
    cases: 1,
    causes,
    rankings: [],
    trials: [],
    steps: 7,
    duration_ms: 10,
  };
  const error = causes === null ? 'it broke' : null;
  return { schema: OUTCOME_SCHEMA, id: 'one', gold: gold(), result, baselines: null, error, ...parts };
}

const answers = { files: [], commits: [] };

describe('a file', () => {
  test.each([
    { name: 'first', causes: [cause(['a.java', 'b.java'])], first: 1, inThree: 1, reciprocal: 1 },
    {
      name: 'third',
      causes: [cause(['b.java', 'c.java', 'a.java'])],
      first: 0,
      inThree: 1,
      reciprocal: 0.3333,
    },
    { name: 'absent', causes: [cause(['b.java'])], first: 0, inThree: 0, reciprocal: 0 },
    {
      name: 'of a later, surer cause',
      causes: [cause(['b.java'], { suspects: [{ path: 'b.java', confidence: 0.5 }] }), cause(['a.java'])],
      first: 1,
      inThree: 1,
      reciprocal: 1,
    },
    {
      name: 'behind one that two causes name',
      causes: [cause(['b.java', 'a.java']), cause(['b.java'])],
      first: 0,
      inThree: 1,
      reciprocal: 0.5,
    },
    { name: 'of a failed investigation', causes: null, first: 0, inThree: 0, reciprocal: 0 },
  ])('$name', ({ causes, first, inThree, reciprocal }) => {
    const { file } = scoreOutcomes([outcome(causes)]);
    expect([file.first.value, file.in_three.value, file.reciprocal.value]).toEqual([
      first,
      inThree,
      reciprocal,
    ]);
  });

  test('of the first cause alone is another figure', () => {
    const causes = [
      cause(['b.java'], { suspects: [{ path: 'b.java', confidence: 0.5 }] }),
      cause(['a.java']),
    ];
    expect(scoreOutcomes([outcome(causes)])).toMatchObject({
      file: { first: { value: 1 } },
      first_cause: { first: { value: 0 } },
    });
  });
});

test.each([
  ['Shop.total(int)', 'com.example.Shop#total', 1],
  ['Shop::total', 'total', 1],
  ['Shop.totals', 'total', 0],
])('a symbol %s is met by %s: %s', (method, symbol, value) => {
  const answer = cause(['a.java'], { suspects: [{ path: 'a.java', symbol, confidence: 0.8 }] });
  const known = gold({ fixed_methods: [{ file: 'a.java', method }] });
  expect(scoreOutcomes([outcome([answer], { gold: known })]).symbol.first.value).toBe(value);
});

test.each([
  ['abcdef0123456789', 1],
  ['abcdef0', 1],
  ['abcdef', 0],
  ['fedcba9', 0],
])('a commit written as %s scores %s', (commit, value) => {
  const known = gold({ bug_inducing_commit: 'abcdef0123456789' });
  const scores = scoreOutcomes([outcome([cause(['a.java'], { commits: [commit] })], { gold: known })]);
  expect(scores.commit.first.value).toBe(value);
});

describe('what the known answer does not tell', () => {
  const scores = scoreOutcomes([outcome([cause(['a.java'])], { gold: gold({ fixed_files: [] }) })]);

  test('is null and never perfect', () => {
    expect(scores).toMatchObject({
      cases: 1,
      file: { first: { cases: 0, value: null } },
      symbol: { first: { value: null } },
      commit: { first: { value: null } },
      kind: { product: { value: null }, other: { value: null } },
      world: { value: null },
      status: [],
      reliability: { first: { cases: 0, brier: null, calibration_error: null } },
    });
  });

  test('is called not measured', () => {
    expect(renderScores(scores, [])).toMatch(/^ {2}symbol +0 +not measured$/m);
  });

  test('nor is anything of no cases at all', () => {
    expect(scoreOutcomes([])).toMatchObject({
      cases: 0,
      causes_per_fault: { value: null },
      cost: { median_ms: null },
    });
  });
});

test('kinds of product bugs and of others are apart, and so is the world', () => {
  const outcomes = [
    outcome([cause(['a.java'])], { gold: gold({ kind: 'product_bug', world: 'change' }) }),
    outcome([cause(['a.java'])], { gold: gold({ kind: 'test_bug', world: 'latent' }) }),
  ];
  expect(scoreOutcomes(outcomes)).toMatchObject({
    kind: { product: { cases: 1, value: 1 }, other: { cases: 1, value: 0 } },
    world: { cases: 2, value: 0.5 },
  });
});

test('a status tells how many causes have it and how often they were right', () => {
  const outcomes = [
    outcome([cause(['a.java']), cause(['b.java'])]),
    outcome([cause(['b.java', 'a.java'], { status: 'likely', answer: ['b.java', 'a.java'] })]),
  ];
  expect(scoreOutcomes(outcomes).status).toEqual([
    { status: 'concluded', causes: 2, first_right: 0.5, answer_right: 0.5 },
    { status: 'likely', causes: 1, first_right: 0, answer_right: 1 },
  ]);
});

test('simple methods are scored on the same cases, and the lead over them case by case', () => {
  const baselines = {
    newest: { files: ['a.java'], commits: [] },
    trace: answers,
    naming: { files: ['b.java', 'a.java'], commits: [] },
  };
  const scores = scoreOutcomes([
    outcome([cause(['a.java'])], { baselines }),
    outcome([cause(['b.java'])], { baselines }),
    outcome([cause(['a.java'])], { baselines: null }),
  ]);
  expect(scores.baselines).toMatchObject({
    newest: { file: { first: { cases: 2, value: 1 } } },
    trace: { file: { first: { value: 0 } } },
    naming: { file: { first: { value: 0 }, in_three: { value: 1 } } },
  });
  expect(scores.ahead_of).toMatchObject({ newest: { cases: 2, value: -0.5 }, naming: { value: 0.5 } });
});

test('every project counts alike beside the count over cases', () => {
  const of = (project: string, path: string) => outcome([cause([path])], { gold: gold({ project }) });
  const { file, groups } = scoreOutcomes([
    of('a', 'a.java'),
    of('a', 'a.java'),
    of('a', 'a.java'),
    of('b', 'b.java'),
  ]);
  expect(file.first).toMatchObject({ value: 0.75, projects: 2, by_project: { value: 0.5 } });
  expect(groups.project.map(({ name, file_first }) => [name, file_first])).toEqual([
    ['a', 1],
    ['b', 0],
  ]);
});

describe('a court', () => {
  const one = outcome([cause(['a.java'])]);
  const courtOf = (trials: OutcomeTrial[]) =>
    scoreOutcomes([{ ...one, result: one.result && { ...one.result, trials } }]).court;

  test('is told as what following it would set right and spoil', () => {
    const trials = [
      { decision: 'amend', charged: 'b.java', held: 'a.java' },
      { decision: 'amend', charged: 'a.java', held: 'b.java' },
      { decision: 'amend', charged: 'a.java', held: 'c.java' },
      { decision: 'affirm', charged: 'b.java', held: 'a.java' },
    ];
    expect(courtOf(trials)).toMatchObject({
      trials: 4,
      activation: { value: 1 },
      decisions: [
        { decision: 'affirm', trials: 1, charged_right: { value: 0 }, held_right: { value: 1 } },
        { decision: 'amend', trials: 3, charged_right: { value: 0.6667 }, held_right: { value: 0.3333 } },
      ],
      set_right: 1,
      spoiled: 2,
      net_effect: { value: -0.25 },
      separation: { light: null, judge: null },
    });
  });

  test('is told as how well it parts right charges from wrong ones, beside the light path', () => {
    const trial = (charged: string, confidence: number, strength: number) => ({
      decision: 'affirm',
      charged,
      held: charged,
      confidence,
      strength,
    });
    const trials = [trial('a.java', 0.8, 0.5), trial('b.java', 0.7, 0.5), trial('b.java', 0.6, 0.9)];
    expect(courtOf(trials).separation).toEqual({ light: 1, judge: 0.25 });
  });

  test('that never sat is not measured', () =>
    expect(courtOf([])).toMatchObject({ trials: 0, net_effect: { value: null }, decisions: [] }));
});
