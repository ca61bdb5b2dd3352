// Tests of finding and judging the examples in documents.

import { expect, test } from 'vitest';
import { findExamples, matchesOutput, parseCommands } from './doc-examples.ts';

test('only blocks marked `run` are examples, and they know their line', () => {
  const text = [
    '# Title',
    '```ts',
    'no',
    '```',
    '```ts run',
    'yes',
    '```',
    '````md',
    '```ts run',
    'quoted',
    '```',
    '````',
  ];
  expect(findExamples(text.join('\n'))).toEqual([{ language: 'ts', line: 6, text: 'yes' }]);
});

test('a program goes on in the blocks that continue it', () => {
  const text = '```ts run\none\n```\n```console run\n$ two\n```\n```ts continued\nthree\nfour\n```\n';
  expect(findExamples(text)).toEqual([
    { language: 'ts', line: 2, text: 'one\nthree\nfour' },
    { language: 'console', line: 5, text: '$ two' },
  ]);
  expect(() => findExamples('```ts continued\nx\n```\n')).toThrow('before any `ts run`');
});

test('a block is split into commands with their output and exit code', () => {
  const text = '$ penumbra scan\n3 files\n\n$ penumbra get nothing\nerror: …\n(exit code 1)\n$ true';
  expect(parseCommands({ language: 'console', line: 10, text })).toEqual([
    { line: 10, command: 'penumbra scan', expected: '3 files', exitCode: 0 },
    { line: 13, command: 'penumbra get nothing', expected: 'error: …', exitCode: 1 },
    { line: 16, command: 'true', expected: '', exitCode: 0 },
  ]);
});

test.each([
  ['a\nb', 'a\nb\n', true],
  ['a', 'a  \n', true],
  ['a', 'ab', false],
  ['a…c', 'abc', true],
  ['a…c', 'a\nb\nc', true],
  ['a…b…c', 'a b', false],
  ['ab…bc', 'abc', false],
  ['…', '', true],
  ['…x', 'abc', false],
  ['(a.c)…', '(abc)', false],
])('%j describes %j: %s', (expected, printed, isMatch) => {
  expect(matchesOutput(expected, printed)).toBe(isMatch);
});
