/** What is recorded of a run of tests, and how failures are recognised again. */
import { describe, expect, test } from 'vitest';
import type { TestResult } from '../runners/runner.ts';
import { type CommandOutcome, observationOf, recordTestRun } from './run-record.ts';

const wanted = { suitePath: ['cart'], name: 'adds', file: 'test/cart.test.js' };

const outcome = (results: readonly TestResult[], others: Partial<CommandOutcome> = {}): CommandOutcome => ({
  exitCode: results.some(({ status }) => status === 'failed') ? 1 : 0,
  hasTimedOut: false,
  isByExitCode: false,
  results,
  ...others,
});

const failed = (message: string, type = 'AssertionError'): TestResult => ({
  ...wanted,
  status: 'failed',
  failure: { kind: 'failure', type, message, stack: '' },
});
const passed: TestResult = { ...wanted, status: 'passed' };
const other: TestResult = { ...wanted, name: 'removes', status: 'passed' };

const record = (...args: Parameters<typeof outcome>) => recordTestRun([wanted], outcome(...args));

describe('a run', () => {
  test.each<[string, Parameters<typeof outcome>, string, readonly string[]]>([
    ['passes', [[passed, other]], 'told', ['passed']],
    ['fails', [[failed('1 is not 2')]], 'told', ['failed']],
    ['has other tests only', [[other]], 'told', ['absent']],
    ['is skipped', [[{ ...wanted, status: 'skipped' }]], 'told', ['absent']],
    ['says nothing and fails', [[], { exitCode: 2 }], 'broken', []],
    ['reports only what it could not load', [[{ suitePath: [], name: 'x', status: 'failed' }]], 'broken', []],
    ['is cut off before the test', [[], { hasTimedOut: true, exitCode: null }], 'timed-out', []],
    ['is cut off after the test', [[passed], { hasTimedOut: true, exitCode: null }], 'told', ['passed']],
    [
      'has only the exit code of what cannot be told',
      [[], { isByExitCode: true, exitCode: 125 }],
      'broken',
      [],
    ],
    ['has only an exit code', [[], { isByExitCode: true, exitCode: 3 }], 'told', ['failed']],
  ])('that %s', (_, given, kind, statuses) => {
    const kept = record(...given);
    expect([kept.kind, kept.ends.map(({ status }) => status)]).toEqual([kind, statuses]);
  });

  test('that is cut off tells of the tests before the one that hangs', () => {
    const cutOff = outcome([passed], { hasTimedOut: true, exitCode: null });
    const { kind, ends } = recordTestRun([{ ...wanted, name: 'hangs' }, wanted], cutOff);
    expect([kind, ends.map(({ status }) => status)]).toEqual(['timed-out', ['absent', 'passed']]);
  });

  test('of a file that loads again has passed under the name of the file', () => {
    const load = { suitePath: [], name: 'test/cart.test.js', file: 'test/cart.test.js' };
    expect(recordTestRun([load], outcome([passed])).ends).toEqual([{ status: 'passed' }]);
    expect(recordTestRun([load], outcome([failed('no')])).ends).toEqual([{ status: 'passed' }]);
    expect(recordTestRun([wanted], outcome([other])).ends).toEqual([{ status: 'absent' }]);
    const likeItsFile = { suitePath: [], name: 'parser', file: 'test/parser.js' };
    expect(recordTestRun([likeItsFile], outcome([other])).ends).toEqual([{ status: 'absent' }]);
  });

  test('of a crate that is built again has passed under the name of the crate, though no test was selected', () => {
    const crate = { suitePath: [], name: 'shop', className: 'shop' };
    const ends = (...args: Parameters<typeof outcome>) => recordTestRun([crate], outcome(...args)).ends;
    expect(ends([])).toEqual([{ status: 'passed' }]);
    expect(ends([other], { exitCode: 101 })).toEqual([{ status: 'absent' }]);
  });

  test.each([
    ['', 'tests.test_cart'],
    ['unittest.loader._FailedTest', 'tests.test_cart'],
  ])('of a module of Python that loads again has passed under its name: %j', (className, name) => {
    const loaded = { ...passed, name: 'test_adds', className: 'tests.test_cart.Cart' };
    const elsewhere = { ...loaded, className: 'tests.test_carts.Cart' };
    const ends = (result: typeof loaded) =>
      recordTestRun([{ suitePath: ['pytest'], name, className }], outcome([result])).ends;
    expect(ends(loaded)).toEqual([{ status: 'passed' }]);
    expect(ends(elsewhere)).toEqual([{ status: 'absent' }]);
  });

  test('keeps nothing of what a failure says', () => {
    expect(JSON.stringify(record([failed('the password is hunter2')]))).not.toContain('hunter2');
  });
});

describe('a failure', () => {
  const known = record([failed('expected 3 to be 4')]).ends.flatMap((end) =>
    end.status === 'failed' ? [end.mark] : [],
  );
  test.each([
    ['the same with other values', failed('expected 5 to be 4'), 'failed'],
    ['of another type', failed('expected 3 to be 4', 'TypeError'), 'failed-otherwise'],
    ['with another message', failed('cart is not a function'), 'failed-otherwise'],
  ])('%s', (_, result, end) => {
    expect(observationOf(record([result]), known).ends).toEqual([end]);
  });
});
