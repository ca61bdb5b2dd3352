// From failures and a repository to ranked suspects: each kind of evidence alone, order, and hostile repositories.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChangeHistory } from '../../context/producers/change-history.ts';
import { createCodeIndex } from './code-index.ts';
import { featureNames } from './evidence-features.ts';
import { evidenceLimits } from './evidence-limits.ts';
import { type EvidenceFailure, gatherEvidence } from './gather-evidence.ts';
import { rankCandidates } from './rank-candidates.ts';

type Files = Record<string, string | Uint8Array>;

const bounded = (text: string) => ({ text, cutBytes: 0 });

function failure(
  parts: Partial<Record<'className' | 'name' | 'file' | 'message' | 'stack', string>>,
): EvidenceFailure {
  const { message = '', stack = '', name = 'testIt', ...rest } = parts;
  return { suite: '', suitePath: [], name, message: bounded(message), stack: bounded(stack), ...rest };
}

function indexOf(files: Files) {
  const bytes = (path: string) => {
    const content = files[path];
    return typeof content === 'string' ? new TextEncoder().encode(content) : content;
  };
  return createCodeIndex({ paths: Object.keys(files), read: bytes });
}

const history = (...commits: string[][]): ChangeHistory => ({
  changes: commits.map((paths, age) => ({ commit: String(age).padStart(40, '0'), age, paths })),
});

function check(
  files: Files,
  failures: EvidenceFailure[],
  expected: string | undefined,
  changes?: ChangeHistory,
) {
  const evidence = gatherEvidence(failures, indexOf(files), changes);
  for (const { features } of evidence.candidates) {
    expect(Object.keys(features).sort()).toEqual([...featureNames].sort());
    expect(
      Object.values(features).every((value) => Number.isInteger(value) && value >= 0 && value <= 1000),
    ).toBe(true);
  }
  const ranking = rankCandidates(evidence.candidates);
  expect(ranking.ranked[0]?.path).toBe(expected);
  return { evidence, ranking };
}

const plain: Files = { 'lib/a.js': 'go()', 'lib/b.js': 'go()', 'lib/c.js': 'go()', 'lib/d.js': 'go()' };

test.each<[string, Files, EvidenceFailure, string, ChangeHistory?]>([
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
])('%s', (_, files, failed, expected, changes) => {
  check(files, [failed], expected, changes);
});

test('tests and what lies beside stay behind production code, whatever speaks for them', () => {
  const stack = 'Error: x\n at f (/r/examples/e.js:1:1)\n at t (/r/test/x.js:1:1)';
  const { ranking } = check(
    { 'lib/a.js': 'b', 'examples/e.js': 'taxRate()', 'test/x.js': 'taxRate()' },
    [failure({ stack })],
    'lib/a.js',
  );
  expect(ranking.ranked.map(({ path }) => path)).toEqual(['lib/a.js', 'examples/e.js']);
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
  check({}, [], undefined, history());
});

test('binary files, unreadable files and huge minified files do no harm', () => {
  const minified = `var a="${'x'.repeat(1000)}";function(b){return{c:'}'}};`.repeat(9_500);
  const files = {
    ...plain,
    'lib/binary.js': Uint8Array.of(0, 1, 2, 255),
    'lib/broken.js': Uint8Array.of(0xff, 0xfe, 0x80, 0x61),
    'lib/bundle.js': minified,
    'lib/__proto__.js': 'constructor()',
    'test/bundle.test.js': minified,
  };
  expect(minified.length).toBeGreaterThan(9_500_000);
  const index = createCodeIndex({
    paths: [...Object.keys(files), 'lib/gone.js'],
    read: (path) => {
      const content = (files as Files)[path];
      return typeof content === 'string' ? new TextEncoder().encode(content) : content;
    },
  });
  const { candidates } = gatherEvidence(
    [failure({ file: 'test/bundle.test.js', name: 'a' })],
    index,
    undefined,
  );
  expect(candidates.map(({ path }) => path)).not.toContain('lib/binary.js');
  expect(candidates.map(({ path }) => path)).not.toContain('lib/gone.js');
  expect(candidates).toHaveLength(7);
});

test('the order of files, failures and commits never matters', () => {
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
  const commits = fc.array(fc.uniqueArray(path, { minLength: 1 }), { maxLength: 5 });
  fc.assert(
    fc.property(files, failures, commits, (contents, failed, changed) => {
      const one = history(...changed);
      const forward = gatherEvidence(failed.map(failure), indexOf(contents), one);
      const reversed = Object.fromEntries(Object.entries(contents).reverse());
      const backward = gatherEvidence(failed.toReversed().map(failure), indexOf(reversed), {
        changes: one.changes.toReversed(),
      });
      expect(backward).toEqual(forward);
      expect(rankCandidates(backward.candidates.toReversed())).toEqual(rankCandidates(forward.candidates));
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
