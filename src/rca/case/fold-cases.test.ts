// Folding failures into cases: what makes one case, in which order, and how little of a flood is kept.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalText } from '../../kernel/index.ts';
import type { FailedTest } from '../intake/reading/failed-test.ts';
import { caseLimits } from './case-record.ts';
import { foldCases } from './fold-cases.ts';

const text = (value: string) => ({ text: value, cutBytes: 0 });

function failed(
  suite: string,
  name: string,
  parts: { message?: string; stack?: string; out?: string; retries?: FailedTest['retries'] } = {},
): FailedTest {
  const { message = '', stack = '', out = '', retries = [] } = parts;
  return {
    suite,
    suitePath: [suite],
    name,
    kind: 'failure',
    message: text(message),
    stack: text(stack),
    output: { out: text(out), err: text('') },
    suiteOutput: { out: text(''), err: text('') },
    further: [],
    retries,
    properties: [],
    environment: [{ name: 'os', value: 'linux' }],
    source: { name: 'report.xml', place: '1:1' },
  };
}

/** Compares cases with their tests; `!` after a case marks it as flaky. */
function check(failures: FailedTest[], flaky: FailedTest[], expected: readonly string[]) {
  const cases = foldCases(failures, flaky);
  expect(
    cases.map(
      ({ tests, isFlaky }) => tests.map((one) => `${one.suite}.${one.name}`).join(' ') + (isFlaky ? '!' : ''),
    ),
  ).toEqual(expected);
  return cases;
}

const passed = [{ outcome: 'passed' }] as const;

test.each<[string, FailedTest[], FailedTest[], string[]]>([
  ['nothing failed', [], [], []],
  [
    'messages that differ in values are one case',
    [
      failed('b', 'two', { message: 'expected 1 to be 2' }),
      failed('a', 'one', { message: 'expected 7 to be 9' }),
    ],
    [],
    ['a.one b.two'],
  ],
  [
    'cases stand in the order of their first tests',
    [
      failed('b', 'x', { message: 'no' }),
      failed('a', 'z', { message: 'maybe' }),
      failed('c', 'y', { message: 'no' }),
    ],
    [],
    ['a.z', 'b.x c.y'],
  ],
  [
    'a flaky test is a case of its own',
    [failed('a', 'x', { message: 'no' })],
    [failed('a', 'y', { message: 'if' })],
    ['a.x', 'a.y!'],
  ],
  ['a flaky test joins a failure that never passed', [failed('a', 'x')], [failed('a', 'y')], ['a.x a.y']],
  ['a failure that passed when run again is flaky', [failed('a', 'x', { retries: passed })], [], ['a.x!']],
  ['one test that fails twice alike is named once', [failed('a', 'x'), failed('a', 'x')], [], ['a.x']],
])('%s', (_, failures, flaky, expected) => {
  check(failures, flaky, expected);
});

test('what never passed speaks for the case', () => {
  const [first] = foldCases([failed('b', 'hard')], [failed('a', 'soft')]);
  expect(first?.failures.map(({ name }) => name)).toEqual(['hard', 'soft']);
  expect(first?.count).toBe(2);
});

test('a case is called by its fingerprint', () => {
  const [one] = foldCases([failed('a', 'x', { message: 'no 1' })], []);
  const [other] = foldCases([failed('b', 'y', { message: 'no 2' })], []);
  expect(one?.id).toMatch(/^case-[0-9a-f]{16}$/);
  expect(other?.id).toBe(one?.id);
});

test('a flood of giant failures leaves a record of under a million characters, and the count', () => {
  const giant = 'x'.repeat(60_000);
  const flood = Array.from({ length: 3_000 }, (_, index) =>
    failed(`suite ${index % 7} ${giant.slice(0, 2_000)}`, `test ${index}`, {
      stack: giant,
      out: giant,
      message: giant.slice(0, 16_000),
    }),
  );
  const [record, ...others] = foldCases(flood, []);
  expect(others).toEqual([]);
  expect(record?.count).toBe(3_000);
  expect(canonicalText(record).length).toBeLessThan(1_000_000);
  expect(record?.failures.length).toBeGreaterThan(1);
  expect(record?.failures[0]?.stack.cutBytes).toBeGreaterThan(0);
});

test('only so many failures and tests are kept', () => {
  const [record] = foldCases(
    Array.from({ length: 1_500 }, (_, index) => failed('a', `t${index}`)),
    [],
  );
  expect(record?.failures.length).toBe(caseLimits.failures);
  expect(record?.tests.length).toBe(caseLimits.tests);
});

test('the cases are a function of the set of failures, and canonical', () => {
  const word = fc.constantFrom('a', 'b', '\ud800', 'é', '');
  const one = fc.record({
    suite: word,
    name: word,
    message: word,
    stack: word,
    out: word,
    isFlaky: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(one, { maxLength: 8 }), fc.infiniteStream(fc.nat()), (tests, keys) => {
      const fold = (list: typeof tests) => {
        const made = (isFlaky: boolean) =>
          list.filter((each) => each.isFlaky === isFlaky).map((each) => failed(each.suite, each.name, each));
        return canonicalText(foldCases(made(false), made(true)));
      };
      const shuffled = tests
        .map((each) => [keys.next().value, each] as const)
        .sort(([left], [right]) => left - right);
      expect(fold(shuffled.map(([, each]) => each))).toBe(fold(tests));
    }),
  );
});
