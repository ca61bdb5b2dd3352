// The report from cases given by hand: groups, evidence, gaps, order, and the laws of assembling.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  answered,
  causeOf,
  correlated,
  duplicate,
  investigated,
  LIGHT,
  report,
} from '../../../test/support/sample-answers.ts';
import {
  base as baseBlock,
  evidence as evidenceBlock,
  priorCause,
} from '../../../test/support/sample-blocks.ts';
import type { SampleBlock } from '../../../test/support/sample-pack.ts';
import type { EvidenceBaseBlock, EvidenceBlock, PriorCauseBlock } from '../blocks/case-blocks.ts';
import type { CaseFailure } from '../case/case-record.ts';
import { confidenceMapOf, suspectConfidences } from '../ranking/confidence.ts';
import { type FeatureName, type FeatureValues, featureNames } from '../ranking/evidence-features.ts';
import { weightsOf } from '../ranking/fitted-evidence.ts';
import type { AnsweredCase } from './answered-case.ts';
import type { ReportInput } from './assemble-report.ts';

/** The confidences of a ranking in which each score is a little below the one before. */
function confidencesOf(count: number, step = 100): readonly number[] {
  const scores = Array.from({ length: count }, (_, rank) => (count - rank) * step);
  return suspectConfidences(scores, { map: confidenceMapOf('change') });
}

const noText = { text: '', cutBytes: 0 };
const UNTIED: NonNullable<AnsweredCase['base']> = {
  test_files: [],
  missing: ['history', 'test-source', 'own-frames'],
  candidates: 3,
  told: 3,
  history: 'full',
  is_foreign: false,
  is_grounded: false,
  world: 'unknown',
  world_reason: '',
  tests_are: 'unknown',
  base_revision: '',
  is_base_green: false,
};

describe('groups', () => {
  const groupsOf = (...cases: readonly AnsweredCase[]) =>
    report(cases).causes.map(({ id, duplicates, tests }) => [id, duplicates, tests.map(({ name }) => name)]);

  test('duplicates go to the cause they were linked to, over any number of links', () => {
    expect(groupsOf(duplicate('a', 'b'), duplicate('b', 'c'), answered('c'))).toEqual([
      ['cause-c', ['case-a', 'case-b'], ['a', 'b', 'c']],
    ]);
  });

  test.each([
    ['to nowhere', duplicate('a', 'x')],
    ['to itself', duplicate('a', 'a')],
    [
      'that is not sure',
      answered('a', { outputs: { correlate: correlated('case-c', 0.79) }, path: ['correlate'] }),
    ],
    ['that was followed by a review', duplicate('a', 'c', { path: LIGHT })],
  ])('a link %s is none', (_, one) => {
    expect(report([one, answered('c')]).causes).toHaveLength(2);
  });

  const untied = (name: string, message: string): AnsweredCase => {
    const one = answered(name, { outputs: { investigate: investigated([0]) }, base: UNTIED });
    const failure = {
      message: { text: message, cutBytes: 0 },
      stack: noText,
      output: { out: noText, err: noText },
    };
    return { ...one, record: { ...one.record, failures: [failure as CaseFailure] } };
  };
  const told = (name: string) => ({ ...untied(name, 'it broke'), base: { ...UNTIED, is_grounded: true } });
  const silent = untied('s', '`run` failed; the report does not say how');

  test('what says nothing goes with the one cause of all that do', () => {
    expect(groupsOf(silent, told('a'))).toEqual([['cause-a', ['case-s'], ['a', 's']]]);
  });

  test.each<[string, readonly AnsweredCase[]]>([
    ['where others have several causes', [silent, told('a'), told('b')]],
    ['where it says something', [untied('s', 'it broke'), told('a')]],
    ['where its test is known', [{ ...silent, base: { ...UNTIED, is_grounded: true } }, told('a')]],
  ])('a failure stays alone %s', (_, cases) => {
    expect(report(cases).causes).toHaveLength(cases.length);
  });

  test('a ring of links is one cause', () => {
    expect(groupsOf(duplicate('b', 'a'), duplicate('a', 'b'), duplicate('c', 'b'))).toEqual([
      ['cause-a', ['case-b', 'case-c'], ['a', 'b', 'c']],
    ]);
  });
});

