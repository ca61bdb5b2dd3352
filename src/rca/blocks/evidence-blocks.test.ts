// Evidence as shown: which candidates, the place in each, the last commits, and reports of other
// repositories.
import { expect, test } from 'vitest';
import { changedFile, changesOf, commits, hunk, viewOf } from '../../../test/support/sample-view.ts';
import type { ChangeHistory } from '../../context/index.ts';
import { canonicalText } from '../../kernel/index.ts';
import type { CaseFailure, CaseRecord } from '../case/case-record.ts';
import type { EvidenceView } from '../evidence/code-index.ts';
import { gatherEvidence } from '../evidence/gather-evidence.ts';
import { evidenceLimits } from '../ranking/evidence-features.ts';
import { type EvidenceRequest, evidenceBlocks } from './evidence-blocks.ts';

type Files = Record<string, string>;

const text = (value: string) => ({ text: value, cutBytes: 0 });

function record(
  parts: Partial<Record<'name' | 'className' | 'file' | 'message' | 'stack', string>>,
): CaseRecord {
  const { message = '', stack = '', name = 'it', ...rest } = parts;
  const failure: CaseFailure = {
    suite: '',
    suitePath: [],
    name,
    kind: 'failure',
    message: text(message),
    stack: text(stack),
    output: { out: text(''), err: text('') },
    environment: [],
    retries: [],
    ...rest,
  };
  const fingerprint = { hash: '', exception: '', template: '', places: [] };
  return { id: 'case-1', fingerprint, failures: [failure], count: 1, tests: [], isFlaky: false };
}

function gather(
  files: Files,
  failing: CaseRecord,
  parts: Partial<EvidenceRequest> & Partial<Pick<EvidenceView, 'history' | 'changes' | 'coverage'>> = {},
) {
  const { history, changes, coverage, ...request } = parts;
  const view = {
    ...viewOf(files, { ...(history && { history }), ...(changes && { changes }) }),
    ...(coverage && { coverage }),
  };
  const told = evidenceBlocks({
    record: failing,
    evidence: gatherEvidence(failing.failures, view),
    view,
    historyDepth: 'none',
    depth: 8,
    focusPaths: [],
    contentOf: (path) => (files[path] === undefined ? undefined : `content:${path}`),
    ...request,
  });
  expect(() => canonicalText(told as never)).not.toThrow();
  return told;
}

const cart: Files = {
  'lib/cart.js': 'const a = 1;\nclass Cart {\n  total() {\n    return price();\n  }\n}\n',
  'lib/price.js': '// prices\n\nfunction roundUp(x) { return x; }\nfunction shared() { return 1; }\n',
  'lib/other.js': 'function shared() { return 1; }\n',
  'test/cart.js': "it('adds', () => { shared(); roundUp(1); });\n",
};

test.each<[string, CaseRecord, string, object]>([
  [
    'the innermost own frame in the file',
    record({
      file: 'test/cart.js',
      stack:
        'Error: x\n at Cart.total (/r/lib/cart.js:4:3)\n at Cart.sum (/r/lib/cart.js:2:3)\n at t (/r/test/cart.js:1:1)',
    }),
    'lib/cart.js',
    { symbol: 'Cart.total', line: 4, quote: 'return price();' },
  ],
  [
    'the declaration of the rarest name that the test calls',
    record({ name: 'adds', file: 'test/cart.js' }),
    'lib/price.js',
    { symbol: 'roundUp', line: 3, quote: 'function roundUp(x) { return x; }' },
  ],
  [
    'a line that the file does not have is not told',
    record({ stack: 'Error: x\n at Cart.total (/r/lib/cart.js:4000:3)' }),
    'lib/cart.js',
    { symbol: 'Cart.total' },
  ],
  [
    'a function on an object of the host stands alone',
    record({ stack: 'Error: x\n at Object.total (/r/lib/cart.js:3:3)' }),
    'lib/cart.js',
    { symbol: 'total', line: 3, quote: 'total() {' },
  ],
  [
    'an anonymous function has a line and no name',
    record({ stack: 'Error: x\n at Object.<anonymous> (/r/lib/cart.js:2:3)' }),
    'lib/cart.js',
    { line: 2, quote: 'class Cart {' },
  ],
])('a place is %s', (_, failing, path, expected) => {
  const block = gather(cart, failing).blocks.find((one) => one.path === path);
  const { symbol, line, quote } = block ?? {};
  expect(JSON.parse(JSON.stringify({ symbol, line, quote }))).toEqual(expected);
});

