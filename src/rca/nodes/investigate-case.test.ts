// Ranking what a pack holds: suspects, commits, citations, words, answers; and what cannot be concluded.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { base, evidence, failure } from '../../../test/support/sample-blocks.ts';
import { type SampleBlock, samplePack } from '../../../test/support/sample-pack.ts';
import type { EvidenceFamily } from '../ranking/evidence-features.ts';
import { convergenceOf, investigateCase, type LackingEvidence } from './investigate-case.ts';
import type { LightArtifactData } from './light-artifacts.ts';

const strong = { stackDepth: 1000, stackShare: 1000, naming: 1000, bodyNames: 900, together: 800, size: 500 };
const cart = evidence('lib/cart.ts', strong, {
  symbol: 'Cart.total',
  line: 12,
  quote: 'return 0;',
  commits: [
    { id: 'old', age: 90 },
    { id: 'new', age: 0 },
  ],
});
const price = evidence('lib/price.ts', { bodyTerms: 300, size: 400 }, { commits: [{ id: 'old', age: 90 }] });
const idle = evidence('lib/zebra.ts', { size: 900, recency: 900 });

function investigate(blocks: readonly SampleBlock[], meta = {}, evidence_depth = 8) {
  return investigateCase(samplePack(blocks, { meta, evidence_depth }))
    .data as unknown as LightArtifactData<'investigate'>;
}