describe('evidence', () => {
  function evidence(path: string, features: Partial<Record<FeatureName, number>>): EvidenceBlock {
    const values = Object.fromEntries(
      featureNames.map((name) => [name, features[name] ?? 0]),
    ) as FeatureValues;
    return {
      path,
      content: 'content:0',
      side: 'production',
      features: values,
      worth: {},
      line: 7,
      quote: 'return 1;',
      code: [],
      commits: [],
    };
  }

  test('comes strongest first, one entry for each suspect, by the kind that speaks loudest', () => {
    const cause = causeOf(
      answered('a', {
        evidence: [
          { handle: 'frame:weak', block: evidence('src/1.ts', { naming: 1_000 }) },
          { handle: 'frame:stranger', block: evidence('src/9.ts', { naming: 1_000, folder: 1_000 }) },
          {
            handle: 'frame:strong',
            block: evidence('src/0.ts', { stackDepth: 1_000, stackShare: 1_000, naming: 300 }),
          },
          { handle: 'frame:again', block: evidence('src/0.ts', { stackDepth: 1_000 }) },
        ],
      }),
    );
    const place = { line: 7, quote: 'return 1;' };
    expect(cause.evidence).toMatchObject([
      { handle: 'frame:strong', kind: 'stack', path: 'src/0.ts', ...place },
      { handle: 'frame:weak', kind: 'naming', path: 'src/1.ts', ...place },
    ]);
    const [strong = 0, weak = 0] = cause.evidence.map(({ weight }) => weight);
    expect(strong).toBeGreaterThan(weak);
    expect(weak).toBeGreaterThan(0);
    expect(strong).toBeLessThanOrEqual(1);
  });

  test('counts what speaks for a file, not what speaks against it', () => {
    const weightOf = (features: Partial<Record<FeatureName, number>>) =>
      causeOf(answered('a', { evidence: [{ handle: 'frame:one', block: evidence('src/0.ts', features) }] }))
        .evidence[0]?.weight;
    const [against] = Object.entries(weightsOf('unknown').weights).find(([, weight]) => weight < 0) ?? [];
    expect(weightOf({ naming: 1_000, [String(against)]: 1_000 })).toBe(weightOf({ naming: 1_000 }));
    expect(weightOf({ [String(against)]: 1_000 })).toBe(0);
  });

  test('is listed ten times at most', () => {
    const confidences = confidencesOf(15);
    const held = confidences.map((_, index) => ({
      handle: `frame:${index}`,
      block: evidence(`src/${index}.ts`, {}),
    }));
    const one = answered('a', { outputs: { investigate: investigated(confidences) }, evidence: held });
    expect(causeOf(one).evidence).toHaveLength(10);
  });
});

test.each<[string, Partial<AnsweredCase>, Partial<ReportInput>, readonly string[]]>([
  ['nothing in particular', {}, {}, ['ranking']],
  ['no history', {}, { history: 'none' }, ['history']],
  ['a shallow history', {}, { history: 'shallow' }, ['history']],
  ['an end', { terminal: null }, {}, ['process']],
  [
    'test source, frames and commits',
    {
      base: { ...UNTIED, is_grounded: true },
    },
    {},
    ['test', 'trace', 'history'],
  ],
  ['suspects', { outputs: {} }, {}, ['source']],
])('what is missing where there is no answer: %s', (_, changes, run, categories) => {
  const { gaps, next_steps } = causeOf(
    answered('a', { outputs: { investigate: investigated([0.2, 0.1]) }, ...changes }),
    run,
  );
  expect(gaps?.map(({ category }) => category)).toEqual(categories);
  expect(next_steps).toEqual(gaps?.map(({ suggested_action }) => suggested_action));
});

test('causes come worst first', () => {
  const of = (defect_type: string, confidence = 0.9) => ({
    outputs: { investigate: investigated([confidence], defect_type) },
  });
  const cases = [
    answered('flaky', { ...of('flaky'), count: 99 }),
    answered('infra', { ...of('infrastructure'), count: 98 }),
    answered('test', { ...of('test_bug'), count: 50 }),
    answered('open', { ...of('product_bug', 0.2), count: 60 }),
    answered('sure', of('product_bug', 0.95)),
    answered('less', of('product_bug', 0.9)),
    answered('also', of('product_bug', 0.9)),
    answered('many', { ...of('product_bug'), count: 5 }),
  ];
  const { causes, summary } = report(cases);
  expect(causes.map(({ id }) => id.slice('cause-'.length))).toEqual(
    'many sure also less open test flaky infra'.split(' '),
  );
  expect(summary).toEqual({
    tests: 20,
    failures: 9,
    cases: 8,
    causes: 8,
    new: 8,
    known: 0,
    flaky: 1,
    concluded: 7,
  });
});