test('a class of the Java machine is named with its method', () => {
  const files = { 'src/main/java/x/y/Cart.java': 'class Cart {\n  int total() { return 1; }\n}' };
  const failing = record({
    className: 'x.y.CartTest',
    stack: 'java.lang.Error: x\n\tat x.y.Cart$Inner.total(Cart.java:2)',
  });
  expect(gather(files, failing).blocks[0]).toMatchObject({ symbol: 'Cart.total', line: 2 });
});

test('a long line is quoted in part', () => {
  const files = { 'lib/a.js': `f(${'x'.repeat(5_000)})` };
  const [block] = gather(files, record({ stack: 'Error: x\n at f (/r/lib/a.js:1:1)' })).blocks;
  expect(block?.quote).toHaveLength(200);
});

test('the newest three commits are told that touched the file and not nearly everything', () => {
  const everything = Array.from({ length: evidenceLimits.commitFiles }, (_, index) => `f${index}`);
  const history: ChangeHistory = {
    changes: [
      { commit: 'big', age: 0, paths: [...everything, 'lib/cart.js'] },
      { commit: 'four', age: 9, paths: ['lib/cart.js'] },
      { commit: 'one', age: 1, paths: ['lib/cart.js', 'lib/price.js'] },
      { commit: 'three', age: 5, paths: ['lib/cart.js'] },
      { commit: 'two', age: 3, paths: ['lib/cart.js'] },
    ],
  };
  const { blocks } = gather(cart, record({ file: 'test/cart.js' }), { history, historyDepth: 'full' });
  expect(blocks.find(({ path }) => path === 'lib/cart.js')?.commits.map(({ id }) => id)).toEqual([
    'one',
    'two',
    'three',
  ]);
});

test('beside the best overall the best in focus are told, never more than the bound', () => {
  const many = Object.fromEntries(
    Array.from({ length: 120 }, (_, index) => [`lib/p${index % 40}/f${index}.js`, 'go()']),
  );
  const failing = record({ message: 'no' });
  expect(gather(many, failing, { depth: 2 }).blocks).toHaveLength(2);
  const focused = gather(many, failing, { depth: 2, focusPaths: ['lib/p39'] }).blocks;
  expect(focused.filter(({ path }) => path.startsWith('lib/p39/'))).toHaveLength(3);
  expect(focused).toHaveLength(5);
  const all = gather(many, failing, { focusPaths: Array.from({ length: 40 }, (_, index) => `p${index}`) });
  expect(all.blocks).toHaveLength(evidenceLimits.candidates);
});

test('a file that went away is not told', () => {
  expect(gather(cart, record({ file: 'test/cart.js' }), { contentOf: () => undefined }).blocks).toEqual([]);
});

test.each<[string, CaseRecord, boolean]>([
  ['its test file', record({ file: 'test/cart.js' }), false],
  ['a frame', record({ file: 'spec/elsewhere.js', stack: 'Error: x\n at f (/r/lib/cart.js:1:1)' }), false],
  [
    'nothing that is here',
    record({
      className: 'org.elsewhere.FooTest',
      stack: 'java.lang.Error\n\tat org.elsewhere.Foo.go(Foo.java:1)',
    }),
    true,
  ],
  ['no place at all', record({ message: 'no' }), false],
])('whether a report is foreign that names %s', (_, failing, expected) => {
  expect(gather(cart, failing).base.is_foreign).toBe(expected);
});

test('an empty repository has no evidence and says what is missing', () => {
  const { base, blocks } = gather({}, record({ className: 'x.Y', message: 'no' }));
  expect(blocks).toEqual([]);
  expect(base).toEqual({
    test_files: [],
    missing: ['history', 'test-source', 'own-frames'],
    candidates: 0,
    told: 0,
    history: 'none',
    is_foreign: true,
    is_grounded: false,
    world: 'unknown',
    world_reason: 'there is no history that would tell what changed',
    tests_are: 'unknown',
    base_revision: '',
    is_base_green: false,
  });
});

test('a changed file is told with its change, and its place is the one that was changed', async () => {
  const edit = hunk(4, ['    return 0;'], ['    return price();']);
  const changes = await changesOf(
    commits(
      [changedFile('lib/other.js', { hunks: [hunk(1, [], ['x()'])] })],
      [changedFile('lib/cart.js', { hunks: [edit] })],
    ),
    {
      'lib/cart.js': [
        { name: 'total', kind: 'method', signature: 'total()', startLine: 3, endLine: 5, depth: 0 },
      ],
    },
  );
  const { base, blocks } = gather(cart, record({ file: 'test/cart.js' }), { changes });
  expect(base).toMatchObject({ world: 'change', is_grounded: true });
  expect(blocks.find(({ path }) => path === 'lib/cart.js')).toMatchObject({
    symbol: 'total',
    line: 4,
    quote: 'return price();',
    code: [
      { line: 3, text: '  total() {', mark: 'same' },
      { line: 4, text: '    return 0;', mark: 'removed' },
      { line: 4, text: '    return price();', mark: 'added' },
      { line: 5, text: '  }', mark: 'same' },
    ],
    change: {
      commit: '1'.padStart(40, '0'),
      subject: 'change 1',
      position: 1,
      files: 1,
      kind: 'modified',
      removed: edit.removed,
      added: edit.added,
    },
  });
});

