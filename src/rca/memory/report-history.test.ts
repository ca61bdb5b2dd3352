// What reports record: since when a test fails, and whether it failed and passed on the same files.
import { describe, expect, test } from 'vitest';
import { limits } from '../../kernel/index.ts';
import { createMemoryStore } from '../../ledger/index.ts';
import {
  hasFlipped,
  lastGreenOf,
  type ReportEntry,
  readReportHistory,
  reportEntry,
  testHash,
} from './report-history.ts';

const identity = (name: string) => ({ suite: 'CartTest', className: 'shop.CartTest', name });
const own = testHash(identity('adds'));

type Told = {
  readonly at: number;
  readonly tree?: string;
  readonly failed?: readonly string[];
  readonly passed?: readonly string[];
  readonly tests?: number;
};

function entryOf({ at, tree = `tree ${at}`, failed = [], passed, tests = 10 }: Told): ReportEntry {
  const { value } = reportEntry({
    revision: String(at),
    tree,
    tests,
    failed: failed.map(identity),
    passed: passed?.map(identity),
  });
  return JSON.parse(value);
}

/** Revisions are numbers, each newer than all smaller ones. */
const isAncestor = (older: string, newer: string) => Number(older) <= Number(newer);

describe('the last green revision', () => {
  test.each<[string, readonly Told[], string | null, string?]>([
    ['nothing is known', [], null],
    ['it passed once', [{ at: 1 }], '1', 'size'],
    ['it passed by name', [{ at: 1, passed: ['adds'] }], '1', 'name'],
    ['it failed ever since', [{ at: 1, failed: ['adds'] }], null],
    [
      'it failed, passed and failed',
      [{ at: 1, failed: ['adds'] }, { at: 2 }, { at: 3, failed: ['adds'] }],
      '2',
      'size',
    ],
    ['an old revision was tested later', [{ at: 3 }, { at: 1 }], '3', 'size'],
    ['it passed later than here', [{ at: 2 }, { at: 9 }], '2', 'size'],
    ['another test passed by name', [{ at: 1, passed: ['ships'] }], null],
    ['a report of fewer tests did not name it', [{ at: 1, tests: 3 }], null],
    ['a report without any test', [{ at: 1, tests: 0 }], null],
  ])('where %s', (_, told, revision, by) => {
    const found = lastGreenOf(told.map(entryOf), own, { revision: '5', tests: 10, isAncestor });
    expect(found).toEqual(revision === null ? null : { revision, tree: `tree ${revision}`, by });
  });

  test('of several tests is one at which all passed', () => {
    const history = [{ at: 1 }, { at: 2, failed: ['ships'] }, { at: 3, failed: ['adds'] }].map(entryOf);
    const both = [own, testHash(identity('ships'))];
    const options = { revision: '5', tests: 10, isAncestor };
    expect(lastGreenOf(history, both, options)).toMatchObject({ revision: '1' });
    expect(lastGreenOf(history, own, options)).toMatchObject({ revision: '2' });
  });

  test('is none of a report that was made outside of any history', () => {
    const entry = { ...entryOf({ at: 1 }), revision: null };
    expect(lastGreenOf([entry], own, { revision: '5', tests: 10, isAncestor })).toBeNull();
  });
});

test.each<[string, readonly Told[], boolean]>([
  [
    'failed and passed on the same files',
    [
      { at: 1, tree: 't', failed: ['adds'] },
      { at: 1, tree: 't' },
    ],
    true,
  ],
  [
    'passed and failed by name',
    [
      { at: 1, tree: 't', passed: ['adds'] },
      { at: 2, tree: 't', failed: ['adds'] },
    ],
    true,
  ],
  [
    'failed twice',
    [
      { at: 1, tree: 't', failed: ['adds'] },
      { at: 1, tree: 't', failed: ['adds'] },
    ],
    false,
  ],
  [
    'passed twice',
    [
      { at: 1, tree: 't' },
      { at: 1, tree: 't' },
    ],
    false,
  ],
  [
    'passed on other files',
    [
      { at: 1, tree: 't', failed: ['adds'] },
      { at: 1, tree: 'u' },
    ],
    false,
  ],
  [
    'failed, and a report of other tests did not name it',
    [
      { at: 1, tree: 't', failed: ['adds'] },
      { at: 1, tree: 't', tests: 9 },
    ],
    false,
  ],
])('a test that %s', (_, told, expected) => {
  expect(hasFlipped(told.map(entryOf), own, 't')).toBe(expected);
});

test('a report with too many failures fits into the log and then speaks for none of the others', () => {
  const failed = Array.from({ length: 20_000 }, (_, index) => identity(`test ${index}`));
  const { value } = reportEntry({
    revision: '1',
    tree: 't',
    tests: 30_000,
    failed,
    passed: [identity('adds')],
  });
  expect(value.length).toBeLessThan(limits.logValueBytes);
  const entry: ReportEntry = JSON.parse(value);
  expect(entry.cut).toEqual(['failed', 'passed']);
  expect(lastGreenOf([entry], own, { revision: '5', tests: 1, isAncestor })).toBeNull();
});

test('the order of failures is no part of an entry, and classes tell tests apart', () => {
  const [one, other] = [identity('adds'), { suite: 'CartTest', name: 'adds' }];
  const of = (...failed: readonly { suite: string; name: string }[]) =>
    reportEntry({ revision: null, tree: 't', tests: 2, failed }).value;
  expect(of(one, other)).toBe(of(other, one, one));
  expect(of(one)).not.toBe(of(other));
});

test('is read back from the log, passing over what it does not know', async () => {
  const store = createMemoryStore();
  const appends = [
    reportEntry({ revision: '1', tree: 't', tests: 1, failed: [identity('adds')] }),
    { log: 'reports', value: '{"later":true}' },
    { log: 'reports', value: 'null' },
  ];
  await store.commit({ atMs: 1, appends });
  expect(await readReportHistory(store)).toEqual([
    { revision: '1', tree: 't', tests: 1, failed: [own], cut: [] },
  ]);
});
