// What the program says of itself, and to those who mistype.

import { describe, expect, test } from 'vitest';
import { penumbra, temporaryFolder } from './penumbra.ts';

describe('a mistake is answered with the remedy:', () => {
  test.each<[string, readonly string[], number, string]>([
    ['a misspelt command', ['exprot'], 2, 'unknown command `exprot`\nhint: did you mean `export`?'],
    [
      'a misspelt option',
      ['gc', '--dryrun'],
      2,
      'unknown option `--dryrun`\nhint: did you mean `--dry-run`?',
    ],
    ['a missing argument', ['export'], 2, 'missing required argument `file`\nhint: see penumbra --help'],
    [
      'a store that is none',
      ['validate', '--store', 'mysql://x'],
      3,
      '`mysql://x` is not the address of a store',
    ],
    ['a workspace that is none', ['validate', '--workspace', 'nowhere'], 2, 'is not a directory'],
    ['a date that is none', ['gc', '--history-before', 'soon'], 2, '`soon` is not a date'],
  ])('%s', (_what, args, exitCode, message) => {
    const { stdout, stderr, status } = penumbra(args, { cwd: temporaryFolder() });
    expect({ status, stdout }).toEqual({ status: exitCode, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});

test('without arguments it shows its help, with every command', () => {
  const { stdout, status } = penumbra([], { cwd: temporaryFolder() });
  expect(status).toBe(0);
  for (const command of ['doctor', 'validate', 'export', 'import', 'gc'])
    expect(stdout).toContain(`\n  ${command}`);
});

test.each(['doctor', 'validate', 'export', 'import', 'gc'])('the help of %s has an example', (command) => {
  const { stdout, status } = penumbra([command, '--help'], { cwd: temporaryFolder() });
  expect(status).toBe(0);
  expect(stdout).toMatch(new RegExp(`Example:\\n  \\$ penumbra ${command}`));
});

test('an answer for a program is JSON on standard output and nothing else, wherever --json stands', () => {
  const at = { cwd: temporaryFolder() };
  const [first, last] = [penumbra(['--json', 'doctor'], at), penumbra(['doctor', '--json'], at)];
  expect(JSON.parse(first.stdout)).toMatchObject({ ok: true });
  expect(last.stderr + first.stderr).toBe('');
});
