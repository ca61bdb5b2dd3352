// Results written as JUnit XML come back from the intake as they were.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readReports } from '../intake/read-reports.ts';
import { readResults } from './read-results.ts';
import type { TestResult } from './runner.ts';
import { toJunit } from './to-junit.ts';

const bytesOf = (results: readonly TestResult[]) => [new TextEncoder().encode(toJunit(results))];

/** Any text as the intake keeps it: without control characters, colour codes and blanks around it. */
const text = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom('<', '>', '&', '"', "'", '\n', ']]>', 'é', '😀', ' '),
      fc.string({ minLength: 1, maxLength: 3 }),
    ),
  })
  .map((value) => value.replace(/[[\p{Cc}\p{Cs}]/gu, (each) => (each === '\n' ? each : '')).trim())
  .filter((value) => !value.includes('.'));
const name = text.filter((value) => value !== '');
const names = {
  suitePath: fc.array(name, { maxLength: 3 }),
  name,
  file: fc.constantFrom('src/a.test.ts', '/builds/x/test_b.py'),
};
const failure = fc.record(
  { kind: fc.constantFrom('failure', 'error'), type: name, message: name, stack: text },
  { requiredKeys: ['kind', 'message', 'stack'] },
);
const result: fc.Arbitrary<TestResult> = fc.oneof(
  fc.record({ ...names, status: fc.constantFrom('passed', 'skipped') }),
  fc.record({ ...names, className: name, status: fc.constant('failed'), failure }),
);

test('whatever the names and messages are', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(result, { maxLength: 8 }), async (results) => {
      expect(await readResults('junit', bytesOf(results))).toEqual(results);
    }),
  );
});

test('the failures are those of an investigation', async () => {
  const failed: TestResult = {
    suitePath: ['cart', 'totals'],
    name: 'adds',
    className: 'cart totals',
    file: 'src/cart.test.ts',
    status: 'failed',
    failure: {
      kind: 'error',
      type: 'TypeError',
      message: 'x is\nnot <y>',
      stack: 'TypeError: x\n    at f (a.ts:1:2)',
    },
  };
  async function* bytes() {
    yield* bytesOf([{ suitePath: ['cart'], name: 'ok', status: 'passed' }, failed]);
  }
  const { failures, tests, unread } = await readReports([{ name: 'results.xml', bytes: bytes() }]);
  const { suitePath, name: read, className, file, kind, type, message, stack } = failures[0] ?? {};
  expect({
    suitePath,
    name: read,
    className,
    file,
    status: 'failed',
    failure: { kind, type, message: message?.text, stack: stack?.text },
  }).toEqual(failed);
  expect({ total: tests.total, passed: tests.passed, unread }).toEqual({ total: 2, passed: 1, unread: [] });
});

test('no results are a document without tests', async () => {
  expect(await readResults('junit', bytesOf([]))).toEqual([]);
});
