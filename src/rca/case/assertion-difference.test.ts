// Expected and received values in the wording of every library, and texts that only look like one.

import { expect, test } from 'vitest';
import { assertionDifference } from './assertion-difference.ts';

type Row = readonly [name: string, text: string, expected: string | null, received: string];

function check(text: string, expected: string | null, received: string) {
  const wanted = expected === null ? null : { expected, received };
  expect(assertionDifference({ message: text, stack: '' })).toEqual(wanted);
  // The same words in the body of a failure that says nothing else.
  expect(assertionDifference({ message: 'Failed', stack: text })).toEqual(wanted);
}

const rows: readonly Row[] = [
  ['JUnit 4', 'java.lang.AssertionError: the total expected:<1> but was:<2>', '1', '2'],
  [
    'JUnit 4, texts',
    'org.junit.ComparisonFailure: expected:<hello [world]> but was:<hello [there]>\n\tat x.Y.<init>(Y.java:3)',
    'hello [world]',
    'hello [there]',
  ],
  [
    'JUnit 4, many lines',
    'expected:<a\n[b]> but was:<a\n[c]>\n\tat x.Y.<init>(Y.java:3)',
    'a\n[b]',
    'a\n[c]',
  ],
  ['JUnit 4, null', 'java.lang.AssertionError: expected null, but was:<x>', 'null', 'x'],
  ['JUnit 5', 'total ==> expected: <a> but was: <b>', 'a', 'b'],
  ['JUnit 5, types', 'expected: java.lang.Integer@1b<1> but was: java.lang.Long@2c<1>', '1', '1'],
  ['TestNG', 'expected [1] but found [2]', '1', '2'],
  ['Hamcrest', 'java.lang.AssertionError: \nExpected: is <5>\n     but: was <2>', '5', '2'],
  [
    'Hamcrest, a collection',
    'why\nExpected: a collection containing <5>\n     but: mismatches were: [was <1>]',
    'a collection containing <5>',
    'mismatches were: [was <1>]',
  ],
  ['AssertJ', '\nexpected: 5\n but was: 2', '5', '2'],
  ['AssertJ before', 'Expecting:\n <2>\nto be equal to:\n <5>\nbut was not.', '5', '2'],
  [
    'AssertJ, contents',
    'Expecting actual:\n  [1, 2]\nto contain:\n  [5]\nbut could not find',
    'to contain [5]',
    '[1, 2]',
  ],
  [
    'jest',
    'expect(received).toBe(expected) // Object.is equality\n\nExpected: 1\nReceived: 2\n\n> 12 | expect(x).toBe(1)',
    '1',
    '2',
  ],
  [
    'jest, calls',
    'expect(jest.fn()).x()\n\nExpected number of calls: 1\nReceived number of calls: 0',
    '1',
    '0',
  ],
  [
    'jest, objects',
    'expect(received).toEqual(expected)\n\n- Expected  - 1\n+ Received  + 1\n\n  Object {\n-   "a": 0,\n+   "a": 1,\n  }\n    at x (y.js:1:1)',
    '"a": 0',
    '"a": 1',
  ],
  [
    'vitest',
    'AssertionError: expected 490 to be +0 // Object.is equality\n\n- Expected\n+ Received',
    '+0',
    '490',
  ],
  ['vitest, objects', 'expected { a: 1 } to deeply equal { a: 2 }', '{ a: 2 }', '{ a: 1 }'],
  [
    'vitest, shortened objects',
    'expected { …(2) } to deeply equal { …(2) }\n\n- Expected\n+ Received\n\n  {\n-   "a": 0,\n+   "a": 1,',
    '"a": 0',
    '"a": 1',
  ],
  ['vitest, truth', 'expected +0 to be truthy\n\n- Expected:\ntrue\n\n+ Received:\n0\n', 'true', '0'],
  ['vitest, a length', 'expected [ 1 ] to have a length of 2 but got 1', 'to have a length of 2', '1'],
  ['chai', 'AssertionError: expected 1 to equal 2', '2', '1'],
  ['chai, not', 'expected 1 to not equal 1', 'not 1', '1'],
  ['chai, contents', 'expected [ 1, 2 ] to include 3', 'to include 3', '[ 1, 2 ]'],
  [
    'mocha',
    'AssertionError: no\n      + expected - actual\n\n      -1\n      +2\n\n      at x (y.js:1:1)',
    '2',
    '1',
  ],
  ['jasmine', 'Expected 1 to be 2.', '2', '1'],
  ['playwright', 'Error: x\n\nExpected string: "3"\nReceived string: "2"', '"3"', '"2"'],
  ['node:assert', 'Expected values to be strictly equal:\n\n2 !== 1\n', '1', '2'],
  [
    'node:assert in the JUnit XML of Node',
    "Expected values to be strictly equal:'a b' !== 'a c'",
    "'a c'",
    "'a b'",
  ],
  [
    'node:assert in the JUnit XML of Node, with the difference in its trace',
    'Expected values to be strictly deep-equal:+ actual - expected  {+ a: 2- a: 1  }\n\n+ actual - expected\n\n  {\n+   a: 2\n-   a: 1\n  }',
    'a: 1',
    'a: 2',
  ],
  ['node:assert, loosely', 'AssertionError [ERR_ASSERTION]: 1 == 3', '3', '1'],
  [
    'node:assert, deeply',
    'Expected values to be strictly deep-equal:\n+ actual - expected\n\n  {\n+     2\n-     3\n    ]\n  }\n',
    '3',
    '2',
  ],
  ['tap', '  found: 1\n  wanted: 2\n  compare: ===', '2', '1'],
  ['TAP of Node', "  error: 'no'\n  expected: 1\n  actual: 2\n  operator: 'strictEqual'", '1', '2'],
  ['TAP, blocks', '  expected: |-\n    a\n    b\n  actual: |-\n    a\n    c', 'a\nb', 'a\nc'],
  ['pytest', "AssertionError: assert 'a b' == 'a == c'\n  - a == c", "'a == c'", "'a b'"],
  ['pytest, a call', 'assert 2 == 1\n +  where 2 = total([1])', '1', '2'],
  [
    'pytest, prose',
    '>       assert total([1]) == 9\nE       assert 2 == 1\nE        +  where 2 = total([1])',
    '1',
    '2',
  ],
  ['pytest, contents', 'assert 3 in [1, 2]', 'in [1, 2]', '3'],
  ['pytest, truth', 'assert False\n +  where False = f(2)', 'something true', 'False'],
  ['unittest', 'AssertionError: 2 != 1 : the total', '1', '2'],
  [
    'unittest, lists',
    'AssertionError: Lists differ: [1, 2] != [1, 3]\n\nFirst differing element 1:',
    '[1, 3]',
    '[1, 2]',
  ],
  ['unittest, truth', 'AssertionError: False is not true', 'true', 'False'],
  ['unittest, contents', 'AssertionError: 3 not found in [1]', 'in [1]', '3'],
  [
    'testify',
    'cart_test.go:14: \n\tError:      \tNot equal: \n\t            \texpected: 3\n\t            \tactual  : 2\n\tTest: x',
    '3',
    '2',
  ],
  ['Go, a call', '    cart_test.go:12: Total() = 2, want 1', '1', '2'],
  ['Go, got and want', 'cart_test.go:12: got 2, want 1', '1', '2'],
  ['Go, want and got', 'cart_test.go:12: want 1 got 2', '1', '2'],
  ['Go, in words', 'expected 1, but got 2', '1', '2'],
  ['Go, labels', 'mismatch\n got: 2\nwant: 1', '1', '2'],
  ['go-cmp', 'Total() mismatch (-want +got):\n  int(\n- \t1,\n+ \t2,\n  )', '1', '2'],
  ['Rust', 'panicked at src/cart.rs:9:23:\nassertion `left == right` failed\n  left: 2\n right: 1', '1', '2'],
  ['Rust before', 'assertion failed: `(left == right)`\n  left: `2`,\n right: `1`', '1', '2'],
  ['xUnit.NET', 'Assert.Equal() Failure: Values differ\nExpected: 3\nActual:   2', '3', '2'],
  ['NUnit', '  Expected: 3\n  But was:  2', '3', '2'],
  ['MSTest', 'Assert.AreEqual failed. Expected:<3>. Actual:<2>. ', '3', '2'],
  ['PHPUnit', 'Failed asserting that 2 matches expected 3.', '3', '2'],
  ['PHPUnit, truth', 'Failed asserting that false is true.', 'true', 'false'],
  [
    'PHPUnit, texts',
    "Failed asserting that two strings are identical.\n--- Expected\n+++ Actual\n@@ @@\n-'a'\n+'b'\n",
    "'a'",
    "'b'",
  ],
  [
    'RSpec',
    'Failure/Error: expect(x).to eq(3)\n\n  expected: 3\n       got: 2\n\n  (compared using ==)',
    '3',
    '2',
  ],
  ['minitest', 'Expected: 3\n  Actual: 2 [test/cart_test.rb:12]', '3', '2'],
  ['XCTest', 'XCTAssertEqual failed: ("2") is not equal to ("3")', '"3"', '"2"'],
  ['ScalaTest', '2 did not equal 3', '3', '2'],
  [
    'an exception',
    "TypeError: Cannot read properties of undefined (reading 'x')\n    at f (src/a.ts:1:2)",
    null,
    '',
  ],
  ['an assertion without values', 'assertion failed: total(&[]) == 0', null, ''],
  ['code that compares', 'Error: x\n  if (a !== b) {\n    throw new Error();', null, ''],
  ['nothing', '', null, ''],
];

