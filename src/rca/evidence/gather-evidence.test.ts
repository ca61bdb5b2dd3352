// From failures and a repository to ranked suspects: each kind of evidence alone, order, and hostile repositories.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  changedFile,
  changesOf,
  commits,
  hunk,
  type SampleFiles,
  viewOf,
} from '../../../test/support/sample-view.ts';
import type { ChangeHistory } from '../../context/index.ts';
import { evidenceLimits, featureNames } from '../ranking/evidence-features.ts';
import { weightsOf } from '../ranking/fitted-evidence.ts';
import { rankCandidates } from '../ranking/rank-candidates.ts';
import type { EvidenceFailure, EvidenceView } from './code-index.ts';
import { type CaseEvidence, gatherEvidence } from './gather-evidence.ts';

const bounded = (text: string) => ({ text, cutBytes: 0 });

function failure(
  parts: Partial<Record<'className' | 'name' | 'file' | 'message' | 'stack', string>>,
): EvidenceFailure {
  const { message = '', stack = '', name = 'testIt', ...rest } = parts;
  return { suite: '', suitePath: [], name, message: bounded(message), stack: bounded(stack), ...rest };
}

const history = (...commits: string[][]): ChangeHistory => ({
  changes: commits.map((paths, age) => ({ commit: String(age).padStart(40, '0'), age, paths })),
});

/** Ranks the evidence by the weights of its world. */
function rankingOf({ candidates, world: { world } }: CaseEvidence) {
  return rankCandidates(candidates, weightsOf(world));
}

function check(
  files: SampleFiles,
  failures: EvidenceFailure[],
  expected: string | undefined,
  parts: Partial<Pick<EvidenceView, 'history' | 'changes' | 'failingFiles'>> = {},
) {
  const evidence = gatherEvidence(failures, viewOf(files, parts));
  for (const { features } of evidence.candidates) {
    expect(Object.keys(features).sort()).toEqual([...featureNames].sort());
    expect(
      Object.values(features).every((value) => Number.isInteger(value) && value >= 0 && value <= 1000),
    ).toBe(true);
  }
  const ranking = rankingOf(evidence);
  expect(ranking.ranked[0]?.path).toBe(expected);
  return { evidence, ranking };
}

const plain: SampleFiles = { 'lib/a.js': 'go()', 'lib/b.js': 'go()', 'lib/c.js': 'go()', 'lib/d.js': 'go()' };

test.each<[string, SampleFiles, EvidenceFailure, string, ChangeHistory?]>([
  [
    'the innermost own production frame',
    { ...plain, 'test/x.js': '' },
    failure({
      stack:
        'Error: x\n at g (/r/node_modules/l/i.js:1:1)\n at f (/r/lib/c.js:1:1)\n at h (/r/lib/b.js:1:1)\n at t (/r/test/x.js:1:1)',
    }),
    'lib/c.js',
  ],
  [
    "the terms of the test's body",
    {
      ...plain,
      'lib/c.js': 'function taxRate() {}',
      'lib/b.js': 'function other() {}',
      'test/x.js': "it('adds', () => { taxRate(); });\nit('more', () => { other(); })",
    },
    failure({ name: 'adds', file: 'test/x.js' }),
    'lib/c.js',
  ],
  [
    'the words of the message',
    { ...plain, 'lib/c.js': 'const exchangeRate = 1' },
    failure({ message: 'exchange rate is missing' }),
    'lib/c.js',
  ],
  [
    'the name of the test class',
    {
      'src/main/java/x/Cart.java': 'int a;',
      'src/main/java/x/Price.java': 'int a;',
      'src/test/java/x/PriceTest.java': '',
    },
    failure({ className: 'x.PriceTest' }),
    'src/main/java/x/Price.java',
  ],
  [
    'changes together with the test',
    { ...plain, 'test/x.js': "it('adds', run)" },
    failure({ name: 'adds' }),
    'lib/c.js',
    history(['lib/a.js'], ['lib/c.js', 'test/x.js'], ['lib/a.js', 'lib/b.js'], ['lib/d.js']),
  ],
  [
    'what the file under test refers to, in Python',
    {
      'shop/cart.py': 'from shop import tax\ntax.rate()',
      'shop/tax.py': 'def rate(): pass',
      'shop/user.py': 'x()',
      'tests/test_cart.py': 'def test_it(): cart()',
    },
    failure({ className: 'tests.test_cart', name: 'test_it', message: 'rate' }),
    'shop/tax.py',
  ],
])('%s', (_, files, failed, expected, past) => {
  check(files, [failed], expected, past === undefined ? {} : { history: past });
});

