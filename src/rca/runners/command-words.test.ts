// Command lines as text, and commands with placeholders for names.

import { describe, expect, test } from 'vitest';
import { parseCommandLine } from './command-words.ts';
import { templateRunner } from './recognise-runner.ts';
import type { TestName } from './runner.ts';

describe('a command line', () => {
  test.each<[string, readonly string[]]>([
    ['', []],
    ['  make   test ', ['make', 'test']],
    [`a 'b c' "d e"f`, ['a', 'b c', 'd ef']],
    [`a '' ""`, ['a', '', '']],
    [String.raw`a\ b "c\"d\$\x" 'e\f'`, ['a b', 'c"d$\\x', 'e\\f']],
    [`sh -c 'a | b; c && d > e'`, ['sh', '-c', 'a | b; c && d > e']],
    ['echo $HOME *.js ~ {a,b}', ['echo', '$HOME', '*.js', '~', '{a,b}']],
    ['a \\\n b', ['a', 'b']],
    ['x\\', ['x\\']],
  ])('%s', (text, expected) => {
    expect(parseCommandLine(text)).toEqual(expected);
  });

  test.each(['a | b', 'a && b', 'a; b', 'a > b', 'a $(b)', 'a `b`', '(a)', 'a &', 'a\nb', `a 'b`, 'a "b'])(
    'is refused: %s',
    (text) => {
      expect(() => parseCommandLine(text)).toThrow(expect.objectContaining({ code: 'usage' }));
    },
  );

  test('that needs a shell is refused with the way out', () => {
    expect(() => parseCommandLine('a | b')).toThrow(
      expect.objectContaining({ hint: "quote it, or write the command as sh -c '…'" }),
    );
  });
});

describe('a command with places', () => {
  const adds: TestName = { suitePath: ['s'], name: 'adds $(x) {file}', className: 'a.Cart', file: 'a.sh' };
  const planned = (words: readonly string[], tests: readonly TestName[] | 'all') => {
    const { words: made, results } = templateRunner(words).plan({ tests, out: '/out' });
    return { made, format: results.format };
  };

  test.each<[string, readonly string[], readonly TestName[] | 'all', readonly string[]]>([
    ['takes names inside words', ['run', '--only={name}'], [adds], ['run', '--only=adds $(x) {file}']],
    ['takes class and file', ['run', '{file}', '{class}'], [adds], ['run', 'a.sh', 'a.Cart']],
    ['takes the whole test', ['run', '{test}'], [adds], ['run', 'a.Cart.adds $(x) {file}']],
    ['is run as it is without places', ['make', 'test'], [adds], ['make', 'test']],
    ['is run without the words for all tests', ['run', '{test}'], 'all', ['run']],
    ['is run without options that take a name', ['run', '-k', '{name}', 'x'], 'all', ['run', 'x']],
    ['is run without the words for several', ['run', '{test}'], [adds, adds], ['run']],
    ['hands no shell a name', ['sh', '-c', 'cd a && run {name}'], [adds], ['sh', '-c']],
    ['hands a shell plain names', ['sh', '-c', 'run {class}'], [adds], ['sh', '-c', 'run a.Cart']],
    ['hands make no name', ['make', 'T={name}'], [adds], ['make']],
    ['does not take a name for an option', ['run', '{name}'], [{ ...adds, name: '-x' }], ['run']],
  ])('%s', (_, words, tests, made) => {
    expect(planned(words, tests)).toEqual({ made, format: 'exit-code' });
  });
});