test.each(rows)('%s', (_, text, expected, received) => {
  check(text, expected, received);
});

test('of a difference that is told twice, by the assertion and by the runner, the first counts', () => {
  const told =
    "Expected values to be strictly equal:\n+ actual - expected\n\n+ '[a, b]'\n- '[a,b]'\n      ^\n\n" +
    '      + expected - actual\n\n      -[a, b]\n      +[a,b]\n      \n      at Context.<anonymous> (test/a.js:10:10)';
  expect(assertionDifference({ message: '', stack: told })).toEqual({
    expected: "'[a,b]'",
    received: "'[a, b]'",
  });
});

test('output speaks where nothing else does', () => {
  const failure = { message: 'Failed', stack: '', output: 'running\n  left: 2\n right: 1' };
  expect(assertionDifference(failure)).toEqual({ expected: '1', received: '2' });
});

test('long values are cut and say so', () => {
  const difference = assertionDifference({ message: `expected ${'x'.repeat(5_000)} to be 1`, stack: '' });
  expect(difference).toBeNull();
  const lines = `Expected: ${'x'.repeat(900)}\nReceived: 2`;
  expect(assertionDifference({ message: lines, stack: '' })?.expected).toMatch(/^x{499}…$/);
});

test.each([
  'expected ',
  'expected x to ',
  'expected:<',
  'got 1, ',
  ' = ',
  'Expected: \n',
  'Expected: 1\n',
  "assert '",
  'assert (',
  ' == ',
  '- Expected\n',
  '- Expected\n+ Received\n',
  'Failed asserting that a ',
  'Expecting:\n',
  'E ',
  ' not found in ',
  '[a:1',
  '`',
])('a megabyte of %j is read in bounded time', (unit) => {
  const text = unit.repeat(Math.ceil(1e6 / unit.length));
  const lines = `${unit.trimEnd().repeat(Math.ceil(900 / unit.length))}\n`.repeat(1_000);
  const began = process.cpuUsage();
  assertionDifference({ message: text, stack: lines, output: text });
  expect(process.cpuUsage(began).user).toBeLessThan(3_000_000);
});