test('of files that are alike, production code stands before what lies beside it, and that before tests', () => {
  const files = { 'examples/e.js': 'taxRate()', 'lib/a.js': 'taxRate()', 'test/x.js': 'taxRate()' };
  const { ranking } = check(files, [failure({ message: 'tax rate', file: 'test/x.js' })], 'lib/a.js');
  expect(ranking.ranked.map(({ path }) => path)).toEqual(['lib/a.js', 'examples/e.js', 'test/x.js']);
});

test('the file of a failing test may be to blame, other tests that did not change may not', () => {
  const files = { 'lib/a.js': 'go()', 'test/x.js': 'stop()', 'test/y.js': 'stop()' };
  const { evidence } = check(files, [failure({ file: 'test/x.js' })], 'lib/a.js');
  expect(evidence.candidates.map(({ path, side }) => [path, side])).toEqual([
    ['lib/a.js', 'production'],
    ['test/x.js', 'test'],
  ]);
});

test('of tests of one name in one file the one in the class that failed speaks', () => {
  const files = {
    ...plain,
    'src/One.java': 'class One { void firstThing() { go(); } }',
    'src/Two.java': 'class Two { void secondThing() { go(); } }',
    'test/ThingsTest.java':
      'class ThingsTest { class A { void basic() { firstThing(); } } class B { void basic() { secondThing(); } } }',
  };
  const failed = (className: string) => [failure({ name: 'basic', className, file: 'test/ThingsTest.java' })];
  check(files, failed('ThingsTest$A'), 'src/One.java');
  check(files, failed('ThingsTest$B'), 'src/Two.java');
});

test('tests are ranked where there is nothing else', () => {
  const files = { 'test/a.js': 'go()', 'test/b.js': 'stop()', 'test/c.js': 'go()', 'test/d.js': 'go()' };
  check(files, [failure({ message: 'stop' })], 'test/b.js');
});

test('what is missing is said', () => {
  const { evidence } = check({ 'lib/a.js': '' }, [failure({})], 'lib/a.js');
  expect(evidence.missing).toEqual(['history', 'test-source', 'own-frames']);
});

test('an empty repository and a case without failures have no suspects and no margin', () => {
  const { ranking } = check({}, [failure({ message: 'x' })], undefined);
  expect(ranking).toMatchObject({ ranked: [], margin: 0, agreeing: [], dissenting: [] });
  check({}, [], undefined, { history: history() });
});

test('binary files, unreadable files and huge minified files do no harm', () => {
  const minified = `var a="${'x'.repeat(1000)}";function(b){return{c:'}'}};`.repeat(9_500);
  const files = {
    ...plain,
    'lib/binary.js': Uint8Array.of(0, 1, 2, 255),
    'lib/broken.js': Uint8Array.of(0xff, 0xfe, 0x80, 0x61),
    'lib/bundle.js': minified,
    'lib/__proto__.js': 'constructor()',
    'lib/gone.js': undefined,
    'test/bundle.test.js': minified,
  };
  expect(minified.length).toBeGreaterThan(9_500_000);
  const view = viewOf(files);
  const { candidates } = gatherEvidence([failure({ file: 'test/bundle.test.js', name: 'a' })], view);
  const readable = Object.keys(files).filter((path) => path !== 'lib/binary.js' && path !== 'lib/gone.js');
  expect(candidates.map(({ path }) => path)).toEqual(readable.sort());
});

