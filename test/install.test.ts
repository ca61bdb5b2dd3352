// How scripts/install.mjs gets from any state of node_modules to a whole one, with a stub in the place of npm.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const script = pathToFileURL(join(import.meta.dirname, '../scripts/install.mjs')).href;
const program = `import { ensureInstalled } from ${JSON.stringify(script)}; ensureInstalled(process.cwd());`;

/** Installs the package \`one\`, unless the environment says how the command is to fail. */
const npmStub = `const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs');
const command = process.argv[2];
appendFileSync('npm.log', command + '\\n');
const failure = process.env['FAIL_' + command.toUpperCase()];
if (failure !== undefined) { console.error(failure); process.exit(1); }
mkdirSync('node_modules/one', { recursive: true });
writeFileSync('node_modules/one/package.json', '{}');
writeFileSync('node_modules/.package-lock.json', '{}');`;

let root: string;
const inRoot = (path: string) => join(root, path);
const stampFile = 'node_modules/.penumbra-install';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'penumbra-install-'));
  writeFileSync(inRoot('package.json'), JSON.stringify({ dependencies: { one: '1.0.0' } }));
  writeFileSync(inRoot('package-lock.json'), '{}');
  writeFileSync(inRoot('npm-cli.js'), npmStub);
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Runs the install and tells which npm commands it used. */
function install(failures: Record<string, string> = {}): { npm: string[]; stderr: string } {
  rmSync(inRoot('npm.log'), { force: true });
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: root,
    env: { ...process.env, npm_execpath: inRoot('npm-cli.js'), ...failures },
    encoding: 'utf8',
  });
  const log = existsSync(inRoot('npm.log')) ? readFileSync(inRoot('npm.log'), 'utf8') : '';
  return { npm: log.split('\n').filter(Boolean), stderr };
}

test('the first run installs and the second has nothing to do', () => {
  expect(install().npm).toEqual(['ci']);
  expect(install()).toEqual({ npm: [], stderr: '' });
});

test('a changed lock file is installed', () => {
  install();
  writeFileSync(inRoot('package-lock.json'), '{"changed":true}');
  expect(install().npm).toEqual(['ci']);
});

test('a lost package comes back', () => {
  install();
  rmSync(inRoot('node_modules/one'), { recursive: true });
  expect(install().npm).toEqual(['ci']);
  expect(install().npm).toEqual([]);
});

test('when npm ci refuses, the locked versions are installed all the same', () => {
  const refusal =
    'npm error code EUSAGE\nnpm error not in sync\nnpm error Missing: other-platform from lock file';
  const { npm, stderr } = install({ FAIL_CI: refusal });
  expect(npm).toEqual(['ci', 'install']);
  expect(stderr).toContain('npm ci refused (Missing: other-platform from lock file)');
  expect(stderr).not.toContain('not in sync');
  expect(install().npm).toEqual([]);
});

test('an install that was cut short starts afresh', () => {
  install();
  writeFileSync(inRoot('node_modules/remains'), '');
  writeFileSync(inRoot(stampFile), `unfinished ${2 ** 30}`);
  expect(install().stderr).toContain('starting afresh');
  expect(existsSync(inRoot('node_modules/remains'))).toBe(false);
});

test('packages of another platform are not used', () => {
  mkdirSync(inRoot('node_modules'));
  writeFileSync(inRoot('node_modules/.package-lock.json'), '{}');
  writeFileSync(inRoot(stampFile), 'other-platform 0');
  expect(install().stderr).toContain('starting afresh');
});

test('a second install at the same time is refused', () => {
  mkdirSync(inRoot('node_modules'));
  writeFileSync(inRoot(stampFile), `unfinished ${process.pid}`);
  expect(install()).toEqual({ npm: [], stderr: expect.stringContaining('another install is under way') });
});

test('without a network it says so and does not try again', () => {
  const { npm, stderr } = install({ FAIL_CI: 'npm error code ENOTFOUND' });
  expect(npm).toEqual(['ci']);
  expect(stderr).toContain('npm could not reach its registry');
});

test('another failure shows the words of npm, and the next run tries again', () => {
  const { npm, stderr } = install({ FAIL_CI: 'no', FAIL_INSTALL: 'the disk is full' });
  expect(npm).toEqual(['ci', 'install']);
  expect(stderr).toContain('the disk is full');
  expect(install().npm).toEqual(['ci']);
});
