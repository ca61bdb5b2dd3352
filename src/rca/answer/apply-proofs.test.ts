/** How the causes of a report change when experiments gave results for their tests. */
import { describe, expect, test } from 'vitest';
import type { ReportCause, ReportDocument, ReportExperiments, ReportProof } from '../../record/index.ts';
import { applyProofs, type CauseProof, type ToldTest } from './apply-proofs.ts';

const causeOf = (id: string, tests: readonly string[]): ReportCause => ({
  id: `cause-${id}`,
  defect_type: 'product_bug',
  confidence: 0.5,
  status: 'likely',
  summary: '',
  world: 'unknown',
  world_reason: '',
  message: `message of ${id}`,
  difference: { expected: '1', received: '2' },
  type_reason: '',
  answer: ['src/argued.ts'],
  tests: tests.map((name) => ({ suite: 's', name })),
  failures: tests.length,
  suspects: [{ path: 'src/argued.ts', score: 1, confidence: 0.5 }],
  commits: [{ id: 'c1', score: 1, subject: 'one', author: 'a', date: '' }],
  evidence: [],
  path: [],
  next_steps: ['look'],
  duplicates: [],
  stale: false,
});

const documentOf = (...causes: readonly ReportCause[]): ReportDocument => ({
  schema: 'penumbra.report/1',
  run: 'run:1',
  repository: 'r',
  revision: null,
  versions: {},
  history: 'full',
  summary: {
    tests: 9,
    failures: 9,
    cases: 2,
    causes: causes.length,
    new: causes.length,
    known: 0,
    flaky: 0,
    concluded: 0,
  },
  causes,
  unread: [],
});

const told = (cause: string, name: string): ToldTest => ({
  cause: `cause-${cause}`,
  suite: 's',
  name,
  message: `message of ${name}`,
});

const experimentsOf = (outcome: ReportExperiments['outcome']): ReportExperiments => ({
  outcome,
  summary: `it is ${outcome}`,
  command: 'npm test',
  runs: 8,
  notes: [],
});

const proofIn = (...paths: readonly string[]): ReportProof => ({
  hunks: paths.map((path) => ({ path, lines: [3, 3] as const, symbol: 'f', diff: '@@\n-a\n+b\n' })),
  change: { commit: 'c2', subject: 'two', author: 'b', date: '' },
  runs: { red: 2, green: 2 },
  alone: 'red',
  patch: '',
});

const proven = (paths: readonly string[], ...tests: readonly [ToldTest, ...ToldTest[]]): CauseProof => ({
  tests,
  experiments: experimentsOf('proven'),
  proof: proofIn(...paths),
});

describe('a report with proofs', () => {
  test('has the guilty file first, and what was argued behind it', () => {
    const { causes, summary } = applyProofs(documentOf(causeOf('a', ['one'])), [
      proven(['src/guilty.ts'], told('a', 'one')),
    ]);
    expect(causes[0]).toMatchObject({
      status: 'proven',
      answer: ['src/guilty.ts'],
      suspects: [
        { path: 'src/guilty.ts', symbol: 'f', line: 3, confidence: 0.99 },
        { path: 'src/argued.ts', confidence: expect.closeTo(0.01) },
      ],
      commits: [{ id: 'c2' }, { id: 'c1' }],
      world: 'change',
    });
    expect(summary.concluded).toBe(1);
  });

  test('names no commit where the guilty lines are not committed', () => {
    const change = { commit: null, subject: '', author: '', date: '' };
    const proof = { tests: [told('a', 'one')] as const, experiments: experimentsOf('proven') };
    const { causes } = applyProofs(documentOf(causeOf('a', ['one'])), [
      { ...proof, proof: { ...proofIn('src/guilty.ts'), change } },
    ]);
    expect(causes[0]).toMatchObject({ status: 'proven', commits: [] });
  });

  test('makes one cause of all that one proof explains', () => {
    const { causes } = applyProofs(documentOf(causeOf('a', ['one']), causeOf('b', ['two'])), [
      proven(['src/guilty.ts'], told('a', 'one'), told('b', 'two')),
    ]);
    expect(causes).toMatchObject([
      { id: 'cause-a', failures: 2, tests: [{ name: 'one' }, { name: 'two' }], duplicates: ['case-b'] },
    ]);
  });

  test('splits a cause whose tests have different guilty lines', () => {
    const { causes } = applyProofs(documentOf(causeOf('a', ['one', 'two', 'three'])), [
      proven(['src/x.ts'], told('a', 'one'), told('a', 'three')),
      proven(['src/y.ts'], told('a', 'two')),
    ]);
    expect(causes).toMatchObject([
      { id: 'cause-a', answer: ['src/x.ts'], tests: [{ name: 'one' }, { name: 'three' }] },
      { id: 'cause-a.2', answer: ['src/y.ts'], tests: [{ name: 'two' }], message: 'message of two' },
    ]);
  });

  test('keeps causes that nothing was tried for, and puts proven ones first', () => {
    const { causes } = applyProofs(documentOf(causeOf('a', ['one']), causeOf('b', ['two'])), [
      proven(['src/guilty.ts'], told('b', 'two')),
    ]);
    expect(causes.map(({ id, status }) => [id, status])).toEqual([
      ['cause-b', 'proven'],
      ['cause-a', 'likely'],
    ]);
  });

  test('leaves open whether the test is wrong or the code always was, where the guilty lines are in a test', () => {
    const { causes } = applyProofs(documentOf(causeOf('a', ['one'])), [
      proven(['test/cart.test.ts'], told('a', 'one')),
    ]);
    expect(causes[0]).toMatchObject({
      defect_type: 'to_investigate',
      type_reason: expect.stringContaining('or the code never did what they ask'),
    });
  });

  test('says what else experiments came to, and claims no more than that', () => {
    const outcomeOf = (outcome: ReportExperiments['outcome']) => {
      const { causes } = applyProofs(documentOf(causeOf('a', ['one'])), [
        { tests: [told('a', 'one')], experiments: experimentsOf(outcome) },
      ]);
      return causes.map(({ status, defect_type, answer }) => [status, defect_type, answer[0]]);
    };
    expect(outcomeOf('narrowed')).toEqual([['narrowed', 'product_bug', 'src/argued.ts']]);
    expect(outcomeOf('flaky')).toEqual([['likely', 'flaky', 'src/argued.ts']]);
    expect(outcomeOf('no_green')).toEqual([['likely', 'product_bug', 'src/argued.ts']]);
  });

  test('doubts a change that experiments speak against', () => {
    const settled: ReportCause = {
      ...causeOf('a', ['one']),
      status: 'concluded',
      world: 'change',
      confidence: 0.97,
    };
    const { causes } = applyProofs(documentOf(settled), [
      { tests: [told('a', 'one')], experiments: experimentsOf('no_green'), clearsChanges: true },
    ]);
    expect(causes).toMatchObject([{ status: 'insufficient', confidence: 0.2 }]);
  });
});
