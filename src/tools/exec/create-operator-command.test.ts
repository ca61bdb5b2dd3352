/** The operator's command: the test is one argument and never a flag, the words are matched exactly, runs are counted. */
import { describe, expect, test } from 'vitest';
import { splitCommandLine } from '../../guard/index.ts';
import type { PinnedProgram } from '../ports/programs.ts';
import { createOperatorCommand } from './create-operator-command.ts';

const program = Object.freeze({}) as PinnedProgram;

function make(line: string, test: string | null = 'a test', runs = 1) {
  return createOperatorCommand({ template: splitCommandLine(line), test, program, runs });
}

describe('the words of the command', () => {
  test.each<[string, string | null, readonly string[]]>([
    ['pytest -k {test}', 'one two', ['pytest', '-k', 'one two']],
    ['pytest {test}', '$(reboot) "; rm -rf', ['pytest', '$(reboot) "; rm -rf']],
    ['mvn -Dtest={test} test', '-x', ['mvn', '-Dtest=-x', 'test']],
    ['x {test}{test}', 'a$&b', ['x', 'a$&ba$&b']],
    ['x -- {test}', '-v', ['x', '--', '-v']],
    ['npm test', 'unused', ['npm', 'test']],
    ['npm test', null, ['npm', 'test']],
  ])('of `%s` for %j', (line, test, argv) => {
    expect(make(line, test).argv).toEqual(argv);
  });

  test.each<[string, string | null, string]>([
    ['{test} a', 'x', 'begins with `{test}`'],
    ['x {test}', null, 'no test is at hand'],
    ['x {test}', '--collect-only', 'would be read as a flag'],
    ['x {test} -- y', '-v', 'would be read as a flag'],
    ['x {test}', 'a\0b', 'none that can be run'],
    ['x {test}', 'a'.repeat(8 * 1024 + 1), 'none that can be run'],
  ])('of `%s` for %j are refused: %s', (line, test, message) => {
    expect(() => make(line, test)).toThrow(message);
  });
});

test('the command is matched by exactly its words', () => {
  const command = make('pytest -k {test}');
  const others = [
    ['pytest'],
    ['pytest', '-k', 'a', 'test'],
    ['pytest', '-k', 'a test', '-x'],
    ['pytest', '-k', 'A test'],
  ];
  expect(command.match(['pytest', '-k', 'a test'])).toBe(program);
  expect(others.map((argv) => command.match(argv))).toEqual(others.map(() => null));
});

test('the command runs as often as was said', () => {
  const command = make('x', null, 2);
  expect([command.take(), command.take(), command.take(), command.take()]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(make('x', null, 0).take()).toBe(false);
});