describe('any cases', () => {
  const text = fc.string({ unit: 'binary', maxLength: 20 });
  const names = ['a', 'b', 'c', 'd'];
  const one = (name: string) =>
    fc
      .record({
        step: fc.nat(3_000),
        files: fc.nat(40),
        link: fc.constantFrom(...names),
        isDuplicate: fc.boolean(),
        terminal: fc.constantFrom('_done', '_recommended', null),
        words: text,
        count: fc.integer({ min: 1, max: 4 }),
      })
      .map(({ step, files, link, isDuplicate, terminal, words, count }) => {
        const found = investigated(confidencesOf(files, step));
        const base = answered(name, { terminal, count, outputs: { investigate: found } });
        const record = { ...base.record, tests: [{ suite: words, name: words }] };
        const linked = { ...base.outputs, correlate: correlated(`case-${link}`) };
        return isDuplicate ? { ...base, record, outputs: linked, path: ['correlate'] } : { ...base, record };
      });
  const cases = fc.tuple(...names.map(one));

  test('give the same report in any order, and twice', () => {
    fc.assert(
      fc.property(cases, (given) => {
        const document = report(given);
        expect(report(given.toReversed())).toEqual(document);
        expect(JSON.stringify(report(given))).toBe(JSON.stringify(document));
      }),
    );
  });

  test('are each in exactly one cause, and confidences fall with rank', () => {
    fc.assert(
      fc.property(cases, (given) => {
        const { causes } = report(given);
        const members = causes.flatMap(({ id, duplicates }) => [
          id.replace('cause-', 'case-'),
          ...duplicates,
        ]);
        expect(members.sort()).toEqual(given.map(({ record }) => record.id));
        for (const { suspects: ranked, answer } of causes) {
          const values = ranked.map(({ confidence }) => confidence);
          expect(values.every((value, index) => value < (values[index - 1] ?? 2))).toBe(true);
          expect(values.every((value) => Number.isInteger(Math.round(value * 1e8) / 1e4))).toBe(true);
          expect(answer).toEqual(ranked.slice(0, answer.length).map(({ path }) => path));
        }
      }),
    );
  });
});

const text = (value: string) => ({ text: value, cutBytes: 0 });
const failure = (message: string, out = ''): CaseFailure => ({
  suite: 'S',
  suitePath: [],
  name: 'a',
  kind: 'failure',
  message: text(message),
  stack: text(''),
  output: { out: text(out), err: text('') },
  environment: [],
  retries: [],
});
const payloadOf = (block: SampleBlock) => ('payload' in block ? block.payload : undefined);
const held = (path: string, parts: Partial<EvidenceBlock>) => ({
  handle: `frame:${path}`,
  block: payloadOf(evidenceBlock(path, {}, parts)) as EvidenceBlock,
});
const based = (parts: Partial<EvidenceBaseBlock>) => payloadOf(baseBlock(parts)) as EvidenceBaseBlock;
const change = {
  commit: 'abc',
  subject: 'round up',
  author: 'Ada',
  date: '2026-01-02T03:04:05Z',
  position: 2,
  files: 3,
  kind: 'modified',
  removed: [],
  added: [],
};
const code = [{ line: 3, text: 'return 0;', mark: 'added' }] as const;

function told(failures: readonly CaseFailure[], parts: Parameters<typeof answered>[1] = {}) {
  const { record } = answered('a');
  return causeOf(answered('a', { record: { ...record, failures }, ...parts }));
}

test('the first failure speaks, with what it wanted and got', () => {
  const cause = told([failure('expected 490 to be 0 // Object.is equality'), failure('other')]);
  expect(cause).toMatchObject({
    message: 'expected 490 to be 0 // Object.is equality',
    difference: { expected: '0', received: '490' },
  });
});

test('what a test printed speaks where its message says nothing', () => {
  expect(told([failure('Failed', 'the till is closed')]).message).toBe('the till is closed');
  expect(told([failure('no such till')])).not.toHaveProperty('difference');
  expect(told([]).message).toBe('');
});

test('the change and the code are those of the first suspect', () => {
  const evidence = [
    held('src/1.ts', { change: { ...change, commit: 'other' } }),
    held('src/0.ts', { change, code }),
  ];
  const cause = told([], { evidence });
  expect(cause.change).toEqual({
    commit: 'abc',
    subject: 'round up',
    author: 'Ada',
    date: '2026-01-02T03:04:05Z',
    files: 3,
  });
  expect(cause.code).toEqual({ path: 'src/0.ts', lines: code });
});

test('what is not committed has no commit; without a change or code there is none', () => {
  expect(
    told([], { evidence: [held('src/0.ts', { change: { ...change, commit: '' } })] }).change?.commit,
  ).toBe(null);
  const bare = told([], { evidence: [held('src/0.ts', {}), held('src/1.ts', { change, code })] });
  expect(bare).not.toHaveProperty('change');
  expect(bare).not.toHaveProperty('code');
});

test.each<[string, string | null, string, boolean]>([
  ['uncommitted work that still is', null, '', true],
  ['a commit that still is that of the place', 'abc', 'abc', true],
  ['a commit behind which a newer change lies', 'abc', 'def', false],
])('a recalled cause tells of its change: %s', (_, remembered, commit, isTold) => {
  const earlier = payloadOf(priorCause({ change: { commit: remembered } })) as PriorCauseBlock;
  const evidence = [held(earlier.suspects[0]?.path ?? '', { change: { ...change, commit } })];
  const cause = told([], { recalled: { frame: 'frame:1', block: earlier }, outputs: {}, evidence });
  expect('change' in cause).toBe(isTold);
  if (isTold) expect(cause.change?.commit).toBe(remembered);
});

test('the last green revision is told where it is known to be green', () => {
  const revision = { base_revision: 'fed' };
  expect(told([], { base: based({ ...revision, is_base_green: true }) }).last_green).toBe('fed');
  expect(told([], { base: based({ ...revision, is_base_green: false }) })).not.toHaveProperty('last_green');
});
