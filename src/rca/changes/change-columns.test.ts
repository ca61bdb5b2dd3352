// What changes say about files, one clue at a time.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changedFile, changesOf, commits, hunk, viewOf } from '../../../test/support/sample-view.ts';
import { type ChangedFile, createBm25Corpus, type SourceSymbol } from '../../context/index.ts';
import { type ChangeView, cosine, judgeChanges, weighTerms } from './change-columns.ts';

const symbol = (name: string): SourceSymbol => ({
  name,
  kind: 'function',
  signature: `${name}()`,
  startLine: 1,
  endLine: 9,
  depth: 0,
});
const { index } = viewOf({
  'lib/cart.js': 'function total() { return taxRate; }',
  'lib/user.js': 'function rename() { return nickName; }',
  'lib/tax.js': 'const taxRate = 1',
});
const edited = (path: string, added = 'b', start = 2) =>
  changedFile(path, { hunks: [hunk(start, ['a'], [added])] });

async function viewOfChanges(
  changes: readonly (readonly ChangedFile[])[],
  known: Readonly<Record<string, readonly SourceSymbol[]>> = {},
): Promise<ChangeView> {
  return {
    changes: await changesOf(commits(...changes), known),
    testStatus: { state: 'unchanged', position: null },
    testFiles: new Set(['test/cart.test.js']),
    spoken: new Map(),
    namedInMessages: new Set(),
    called: new Map(),
    terms: index.terms,
    traced: new Map(),
    missing: new Set(),
    missingFrom: new Set(),
    isMentioned: () => false,
    nameReach: () => undefined,
  };
}

async function judge(
  changes: readonly (readonly ChangedFile[])[],
  parts: Partial<Omit<ChangeView, 'changes' | 'terms'>> = {},
) {
  const paths = ['lib/cart.js', 'lib/user.js', 'test/cart.test.js', 'data.json'];
  const known = { 'lib/cart.js': [symbol('total')], 'lib/user.js': [symbol('rename')] };
  const { columns, changeOf } = judgeChanges(paths, { ...(await viewOfChanges(changes, known)), ...parts });
  const of = (path: string) => {
    const at = paths.indexOf(path);
    return Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column[at] ?? -1]));
  };
  return { of, changeOf };
}

test('a file that did not change has nothing, and no change', async () => {
  const { of, changeOf } = await judge([[edited('lib/cart.js')]]);
  expect(new Set(Object.values(of('lib/user.js')))).toEqual(new Set([0]));
  expect(changeOf.has('lib/user.js')).toBe(false);
  expect(changeOf.get('lib/cart.js')?.position).toBe(0);
});

test('the newer and the smaller a change, the more it says', async () => {
  const { of } = await judge([[edited('lib/cart.js')], [edited('lib/user.js'), edited('data.json')]]);
  const [newer, older] = [of('lib/cart.js'), of('lib/user.js')];
  expect(newer.changeNear).toBeGreaterThan(older.changeNear ?? 0);
  expect(newer.changeAlone).toBeGreaterThan(older.changeAlone ?? 0);
  expect(older.changeNear).toBeGreaterThan(0);
});

describe('what speaks of a change', () => {
  test.each<[string, Partial<ChangeView>, string]>([
    [
      'the terms of the test',
      {
        spoken: new Map([
          ['nick', 1],
          ['name', 1],
        ]),
      },
      'changeTerms',
    ],
    ['the function that the test calls', { called: new Map([['rename', 1]]) }, 'changeCalled'],
    ['the lines of a trace', { traced: new Map([['lib/user.js', [{ line: 2 }]]]) }, 'changeTraced'],
    [
      'the function of a trace',
      { traced: new Map([['lib/user.js', [{ line: 80, function: 'rename' }]]]) },
      'changeTraced',
    ],
    ['a name in the message', { namedInMessages: new Set(['nickName']) }, 'changeNamed'],
    ['the name of the file', { isMentioned: (path) => path === 'lib/user.js' }, 'changeMentioned'],
  ])('%s', async (_, parts, feature) => {
    const changes = [[edited('lib/cart.js', 'taxRate'), edited('lib/user.js', 'nickName')]];
    const { of } = await judge(changes, parts);
    expect(of('lib/user.js')[feature]).toBeGreaterThan(0);
    expect(of('lib/cart.js')[feature]).toBe(0);
    expect((await judge(changes)).of('lib/user.js')[feature]).toBe(0);
  });
});