test('the order of files, failures and commits never matters', async () => {
  const path = fc.constantFrom(
    'lib/a.js',
    'lib/b.js',
    'src/Cart.java',
    'shop/tax.py',
    'test/a.test.js',
    'test/CartTest.java',
  );
  const text = fc.array(fc.constantFrom('cart', 'tax()', 'function a() {}', 'Cart', '"x', '{', '\n'), {
    maxLength: 12,
  });
  const files = fc.dictionary(
    path,
    text.map((words) => words.join(' ')),
  );
  const failures = fc.array(
    fc.record({
      className: fc.constantFrom('CartTest', 'a'),
      name: fc.constantFrom('a', 'cart'),
      message: fc.constantFrom('tax', 'Cart a'),
    }),
    { maxLength: 4 },
  );
  const past = fc.array(fc.uniqueArray(path, { minLength: 1 }), { maxLength: 5 });
  const recent = fc.array(
    fc.uniqueArray(
      fc.record({
        path,
        line: fc.integer({ min: 1, max: 3 }),
        removed: fc.subarray(['tax()']),
        added: fc.subarray(['Cart']),
      }),
      { selector: (one) => one.path, maxLength: 3 },
    ),
    { maxLength: 3 },
  );
  await fc.assert(
    fc.asyncProperty(files, failures, past, recent, async (contents, failed, changed, edits) => {
      const files = (all: (typeof edits)[number]) =>
        all.map(({ path, line, removed, added }) =>
          changedFile(path, { hunks: [hunk(line, removed, added)] }),
        );
      const one = history(...changed);
      const failingFiles = Object.keys(contents).filter((path) => path.startsWith('test/'));
      const forward = gatherEvidence(
        failed.map(failure),
        viewOf(contents, {
          history: one,
          changes: await changesOf(commits(...edits.map(files))),
          failingFiles,
        }),
      );
      const reversed = Object.fromEntries(Object.entries(contents).reverse());
      const backward = gatherEvidence(
        failed.toReversed().map(failure),
        viewOf(reversed, {
          history: { changes: one.changes.toReversed() },
          changes: await changesOf(commits(...edits.map((all) => files(all).toReversed()))),
          failingFiles: failingFiles.toReversed(),
        }),
      );
      const { changeOf: changeThere, ...there } = backward;
      const { changeOf: changeHere, ...here } = forward;
      expect(there).toEqual(here);
      for (const { path } of here.candidates)
        expect(changeThere(path)?.position).toBe(changeHere(path)?.position);
      const weights = weightsOf(here.world.world);
      expect(rankCandidates(there.candidates.toReversed(), weights)).toEqual(rankingOf(forward));
    }),
    { numRuns: 200 },
  );
});

test('at most fifty candidates are kept, and equal ones stand in order of their paths', () => {
  const files = Object.fromEntries(
    Array.from({ length: 80 }, (_, at) => [`lib/${String(at).padStart(2, '0')}.js`, 'go()']),
  );
  const { ranking } = check(files, [failure({})], 'lib/00.js');
  expect(ranking.ranked).toHaveLength(evidenceLimits.candidates);
  expect(ranking.margin).toBe(0);
});

const shop: SampleFiles = {
  'lib/cart.js': "const tax = require('./tax');\nexports.total = () => tax.rate();",
  'lib/tax.js': 'exports.rate = () => 1;',
  'lib/user.js': 'exports.name = () => 2;',
  'test/cart.test.js': "const cart = require('../lib/cart');\nit('adds', () => { cart.total(); });",
};
const adds = failure({ name: 'adds', file: 'test/cart.test.js', message: 'expected 1 to be 2' });
const edited = (path: string, line = 1) => changedFile(path, { hunks: [hunk(line, ['1'], ['2'])] });

test.each<[string, ReturnType<typeof commits>, string]>([
  [
    'the changed file that the test reaches',
    commits([edited('lib/tax.js'), edited('lib/user.js')]),
    'lib/tax.js',
  ],
  [
    'the newer of two changes within reach',
    commits([edited('lib/cart.js')], [edited('lib/tax.js')]),
    'lib/cart.js',
  ],
  [
    'a changed file within reach, though the newest is not',
    commits([edited('lib/user.js')], [edited('lib/tax.js')]),
    'lib/tax.js',
  ],
  [
    'the edited test where nothing else changed',
    commits([edited('test/cart.test.js', 2)]),
    'test/cart.test.js',
  ],
  ['a deleted file', commits([changedFile('lib/rates.json', { kind: 'deleted' })]), 'lib/rates.json'],
])('in a world of changes: %s', async (_, changes, expected) => {
  const { evidence } = check(shop, [adds], expected, { changes: await changesOf(changes) });
  expect(evidence.world.world).toBe('change');
  expect(evidence.changeOf(expected)?.file.path).toBe(expected);
  expect(evidence.candidates.filter(({ features }) => features.changed > 0).map(({ path }) => path)).toEqual(
    evidence.candidates.flatMap(({ path }) => (evidence.changeOf(path) === undefined ? [] : [path])),
  );
});

