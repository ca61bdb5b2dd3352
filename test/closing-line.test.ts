// The last lines of a test run, as a real run prints them.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const reporter = join(root, 'scripts/closing-line.ts');

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'penumbra-closing-'));
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'));
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

function check(body: string, ...expected: readonly string[]): void {
  writeFileSync(join(directory, 'sample.test.ts'), `import { test } from 'vitest';\n${body}`);
  const options = [
    'run',
    '--root',
    directory,
    '--retry',
    '1',
    '--reporter',
    'default',
    '--reporter',
    reporter,
  ];
  const { stdout } = spawnSync(process.execPath, [vitest, ...options], { encoding: 'utf8' });
  expect(stdout.trimEnd().split('\n').slice(-expected.length)).toEqual(expected);
}

test('counts what passed and failed', () => {
  check(
    "test('a', () => {});\ntest('b', () => {});\ntest('c', () => { throw new Error('no'); });",
    'FAILED sample.test.ts > c: no',
    '2 passed, 1 failed',
  );
});

test('names what passed only at the second try', () => {
  check(
    "let tries = 0;\ntest('a', () => { if (tries++ === 0) throw new Error('once'); });",
    'RETRIED sample.test.ts > a: once',
    '1 passed, 0 failed',
  );
});

test('names skipped tests when there are any', () => {
  check("test('a', () => {});\ntest('b', ({ skip }) => skip());", '1 passed, 0 failed, 1 skipped');
});

test('a file that does not load has failed', () => {
  check("import './missing.ts';\ntest('a', () => {});", '0 passed, 1 failed');
});

test('an error outside of any test has failed', () => {
  check(
    "test('a', () => { Promise.reject(new Error('no')); });",
    'FAILED outside of any test: no',
    '1 passed, 1 failed',
  );
});