test('who no longer hands on a module took away what it declares', async () => {
  const [line, other] = ["export * from './tax.js';", "export * from './vat.js';"];
  const changes = [[changedFile('lib/cart.js', { hunks: [hunk(2, [line], [other])] })]];
  const took = async (...modules: string[]) =>
    (await judge(changes, { missingFrom: new Set(modules) })).of('lib/cart.js').changeTook;
  expect([await took('tax'), await took('vat'), await took('tax', 'vat')]).toEqual([1_000, 0, 0]);
});

test('of several changes of a file the one that speaks loudest counts', async () => {
  const changes = [[edited('lib/cart.js', 'b', 30)], [edited('lib/cart.js', 'b', 2)]];
  expect((await judge(changes)).changeOf.get('lib/cart.js')?.position).toBe(0);
  const traced = new Map([['lib/cart.js', [{ line: 2 }]]]);
  const called = new Map([['total', 1]]);
  const spoken = await judge(changes, { traced, called });
  expect(spoken.of('lib/cart.js').changeTraced).toBe(1_000);
  expect(spoken.changeOf.get('lib/cart.js')?.position).toBe(1);
});

test('what is older than a new test did not break it', async () => {
  const changes = [[edited('lib/user.js')], [edited('test/cart.test.js')], [edited('lib/cart.js')]];
  const { changeOf } = await judge(changes, { testStatus: { state: 'new', position: 1 } });
  expect([...changeOf.keys()]).toEqual(['lib/user.js', 'test/cart.test.js']);
});

test('the file of a failing test does not speak for itself', async () => {
  const { of } = await judge([[edited('test/cart.test.js', 'nickName')]], {
    spoken: new Map([
      ['nick', 1],
      ['name', 1],
    ]),
    namedInMessages: new Set(['nickName']),
  });
  expect(of('test/cart.test.js')).toMatchObject({ changed: 1_000, changeTerms: 0, changeNamed: 0 });
});

test('what changed before the test is told apart from what changed with it', async () => {
  const changes = [[edited('lib/user.js')], [edited('test/cart.test.js')], [edited('lib/cart.js')]];
  const { of } = await judge(changes, { testStatus: { state: 'rewritten', position: 1 } });
  const before = ['lib/user.js', 'test/cart.test.js', 'lib/cart.js'].map((path) => of(path).changeBeforeTest);
  expect(before).toEqual([0, 0, 1_000]);
});

test.each<[string, ChangedFile, string, number]>([
  ['a deleted file is lost', changedFile('lib/cart.js', { kind: 'deleted' }), 'changeLost', 1_000],
  ['so is data whose mode changed', changedFile('data.json', { kind: 'mode' }), 'changeLost', 1_000],
  ['the mode of a source does nothing', changedFile('lib/cart.js', { kind: 'mode' }), 'changeLost', 0],
  ['nor does it alter what was there', changedFile('lib/cart.js', { kind: 'mode' }), 'changeEdits', 0],
  ['an edited one is not', edited('lib/cart.js'), 'changeLost', 0],
  ['data is no source', edited('data.json'), 'changedData', 1_000],
  ['code is', edited('lib/cart.js'), 'changedData', 0],
  ['the file of a failing test is told', edited('test/cart.test.js'), 'changedTest', 1_000],
  ['a new name alters what was there', changedFile('lib/cart.js', { kind: 'renamed' }), 'changeEdits', 1_000],
  ['an edit alters what was there', edited('lib/cart.js'), 'changeEdits', 1_000],
  [
    'a new function alters nothing',
    changedFile('lib/cart.js', {
      hunks: [
        hunk(
          1,
          [],
          Array.from({ length: 9 }, () => 'x'),
        ),
      ],
    }),
    'changeEdits',
    0,
  ],
])('%s', async (_, file, feature, expected) => {
  expect((await judge([[file]])).of(file.path)[feature]).toBe(expected);
});