test('a file that was deleted is told, for its going may be the cause', async () => {
  const gone = changedFile('lib/gone.js', { kind: 'deleted', hunks: [hunk(1, ['module.exports = 1;'], [])] });
  const changes = await changesOf(commits([gone]));
  const { blocks } = gather(cart, record({ file: 'test/cart.js' }), { changes });
  const told = blocks.find(({ path }) => path === 'lib/gone.js');
  expect(told).toMatchObject({ content: '', change: { kind: 'deleted' }, quote: 'module.exports = 1;' });
});

test.each<[string, string, boolean]>([
  ['misses what a change took away', "Error: Cannot find module './gone.js'", true],
  ['says nothing', 'exited with code 1', false],
])('a failure outside of any test that %s', async (_, message, isGrounded) => {
  const gone = changedFile('lib/gone.js', { kind: 'deleted', hunks: [hunk(1, ['module.exports = 1;'], [])] });
  const changes = await changesOf(commits([gone]));
  const { base } = gather(cart, record({ name: 'run', message }), { changes });
  expect(base).toMatchObject({ missing: ['history', 'test-source', 'own-frames'], is_grounded: isGrounded });
});

test('where nothing is but the failing test, its place is no finding, unless it was changed', async () => {
  const only = { 'test/cart.js': "it('adds', () => {});" };
  const failing = record({ file: 'test/cart.js', message: 'failed' });
  expect(gather(only, failing).base.is_grounded).toBe(false);
  const edit = changedFile('test/cart.js', { hunks: [hunk(1, ['a'], ['b'])] });
  expect(gather(only, failing, { changes: await changesOf(commits([edit])) }).base.is_grounded).toBe(true);
  expect(gather({ ...only, 'lib/cart.js': 'go()' }, failing).base.is_grounded).toBe(true);
});

test('long changes are told in part', async () => {
  const lines = Array.from({ length: 100 }, (_, at) => `${at} ${'x'.repeat(1_000)}`);
  const changes = await changesOf(commits([changedFile('lib/cart.js', { hunks: [hunk(1, lines, lines)] })]));
  const { blocks } = gather(cart, record({ file: 'test/cart.js' }), { changes });
  const { removed = [], added = [] } = blocks.find(({ path }) => path === 'lib/cart.js')?.change ?? {};
  expect(removed.length).toBeGreaterThan(0);
  expect(removed.length).toBeLessThan(lines.length);
  expect([...removed, ...added].every((line) => line.length <= 300)).toBe(true);
});

test('what is told comes best first, with what each family is worth', async () => {
  const changes = await changesOf(commits([changedFile('lib/price.js', { hunks: [hunk(3, ['a'], ['b'])] })]));
  const { blocks } = gather(cart, record({ file: 'test/cart.js' }), { changes });
  const sums = blocks.map(({ worth }) => Object.values(worth).reduce((sum, one) => sum + one, 0));
  expect(blocks[0]?.path).toBe('lib/price.js');
  expect(blocks[0]?.worth.change).toBeGreaterThan(0);
  // Each family is rounded separately.
  expect(sums.every((sum, at) => sum <= (sums[at - 1] ?? sum) + 10)).toBe(true);
});

test('with coverage, a place that ran goes before one that did not, and a file that never ran is not told', async () => {
  const failing = record({ file: 'test/cart.js' });
  const lines = (ran: readonly number[], missed: readonly number[]) => ({ ran, missed });
  const coverage = new Map([
    ['lib/price.js', lines([4], [3])],
    ['lib/other.js', lines([], [1])],
    ['test/cart.js', lines([1], [])],
  ]);
  const place = (told: ReturnType<typeof gather>) =>
    told.blocks.find(({ path }) => path === 'lib/price.js')?.line;
  expect(place(gather(cart, failing))).toBe(3);
  const told = gather(cart, failing, { coverage });
  expect(place(told)).toBe(4);
  expect(told.blocks.map(({ path }) => path)).not.toContain('lib/other.js');
  expect(told.base.coverage).toEqual({ never_ran: 1 });
  const hunks = [hunk(3, ['a'], ['b']), hunk(4, ['c'], ['d'])];
  const changes = await changesOf(commits([changedFile('lib/price.js', { hunks })]));
  expect(place(gather(cart, failing, { changes }))).toBe(3);
  expect(place(gather(cart, failing, { changes, coverage }))).toBe(4);
});
