// Patterns where the ways of matching part; that they match as git does is seen in test/context.

import { expect, test } from 'vitest';
import { compileGlob } from './glob.ts';

function check(pattern: string, text: string, isPath: boolean): boolean {
  return compileGlob(pattern, { isPath }).matches(text);
}

test.each([
  ['a*b', 'axxb', true],
  ['a*b', 'a/b', false],
  ['a**b', 'a/b', false],
  ['**/b', 'b', true],
  ['**/b', 'x/y/b', true],
  ['**/b', 'xb', false],
  ['a/**', 'a/b/c', true],
  ['a/**', 'a', false],
  ['a/**/b', 'a/b', true],
  ['a/**/b', 'a/x/y/b', true],
  ['a/**/b', 'a/xb', false],
  ['?', '/', false],
  ['[!a]', '/', false],
  ['[[:space:]]', '\t', true],
  ['[[:alpha:][:digit:]]', '7', true],
  ['[[:constructor:]]', 'c', false],
  ['[]-a]', '^', true],
  ['[a-\\]]', 'b', false],
  ['\\*', '*', true],
  ['a\\', 'a\\', false],
  ['[a', '[a', false],
])('as a path `%s` on `%s` is %s', (pattern, text, expected) => {
  expect(check(pattern, text, true)).toBe(expected);
});

test('as a name a star takes everything', () => {
  expect(check('*', 'a/b', false)).toBe(true);
  expect(check('a*c', 'abc', false)).toBe(true);
});

test('a pattern made to stall does not', () => {
  const text = `${'a/'.repeat(300)}x`;
  expect(check(`${'**/a/'.repeat(40)}y`, text, true)).toBe(false);
  expect(check(`${'*a'.repeat(40)}y`, 'a'.repeat(300), false)).toBe(false);
});