test('what is older than a new test did not break it', async () => {
  const added = changedFile('test/cart.test.js', { kind: 'added', hunks: [hunk(1, [], ['a', 'b'])] });
  const changes = await changesOf(commits([edited('lib/tax.js')], [added], [edited('lib/cart.js')]));
  const { evidence } = check(shop, [adds], 'lib/tax.js', { changes });
  expect(evidence.testStatus).toEqual({ state: 'new', position: 1 });
  expect(evidence.changeOf('lib/cart.js')).toBeUndefined();
  expect(evidence.changeOf('lib/tax.js')?.position).toBe(0);
});

test('changes of comments, documents and generated files are none', async () => {
  const effects = (['inert', 'generated', 'document'] as const).map((effect) =>
    changedFile('lib/tax.js', { effect, hunks: [hunk(1, ['1'], ['2'])] }),
  );
  const changes = await changesOf(commits(...effects.map((file) => [file])));
  const { evidence } = check(shop, [adds], 'lib/cart.js', { changes });
  expect(evidence.candidates.every(({ features }) => features.changed === 0)).toBe(true);
  expect(evidence.world.world).toBe('unknown');
});

test('what all failing tests of a run reach is told apart from what some do', async () => {
  const files = {
    ...shop,
    'test/user.test.js': "require('../lib/user'); require('../lib/tax'); it('x', () => {});",
  };
  const failingFiles = ['test/cart.test.js', 'test/user.test.js'];
  const { candidates } = gatherEvidence([adds], viewOf(files, { failingFiles }));
  const shares = new Map(candidates.map(({ path, features }) => [path, features.reachedByAll]));
  expect(shares.get('lib/tax.js')).toBe(1_000);
  expect(shares.get('lib/user.js')).toBe(500);
});

test('of tests that failed alike in several files, only what each of them reaches may be to blame', async () => {
  const two = (name: string) => ({
    [`lib/${name}.js`]: "const tax = require('./tax');\nexports.go = () => tax.rate();",
    [`test/${name}.test.js`]: `require('../lib/${name}');\nit('${name} adds', () => {});`,
  });
  const tax = "const rates = require('./rates');\nexports.rate = () => rates.get();";
  const files = { 'lib/tax.js': tax, 'lib/rates.js': 'exports.get = () => 1;', ...two('a'), ...two('b') };
  const failures = ['a', 'b'].map((name) => failure({ name: `${name} adds`, file: `test/${name}.test.js` }));
  const reachedWith = async (...edits: ReturnType<typeof edited>[]) => {
    const view = viewOf(files, { changes: await changesOf(commits(edits)) });
    const { candidates } = gatherEvidence(failures, view);
    return candidates
      .filter(({ path, features }) => path.startsWith('lib/') && features.reached > 0)
      .map(({ path }) => path);
  };
  expect(await reachedWith(edited('lib/a.js', 2), edited('lib/tax.js'))).toEqual([
    'lib/rates.js',
    'lib/tax.js',
  ]);
  // If nothing that all of them reach was changed, their causes may differ.
  expect(await reachedWith(edited('lib/a.js', 2), edited('lib/b.js', 2))).toEqual([
    'lib/a.js',
    'lib/b.js',
    'lib/rates.js',
    'lib/tax.js',
  ]);
});

test('what configures the tests and what is gone is in reach of all', async () => {
  const gone = changedFile('lib/rates.js', { kind: 'deleted' });
  const changes = await changesOf(commits([edited('package.json'), gone, edited('lib/user.js')]));
  const view = viewOf({ ...shop, 'package.json': '{}' }, { changes, failingFiles: ['test/cart.test.js'] });
  const { candidates } = gatherEvidence([adds], view);
  const reach = (path: string) => candidates.find((one) => one.path === path)?.features;
  for (const path of ['package.json', 'lib/rates.js'])
    expect(reach(path)).toMatchObject({ reached: 1_000, reachedByAll: 1_000 });
  expect(reach('lib/user.js')).toMatchObject({ reached: 0, reachedByAll: 0 });
});

test('a test that reaches next to nothing gates nothing', () => {
  const files = { ...plain, 'test/x.js': "it('adds', run)" };
  const { candidates } = gatherEvidence(
    [failure({ name: 'adds' })],
    viewOf(files, { failingFiles: ['test/x.js'] }),
  );
  expect(
    candidates.every(({ features }) => features.reached === 1_000 && features.reachedByAll === 1_000),
  ).toBe(true);
});