test('the mode of a source counts where the failure names the file', async () => {
  const { of } = await judge([[changedFile('lib/cart.js', { kind: 'mode' })]], {
    missing: new Set(['cart.js']),
  });
  expect(of('lib/cart.js')).toMatchObject({ changeLost: 1_000, changeEdits: 1_000 });
});

test.each<[string, ChangedFile, number]>([
  [
    'a line that is gone',
    changedFile('lib/cart.js', { hunks: [hunk(2, ['export const price = 1;'], [])] }),
    1_000,
  ],
  [
    'no line that stands there still',
    changedFile('lib/cart.js', { hunks: [hunk(2, ['let price = 1;'], ['const price = 1;'])] }),
    0,
  ],
  ['a file that is gone', changedFile('price.js', { kind: 'deleted' }), 1_000],
  [
    'a file of another name now',
    changedFile('lib/cart.js', { kind: 'renamed', from: 'lib/price.js' }),
    1_000,
  ],
  ['no other file that is gone', changedFile('prices.js', { kind: 'deleted' }), 0],
  ['no file that is called more than that', changedFile('price-list.js', { kind: 'deleted' }), 0],
])('what the failure misses was taken away by %s', async (_, file, expected) => {
  const { columns } = judgeChanges([file.path], {
    ...(await viewOfChanges([[file]])),
    missing: new Set(['./price', 'price']),
  });
  expect(columns.changeTook).toEqual([expected]);
});

test('a rewritten test is the cause only where it asks for what is missing, or for luck', async () => {
  const testStatus = { state: 'rewritten', position: 0 } as const;
  const touched = async (line: string, missing: readonly string[]) =>
    (await judge([[edited('test/cart.test.js', line)]], { testStatus, missing: new Set(missing) })).of(
      'test/cart.test.js',
    ).testTouched;
  expect(await touched('expect(total(1)).toBe(2)', [])).toBe(0);
  expect(await touched("import redis from 'redis'", ['redis'])).toBe(1_000);
  expect(await touched('await sleep(5)', [])).toBe(1_000);
});

/** `common` is in every file, `rare` in one. */
const corpus = createBm25Corpus(
  Array.from({ length: 20 }, (_, at) => [
    `f${at}`,
    new Map([['common', 1], ...(at === 0 ? ([['rare', 1]] as const) : []), [`own${at}`, 2]]),
  ]),
);
const weigh = (counts: Readonly<Record<string, number>>) =>
  weighTerms(new Map(Object.entries(counts)), corpus);
const texts = fc.dictionary(
  fc.constantFrom('common', 'rare', 'own1', 'own2', 'unheard', '__proto__'),
  fc.integer({ min: 1, max: 9 }),
);

test('a text is like itself, and nothing is like a text without terms', () => {
  fc.assert(
    fc.property(texts, (counts) => {
      const one = weigh(counts);
      expect(cosine(one, weigh({}))).toBe(0);
      // Lengths are rounded down.
      expect(cosine(one, one)).toBeGreaterThanOrEqual(one.weights.size === 0 ? 0 : 980);
    }),
  );
});

test('likeness lies between nought and full, and is nearly the same from both sides', () => {
  fc.assert(
    fc.property(texts, texts, (some, others) => {
      const [one, other] = [weigh(some), weigh(others)];
      const likeness = cosine(one, other);
      expect(Number.isInteger(likeness) && likeness >= 0 && likeness <= 1_000).toBe(true);
      expect(Math.abs(likeness - cosine(other, one))).toBeLessThanOrEqual(10);
      const shares = [...one.weights.keys()].some((term) => other.weights.has(term));
      expect(likeness > 0).toBe(shares);
    }),
  );
});

test('a rare term that is shared says more than a common one', () => {
  const text = weigh({ common: 1, rare: 1 });
  expect(cosine(text, weigh({ rare: 1 }))).toBeGreaterThan(cosine(text, weigh({ common: 1 })));
});

test('a term that is repeated counts more, but not without end', () => {
  const text = weigh({ rare: 1, own1: 1 });
  const likeness = (count: number) => cosine(text, weigh({ rare: count, own2: 1 }));
  expect(likeness(2)).toBeGreaterThan(likeness(1));
  expect(likeness(1_000)).toBe(likeness(9));
});
