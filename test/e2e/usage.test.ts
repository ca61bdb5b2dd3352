// What the program says of itself, and to those who mistype.

import { describe, expect, test } from 'vitest';
import { penumbra, shell, temporaryFolder } from './penumbra.ts';

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
      'the store setting is not the address of a store',
    ],
    ['a workspace that is none', ['validate', '--workspace', 'nowhere'], 2, 'is not a directory'],
    ['a date that is none', ['gc', '--history-before', 'soon'], 2, '`soon` is not a date'],
    ['a misspelt command to explain', ['help', 'gcc'], 2, 'unknown command `gcc`\nhint: did you mean `gc`?'],
    ['a command without end', ['x'.repeat(9_000)], 2, `unknown command \`${'x'.repeat(80)}…\``],
    ['a command of two lines', ['one\ntwo'], 2, 'unknown command `one\\u000atwo`\nhint: see penumbra --help'],
    ['an argument too many', ['doctor', 'x'.repeat(9_000)], 2, 'expected 0 arguments but got 1\nhint:'],
    ['an empty workspace', ['validate', '--workspace', ''], 2, '`` is not a directory'],
  ])('%s', (_what, args, exitCode, message) => {
    const { stdout, stderr, status } = penumbra(args, { cwd: temporaryFolder() });
    expect({ status, stdout }).toEqual({ status: exitCode, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(stderr.length).toBeLessThan(500);
  });
});

const mostNeeded = ['investigate', 'runs', 'scan', 'status', 'get', 'put', 'explain', 'doctor', 'help'];
const lessNeeded = ['resume', 'validate', 'export', 'import', 'gc', 'compose', 'agents', 'types'];

test.each([[[]], [['--json']], [['help']]])('with %j it shows the commands people need', (args) => {
  const { stdout, stderr, status } = penumbra(args, { cwd: temporaryFolder() });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  for (const command of mostNeeded) expect(stdout).toContain(`\n  ${command} `);
  for (const command of lessNeeded) expect(stdout).not.toContain(`\n  ${command} `);
  expect(stdout).toContain('penumbra help --all');
});

test('with help --all it shows every command', () => {
  const { stdout } = penumbra(['help', '--all'], { cwd: temporaryFolder() });
  for (const command of [...mostNeeded, ...lessNeeded]) expect(stdout).toContain(`\n  ${command} `);
});

test.each(['doctor', 'validate', 'export', 'import', 'gc', 'help', 'scan', 'get', 'put', 'agents', 'types'])(
  'the help of %s has an example',
  (command) => {
    const { stdout, status } = penumbra([command, '--help'], { cwd: temporaryFolder() });
    expect(status).toBe(0);
    expect(stdout).toMatch(new RegExp(`Example:\\n  \\$ penumbra ${command}`));
  },
);

test('an answer for a program is JSON on standard output and nothing else, wherever --json stands', () => {
  const at = { cwd: temporaryFolder() };
  const [first, last] = [penumbra(['--json', 'doctor'], at), penumbra(['doctor', '--json'], at)];
  expect(JSON.parse(first.stdout)).toMatchObject({ ok: true });
  expect(last.stderr + first.stderr).toBe('');
});

test('options after -- belong to someone else', () => {
  const { stderr, status } = penumbra(['exprot', '--', '--json'], { cwd: temporaryFolder() });
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('penumbra: unknown') });
});

test('a current directory that was removed is named, and another workspace works from there', () => {
  const at = { cwd: temporaryFolder() };
  const { stdout, stderr } = shell(
    `mkdir gone; cd gone; rmdir '${at.cwd}/gone'
     penumbra validate; echo $?
     penumbra doctor >&2; echo $?
     penumbra doctor --workspace '${at.cwd}' --quiet >/dev/null; echo $?`,
    at,
  );
  expect(stdout).toBe('2\n2\n0\n');
  expect(stderr).toContain('the current directory is gone');
});
