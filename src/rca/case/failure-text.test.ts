// A failure's own message in one paragraph, wherever its runner put it.

import { expect, test } from 'vitest';
import { type FailureText, ownMessage } from './failure-text.ts';

test.each<[string, Partial<FailureText>, string]>([
  [
    'a message',
    { message: 'expected 1 to be 2 // Object.is equality' },
    'expected 1 to be 2 // Object.is equality',
  ],
  [
    'a message with its trace',
    { message: 'TypeError: no x\n    at f (src/a.ts:1:2)\n    at g (src/b.ts:1:2)' },
    'TypeError: no x',
  ],
  [
    'a type beside the message',
    { message: 'no session', type: 'java.lang.IllegalStateException' },
    'IllegalStateException: no session',
  ],
  ['a type of assertions', { message: 'no', type: 'AssertionError' }, 'no'],
  [
    'a matcher, with what follows it',
    {
      message: 'expect(received).toBe(expected) // Object.is equality\n\nExpected: 1\nReceived: 2\n\n  10 |',
    },
    'expect(received).toBe(expected) // Object.is equality Expected: 1 Received: 2',
  ],
  [
    'Node, with what follows it',
    { message: 'Expected values to be strictly equal:\n\n2 !== 1\n' },
    'Expected values to be strictly equal: 2 !== 1',
  ],
  [
    'Go, whose message is a word',
    {
      message: 'Failed',
      stack: '=== RUN   TestTotal\n    cart_test.go:12: Total() = 2, want 1\n--- FAIL: TestTotal (0.00s)',
    },
    'Total() = 2, want 1',
  ],
  [
    'a panic of Go',
    {
      message: 'Failed',
      stack: 'panic: boom\n\ngoroutine 7 [running]:\nexample.com/a.F()\n\t/ci/a.go:3 +0x1',
    },
    'boom',
  ],
  [
    'pytest, whose message is a word',
    {
      message: 'collection failure',
      stack: 'tests/test_a.py:1: in <module>\n    import b\nE   ImportError: no b',
    },
    'ImportError: no b',
  ],
  [
    'a cause at the bottom',
    {
      message: 'failed',
      stack:
        'java.lang.RuntimeException: outer\n\tat a.B.c(B.java:1)\nCaused by: java.io.IOException: disk\n\tat a.B.d(B.java:2)',
    },
    'IOException: disk',
  ],
  ['output alone', { output: '\nthread panicked\nstack backtrace:\n 0: x' }, 'thread panicked'],
  ['colours', { message: '\u001b[31mred\u001b[0m' }, 'red'],
  ['a type alone', { type: 'java.lang.NullPointerException' }, 'NullPointerException'],
  ['nothing', {}, ''],
  ['generic words alone', { message: 'Failed', stack: 'Error:', type: 'AssertionError' }, ''],
])('%s', (_, parts, expected) => {
  expect(ownMessage({ message: '', stack: '', ...parts })).toBe(expected);
});

test('a message is short whatever was printed', () => {
  for (const unit of ['x', 'a b ', 'Failed\n', 'at x\n', '= ', '\n', 'E x\n', '1 |\n', 'a.go:1: ']) {
    const text = unit.repeat(Math.ceil(1e6 / unit.length));
    const began = process.cpuUsage();
    expect(ownMessage({ message: text, stack: text, output: text }).length).toBeLessThanOrEqual(300);
    expect(process.cpuUsage(began).user).toBeLessThan(3_000_000);
  }
});
