// Where an export may go: what is named is written to and stays what it is, and the ledger is never among it.

import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ask, fault, shell } from './penumbra.ts';
import { workspace } from './workspace.ts';

describe('the ledger itself is refused', () => {
  test.each([
    ['by its name', '.penumbra/ledger.db'],
    ['by its write-ahead log', '.penumbra/ledger.db-wal'],
    ['by its shared memory', '.penumbra/ledger.db-shm'],
    ['through a link to it', 'link'],
    ['through a link to its folder', 'folder/ledger.db'],
  ])('%s', async (_how, name) => {
    const at = await workspace();
    const before = ask(['validate'], at);
    symlinkSync('.penumbra/ledger.db', join(at.cwd, 'link'));
    symlinkSync('.penumbra', join(at.cwd, 'folder'));
    expect(fault(['export', name], at)).toMatchObject({
      exit: 2,
      code: 'usage',
      message: expect.stringContaining('belongs to the ledger'),
    });
    expect(ask(['validate'], at)).toEqual(before);
  });
});

test.each([
  ['an existing file', 'target.penumbra'],
  ['a file that is not there yet', 'absent.penumbra'],
])('a link to %s is followed', async (_what, target) => {
  const at = await workspace();
  const inWorkspace = (name: string) => join(at.cwd, name);
  writeFileSync(inWorkspace('target.penumbra'), 'old');
  symlinkSync(target, inWorkspace('link'));
  const { root } = ask(['export', 'link'], at);
  expect(lstatSync(inWorkspace('link')).isSymbolicLink()).toBe(true);
  expect(readFileSync(inWorkspace(target), 'latin1')).toContain(String(root));
});

test('a pipe takes the archive and stays a pipe', async () => {
  const at = await workspace();
  const { stdout, status } = shell(
    'mkfifo pipe; cat pipe > archive & penumbra export pipe --json; wait; test -p pipe',
    at,
  );
  expect(status).toBe(0);
  expect(readFileSync(join(at.cwd, 'archive'), 'latin1')).toContain(JSON.parse(stdout).root);
});

test('a file that is replaced keeps its permissions', async () => {
  const at = await workspace();
  const file = join(at.cwd, 'a.penumbra');
  writeFileSync(file, 'old');
  chmodSync(file, 0o600);
  ask(['export', 'a.penumbra'], at);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('what a killed export left goes with the next one, and what others are writing stays', async () => {
  const at = await workspace();
  const remnant = `a.penumbra.${2 ** 30}.1.partial`;
  const inUse = `a.penumbra.${process.pid}.1.partial`;
  const ofAnother = `b.penumbra.${2 ** 30}.1.partial`;
  for (const name of [remnant, inUse, ofAnother]) writeFileSync(join(at.cwd, name), '');
  ask(['export', 'a.penumbra'], at);
  expect(readdirSync(at.cwd).sort()).toEqual(['.penumbra', 'a.penumbra', inUse, ofAnother].sort());
});

test('an archive on standard output has its summary beside it, as JSON where asked', async () => {
  const at = await workspace();
  const { stderr } = shell(
    'penumbra export - --json > a.penumbra; penumbra export /dev/stdout -q > b.penumbra',
    at,
  );
  expect(JSON.parse(stderr)).toMatchObject({ file: '-', root: expect.stringMatching(/^[0-9a-f]{64}$/) });
  const [first, second] = ['a', 'b'].map((name) => readFileSync(join(at.cwd, `${name}.penumbra`)));
  expect(first?.equals(second ?? Buffer.of())).toBe(true);
});

test('an archive whose reader goes away is not taken for whole', async () => {
  const at = await workspace();
  const { stderr } = shell('{ penumbra export -; echo $? > code; } | :', at);
  expect(readFileSync(join(at.cwd, 'code'), 'utf8')).toBe('3\n');
  expect(stderr).toContain('cannot write the archive to standard output: broken pipe');
});

describe.runIf(existsSync('/dev/full'))('on a full device', () => {
  test.each([
    ['an answer', 'penumbra doctor >/dev/full', 3, 'penumbra: cannot write the answer: no space left'],
    ['an answer in JSON', 'penumbra doctor --json >/dev/full', 3, '{"error":{"code":"unwritable-output"'],
    ['help', 'penumbra --help >/dev/full', 3, 'penumbra: cannot write the answer'],
    ['an archive', 'penumbra export - >/dev/full', 3, 'penumbra: cannot write the archive'],
    [
      'an archive by name',
      'penumbra export /dev/full',
      3,
      'penumbra: cannot write `/dev/full`: no space left',
    ],
    ['a fault', 'penumbra bad 2>/dev/full', 2, ''],
  ])('%s fails in one line', async (_what, script, exitCode, message) => {
    const { status, stderr } = shell(script, await workspace());
    expect({ status, stderr }).toEqual({ status: exitCode, stderr: expect.stringContaining(message) });
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});

test('a reader who has seen enough of an answer is no fault', async () => {
  const at = await workspace();
  const { stdout, stderr } = shell('{ penumbra doctor; echo $? >&2; } | :', at);
  expect({ stdout, stderr }).toEqual({ stdout: '', stderr: '0\n' });
});