test('a long path is told by its end', () => {
  const path = `${'folder/'.repeat(20)}cart.ts`;
  const { rca_message } = investigate([failure(), base(), evidence(path, strong, { line: 7 })]);
  expect(rca_message).toMatch(/`…[^`]{1,80}\/cart\.ts:7`/);
});

test('suspects stand best first with place, handle and falling confidence', () => {
  const { suspects, convergence_score } = investigate([failure(), base(), idle, price, cart]);
  expect(suspects.map(({ path }) => path)).toEqual(['lib/cart.ts', 'lib/zebra.ts', 'lib/price.ts']);
  expect(suspects[0]).toMatchObject({
    symbol: 'Cart.total',
    line: 12,
    handle: 'frame:lib/cart.ts',
  });
  for (const values of [suspects.map(({ score }) => score), suspects.map(({ confidence }) => confidence)])
    expect(values.every((value, rank) => rank === 0 || value < (values[rank - 1] ?? 0))).toBe(true);
  expect(convergence_score).toBeGreaterThanOrEqual(0.7);
});

test('the order of blocks does not matter', () => {
  expect(investigate([price, cart, base(), idle, failure()])).toEqual(
    investigate([failure(), base(), idle, price, cart]),
  );
});

test.each<[string, SampleBlock[], string]>([
  [
    'a settled ranking',
    [failure(), base(), cart, price],
    '`CartTest.total` fails in `Cart.total` (`lib/cart.ts:12`): the trace ends in it, the test is named after it, the test uses names declared in it and it changes together with the test',
  ],
  [
    'a ranking in doubt',
    [
      failure({ count: 3 }),
      base(),
      evidence('a.ts', { bodyTerms: 700 }),
      evidence('b.ts', { bodyTerms: 690 }),
    ],
    '`CartTest.total` and 2 more fail, most likely in `a.ts`: the test shares words with it; `b.ts` comes close',
  ],
  [
    'a failure that nothing ties to the repository',
    [failure(), base({ is_grounded: false }), cart],
    '`CartTest.total` fails, and nothing ties it to a place in this repository',
  ],
  [
    'no evidence',
    [failure(), base()],
    '`CartTest.total` fails, and there is no file in view that could be the cause',
  ],
  [
    'a foreign report',
    [failure(), base({ is_foreign: true }), cart],
    '`CartTest.total` fails, and nothing its report names is in this repository',
  ],
  ['an empty pack', [], 'a test fails, and there is no file in view that could be the cause'],
])('the message of %s', (_, blocks, expected) => {
  expect(investigate(blocks).rca_message).toBe(expected);
});

test('a second place that is far less likely does not come close', () => {
  // Much evidence is missing, so that no ranking is settled.
  const lacking = base({
    missing: ['history', 'test-source', 'own-frames'],
    history: 'none',
    world: 'change',
  });
  const near = evidence('b.ts', { bodyTerms: 690 });
  const far = evidence('b.ts', { bodyTerms: 1 });
  const edit = {
    changed: 1_000,
    changeNear: 1_000,
    changeAlone: 1_000,
    changeTraced: 1_000,
    changeEdits: 1_000,
  };
  const first = evidence('a.ts', { bodyTerms: 700, named: 1_000, ...edit });
  const message = (...blocks: SampleBlock[]) => investigate([failure(), lacking, ...blocks]).rca_message;
  expect(message(evidence('a.ts', { bodyTerms: 700 }), near)).toContain('; `b.ts` comes close');
  expect(message(first, far)).toMatch(/most likely in `a\.ts`: (?!.*comes close)/);
});

test.each<[string, SampleBlock[], string[]]>([
  ['what is tied to the failure', [base(), cart, idle, price], ['frame:lib/cart.ts', 'frame:lib/price.ts']],
  ['nothing of files that only are large or new', [base(), idle], []],
  [
    'nothing of files that are in reach as all are',
    [base(), evidence('lib/far.ts', { reached: 1_000, reachedByAll: 1_000 })],
    [],
  ],
  ['nothing where the report is foreign', [base({ is_foreign: true }), cart], []],
])('evidence cited is %s', (_, blocks, expected) => {
  expect(investigate(blocks).evidence_refs).toEqual(expected);
});

test('a failure that nothing ties to the repository settles nothing', () => {
  const untied = { is_grounded: false };
  expect(investigate([failure(), base(untied), cart])).toMatchObject({ convergence_score: 0 });
  expect(investigate([failure(), base({ ...untied, is_foreign: true }), cart])).toMatchObject({
    convergence_score: 0,
    defect_type: 'to_investigate',
  });
});

test('tests that ran at another revision make an answer less sure', () => {
  const sure = (told: SampleBlock) =>
    investigate([failure(), told, idle, price]).suspects[0]?.confidence ?? 0;
  expect(sure(base({ is_elsewhere: true }))).toBeLessThan(sure(base()));
});

test('missing evidence lowers convergence, and a pack that tells nothing of it most', () => {
  const scores = [base(), base({ missing: ['history'] }), base({ missing: ['history', 'test-source'] })].map(
    (told) => investigate([failure(), told, cart, price]).convergence_score,
  );
  const untold = investigate([failure(), cart, price]).convergence_score;
  expect([...scores, untold]).toEqual([...scores, untold].toSorted((left, right) => right - left));
  expect(new Set([...scores, untold]).size).toBe(4);
});

const change = (commit: string, kind = 'modified') => ({
  commit,
  subject: 'round up',
  author: 'Ada',
  date: '2026-01-02T03:04:05Z',
  position: 0,
  files: 1,
  kind,
  removed: [],
  added: [],
});

test.each<[string, number, Record<string, number>, boolean]>([
  ['all were told', 2, strong, true],
  ['what was left out may come near the first', 9, { ...strong, size: 400 }, false],
  ['the last that was told is far behind', 9, { size: 1 }, true],
])('a wider look: %s', (_, candidates, last, isExhausted) => {
  const blocks = [base({ candidates, told: 2 }), cart, evidence('lib/last.ts', last)];
  const { is_exhausted } = investigate(blocks, {}, 2);
  expect(is_exhausted).toBe(isExhausted);
});

test('commits: changes that may have broken the test before all others, then new before old', () => {
  const touched = (path: string, score: number, commit: string) =>
    evidence(
      path,
      { bodyTerms: score },
      {
        change: change(commit),
        commits: [
          { id: `last-of-${path}`, age: 0 },
          { id: 'shared', age: 90 },
        ],
      },
    );
  const { commits } = investigate([base(), touched('a.ts', 900, 'first'), touched('b.ts', 800, 'second')]);
  expect(commits.map(({ id }) => id)).toEqual(['first', 'second', 'last-of-a.ts', 'last-of-b.ts', 'shared']);
  expect(commits[0]).toMatchObject({ subject: 'round up', author: 'Ada', date: '2026-01-02T03:04:05Z' });
  expect(investigate([base(), cart]).commits.map(({ id }) => id)).toEqual(['new', 'old']);
});

test('a commit that touched several suspects counts once, by the best of them', () => {
  const shared = (path: string, score: number) =>
    evidence(path, { bodyTerms: score }, { commits: [{ id: 'shared', age: 10 }] });
  const alone = investigate([base(), shared('a.ts', 900)]).commits;
  expect(investigate([base(), shared('a.ts', 900), shared('b.ts', 800)]).commits).toEqual(alone);
});

test('what is not committed is the change of a suspect, and no commit', () => {
  const dirty = evidence('a.ts', strong, { change: change('') });
  const { suspects, commits } = investigate([base({ world: 'change' }), dirty]);
  expect(suspects[0]?.change).toBe('uncommitted');
  expect(commits).toEqual([]);
  expect(investigate([base({ world: 'latent' }), dirty]).suspects[0]).not.toHaveProperty('change');
});

test('the world that was believed in is passed on with its reason', () => {
  const told = {
    world: 'change',
    world_reason: 'one changed file is within reach of the failing test',
  } as const;
  expect(investigate([failure(), base(told), cart])).toMatchObject(told);
});

test.each<[string, SampleBlock[], string]>([
  [
    'of triage',
    [
      failure(),
      {
        type: 'triage',
        data: {
          symptom_category: 'environment',
          defect_type_hypothesis: 'environment',
          candidate_repos: [],
          skip_investigation: false,
        },
      },
      cart,
    ],
    'environment',
  ],
  ['by rules where triage is not told', [failure({ message: "fixture 'x' not found" }), cart], 'test_bug'],
  [
    'of the test where only tests are left to suspect',
    [failure(), evidence('test/a.ts', strong, { side: 'test' })],
    'test_bug',
  ],
  ['of the product otherwise', [failure(), cart], 'product_bug'],
])('the defect type is that %s', (_, blocks, expected) => {
  expect(investigate([base(), ...blocks]).defect_type).toBe(expected);
});

test('the component is what an edge set, else the folder of the first suspect', () => {
  expect(investigate([base(), cart], { component: 'shop' }).component).toBe('shop');
  expect(investigate([base(), cart]).component).toBe('lib');
  expect(investigate([base(), evidence('a.ts', strong)]).component).toBeUndefined();
});

function remand(...specific_questions: string[]): SampleBlock {
  return {
    kind: 'remand',
    payload: {
      target: 'investigate',
      challenged_evidence: [],
      alternative_hypothesis: '',
      specific_questions,
    },
  };
}

test('questions are answered with the files they name, else with the first suspect', () => {
  const { answers } = investigate([base(), cart, price, remand('is price.ts not to blame?', 'why?')]);
  expect(answers).toEqual([
    {
      question: 'is price.ts not to blame?',
      answer: '`lib/price.ts` ranks 2 of 2: nothing ties it strongly to the failure',
      handles: ['frame:lib/price.ts'],
    },
    {
      question: 'why?',
      answer:
        '`Cart.total` (`lib/cart.ts:12`), which reads `return 0;` ranks 1 of 2: the trace ends in it, the test is named after it, the test uses names declared in it, it changes together with the test',
      handles: ['frame:lib/cart.ts'],
    },
  ]);
});

test('without evidence a question stays open', () => {
  expect(investigate([remand('why?')]).answers).toEqual([
    { question: 'why?', answer: 'nothing in view speaks to this', handles: [] },
  ]);
});

const families: readonly EvidenceFamily[] = ['stack', 'text', 'naming', 'history', 'relations'];
const votes = (agreeing: number, dissenting: number) => ({
  agreeing: families.slice(0, agreeing),
  dissenting: families.slice(agreeing, agreeing + dissenting),
});

test.each<[number, number, number, LackingEvidence[], number]>([
  [10_000, 5, 0, [], 10_000],
  [4_000, 5, 0, [], 10_000],
  [2_000, 3, 1, [], 6_250],
  [2_000, 3, 1, ['own-frames'], 5_937],
  [2_000, 3, 1, ['whole-history'], 5_937],
  [10_000, 0, 0, [], 0],
  [10_000, 0, 3, [], 0],
  [0, 1, 1, [], 2_500],
])(
  'margin %i, %i agreeing, %i dissenting, without %j: %i',
  (margin, agreeing, dissenting, missing, expected) => {
    expect(convergenceOf({ margin, ...votes(agreeing, dissenting) }, missing)).toBe(expected);
  },
);

test('a trace that passes another file nearer weighs more than any other dissent', () => {
  const rest: readonly EvidenceFamily[] = ['text', 'naming', 'history', 'relations'];
  const score = (dissenting: EvidenceFamily) =>
    convergenceOf(
      {
        margin: 4_000,
        agreeing: rest.filter((family) => family !== dissenting).slice(0, 3),
        dissenting: [dissenting],
      },
      [],
    );
  expect(score('stack')).toBe(6_562);
  expect(score('text')).toBe(8_750);
});

test('it is whole, grows with margin and agreement, and falls with what is missing', () => {
  const missing = fc.subarray<LackingEvidence>(['own-frames', 'whole-history', 'history', 'test-source']);
  fc.assert(
    fc.property(
      fc.nat(10_000),
      fc.nat(10_000),
      fc.nat(4),
      fc.nat(2),
      missing,
      (one, more, agreeing, dissenting, lacks) => {
        const score = convergenceOf({ margin: Math.min(one, more), ...votes(agreeing, dissenting) }, lacks);
        expect(Number.isInteger(score) && score >= 0 && score <= 10_000).toBe(true);
        expect(
          convergenceOf({ margin: Math.max(one, more), ...votes(agreeing, dissenting) }, lacks),
        ).toBeGreaterThanOrEqual(score);
        expect(
          convergenceOf({ margin: Math.min(one, more), ...votes(agreeing + 1, dissenting) }, lacks),
        ).toBeGreaterThanOrEqual(score);
        expect(
          convergenceOf({ margin: Math.min(one, more), ...votes(agreeing, dissenting) }, []),
        ).toBeGreaterThanOrEqual(score);
      },
    ),
  );
});
