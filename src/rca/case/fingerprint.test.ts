// Fingerprints: which failures fold, which do not, and what a message template keeps.

import { describe, expect, test } from 'vitest';
import { fingerprint, messageTemplate } from './fingerprint.ts';

const bounded = (text: string) => ({ text, cutBytes: 0 });
const failure = (message: string, stack: string) => ({ message: bounded(message), stack: bounded(stack) });

test.each([
  ['expected 30 but got -20.5e3', 'expected <n> but got <n>'],
  ['user 8f14e45f-ceea-467f-a0e6-0123456789ab at 2025-01-02T03:04:05.678Z', 'user <uuid> at <time>'],
  ['Foo@1a2b3c is at 0xDEADBEEF', 'Foo@<id> is at <hex>'],
  ['commit deadbeef12 is gone', 'commit <hex> is gone'],
  ['cannot open /tmp/pytest-of-ci/pytest-3/x.txt now', 'cannot open <temp> now'],
  [`key "a" is not 'b', don't try \`c\``, `key <text> is not <text>, don't try <text>`],
  ['expected:<[a]> but was:<[b]>', 'expected:<value> but was:<value>'],
  ['GET http://localhost:3000/x?y=1 failed', 'GET <url> failed'],
  ['code E1001 of sha256', 'code E1001 of sha256'],
  ['  two\n lines  ', 'two lines'],
])('the template of %j', (message, expected) => {
  expect(messageTemplate(message)).toBe(expected);
});

describe('two failures', () => {
  const trace = (test: string, line: number, type = 'java.lang.NullPointerException') =>
    `${type}: at 0x${line}\n\tat com.example.Cart.total(Cart.java:${line})\n\tat com.example.${test}.run(${test}.java:9)`;
  const base = failure('at 0x12', trace('CartTest', 12));

  function check(other: ReturnType<typeof failure>, isSame: boolean) {
    expect(fingerprint(other).hash === fingerprint(base).hash).toBe(isSame);
  }

  test.each<[string, ReturnType<typeof failure>, boolean]>([
    ['of other tests and lines with one cause are one', failure('at 0x99', trace('PriceTest', 99)), true],
    ['of other exceptions are two', failure('at 0x12', trace('CartTest', 12, 'java.lang.Error')), false],
    ['at other places are two', failure('at 0x12', trace('CartTest', 12).replace('total', 'add')), false],
    [
      'are one where the second wraps the first',
      failure(
        'wrapped',
        `java.lang.RuntimeException: wrapped\n\tat com.example.X.y(X.java:1)\nCaused by: ${trace('CartTest', 12)}`,
      ),
      true,
    ],
  ])('%s', (_, other, isSame) => {
    check(other, isSame);
  });
});

test('a failure of a test alone has the test as its place', () => {
  const stack =
    'Error: x\n    at Object.<anonymous> (/app/src/cart.test.ts:9:2)\n    at run (/app/test/setup.ts:1:1)';
  expect(fingerprint(failure('x', stack)).places).toEqual(['|Object.<anonymous>|cart.test.ts']);
});

test('a trace in the message counts where the body has none', () => {
  expect(fingerprint(failure('Error: x\n    at add (/app/src/cart.js:1:2)', '')).places).toEqual([
    '|add|cart.js',
  ]);
});
