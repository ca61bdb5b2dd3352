// How the commands of an investigation explain themselves.

import { expect, test } from 'vitest';
import { penumbra, temporaryFolder } from './penumbra.ts';

const commands = ['why', 'prove', 'investigate', 'runs', 'show', 'resume', 'explain'];

test('the whole help names them, and the main help the main job first', () => {
  const listed = (args: readonly string[]) => {
    const { stdout } = penumbra(args, { cwd: temporaryFolder() });
    return [...stdout.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name);
  };
  expect(listed(['--help'])[0]).toBe('why');
  expect(listed(['help', '--all'])).toEqual(expect.arrayContaining(commands));
});

test.each(commands)('the help of %s has an example', (command) => {
  const { stdout, status } = penumbra([command, '-h'], { cwd: temporaryFolder() });
  expect(status).toBe(0);
  expect(stdout).toMatch(new RegExp(`Example:\\n  \\$ penumbra ${command}`));
});

test.each(commands)(
  'the help of %s names the options that every command takes, in lines of a terminal',
  (command) => {
    const { stdout } = penumbra([command, '-h'], { cwd: temporaryFolder() });
    for (const option of ['--json', '--workspace', '--store', '--quiet', '--verbose'])
      expect(stdout).toContain(option);
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  },
);

test.each<[string, readonly string[], string]>([
  ['a report that is not named', ['investigate'], 'the reports to investigate are missing'],
  ['a misspelt command', ['investigat', 'a.xml'], 'did you mean `investigate`?'],
  ['a misspelt option', ['investigate', 'a.xml', '--no-curt'], 'did you mean `--no-court`?'],
  ['a page named twice', ['investigate', 'a.xml', '--html=a', '--html=b'], '`--html` is given twice'],
  ['a run that is not named', ['show'], 'missing required argument `run`'],
])('%s is answered with the remedy', (_what, args, message) => {
  const { status, stdout, stderr } = penumbra(args, { cwd: temporaryFolder() });
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain(message);
});
