// What cannot be proven, or not even run: one sentence that says so and what to do, the right code, and nothing left.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCommandRunner } from '../../src/adapters/exec/index.ts';
import { prove } from '../../src/investigation/prove/index.ts';
import { faultCodes, PenumbraError } from '../../src/kernel/index.ts';
import { git, writeFiles } from '../context/workspace.ts';
import { launch } from '../e2e/penumbra.ts';
import { command, makeRedProject, onlyCause, provenBy } from './red-project.ts';
import { cartTest, idleFile, shop, wrongDiscount } from './red-shop.ts';

/** How a refused call ended: its code, what the program would exit with, and that it says what to do in one line. */
async function faultOf(call: Promise<unknown>) {
  const error = await call.then(
    () => null,
    (caught: unknown) => caught,
  );
  if (!(error instanceof PenumbraError)) throw error ?? new Error('nothing was refused');
  expect(error.hint ?? '').toMatch(/^\S.*$/);
  return { code: error.code, exit: faultCodes[error.code].exit, message: error.message };
}

test('without git there are no states to run tests on', async () => {
  await using project = makeRedProject();
  project.write(shop);
  expect(await faultOf(project.why())).toEqual({
    code: 'usage',
    exit: 2,
    message: 'there is no git repository around the workspace',
  });
});

test('without a commit the failure is reproduced, and no change can be found', async () => {
  await using project = makeRedProject();
  project.git('init', '--quiet');
  project.write({ ...shop, 'src/price.js': wrongDiscount });
  const cause = onlyCause(await project.why());
  expect(provenBy(cause)).toMatchObject({ outcome: 'no_green', hunks: undefined });
  expect(cause.experiments?.notes).toContain('there is no commit yet, so nothing older could be run');
});

test('changes inside a submodule are used as they are, and stay as they are', async () => {
  await using project = makeRedProject(shop);
  const library = join(project.outside, 'library');
  mkdirSync(library);
  git(library, 'init', '--quiet');
  writeFiles(library, { 'index.js': 'export const size = 1;\n' });
  git(library, 'add', '--all');
  git(library, 'commit', '--quiet', '--message', 'library');
  project.git('submodule', '--quiet', 'add', library, 'library');
  project.commit();
  project.write({ 'library/index.js': 'export const size = 2;\n', 'src/price.js': wrongDiscount });
  const cause = onlyCause(await project.why());
  expect(provenBy(cause)).toEqual({ outcome: 'proven', hunks: ['src/price.js:2-2'], commit: null });
  expect(cause.experiments?.notes.join()).toMatch(/library/);
});

test('a command that does not exist is named', async () => {
  await using project = makeRedProject(shop);
  expect(await faultOf(project.why({ command: ['no-such-program', '--test'] }))).toEqual({
    code: 'usage',
    exit: 2,
    message: 'there is no program `no-such-program`',
  });
});

test('a command by a path that does not exist is named', async () => {
  await using project = makeRedProject(shop);
  expect(await faultOf(project.why({ command: ['./no-such-program'] }))).toEqual({
    code: 'usage',
    exit: 2,
    message: 'there is no program `./no-such-program`',
  });
});

test('a command that fails before any test is shown with what it printed', async () => {
  await using project = makeRedProject(shop);
  const fault = await faultOf(project.why({ command: ['node', '--no-such-option', '--test'] }));
  expect(fault).toMatchObject({ code: 'unreadable-input', exit: 2 });
  expect(fault.message).toMatch(
    /^`node --no-such-option --test` reported no test:\n.*bad option: --no-such-option/s,
  );
});

test('a build that fails is shown with what it printed, and one that does not exist is named', async () => {
  await using project = makeRedProject({ ...shop, 'src/price.js': wrongDiscount });
  expect(await faultOf(project.why({ build: 'node --no-such-option' }))).toEqual({
    code: 'unreadable-input',
    exit: 2,
    message: expect.stringMatching(
      /^the build `node --no-such-option` ended with 9:\n.*bad option: --no-such-option/s,
    ),
  });
  expect(await faultOf(project.why({ build: 'no-such-builder --now' }))).toMatchObject({
    message: 'there is no program `no-such-builder`',
  });
});

test('a secret that a build prints is not in what is said of it', async () => {
  const token = `ghp_${'aB3dE5gH7j'.repeat(4).slice(0, 36)}`;
  await using project = makeRedProject({
    ...shop,
    'src/price.js': wrongDiscount,
    'leak.mjs': `console.error('token ${token}');\nprocess.exit(1);\n`,
  });
  const { message } = await faultOf(project.why({ build: 'node leak.mjs' }));
  expect(message).toContain('‹secret');
  expect(message).not.toContain(token);
});

const { isSandboxed } = openCommandRunner({ protects: [], hasNetwork: true });

test.runIf(isSandboxed)('a build that needs a network says so where none is given', async () => {
  await using project = makeRedProject({
    ...shop,
    'src/price.js': wrongDiscount,
    'install.mjs': "await fetch('http://packages.example/dependency');\n",
  });
  const fault = await faultOf(project.why({ build: 'node install.mjs', network: false }));
  expect(fault).toMatchObject({ code: 'unreadable-input', exit: 2 });
  expect(fault.message).toMatch(/^the build `node install.mjs` ended with 1:\n.*packages[.]example/s);
});

test('a command that tests nothing is said to', async () => {
  await using project = makeRedProject({ 'package.json': '{}\n' });
  expect(await faultOf(project.why())).toEqual({
    code: 'unreadable-input',
    exit: 2,
    message: expect.stringMatching(/^`node --test --test-isolation=none` reported no test/),
  });
});

test('a command whose tests pass has nothing to be asked about', async () => {
  await using project = makeRedProject(shop);
  await expect(project.why()).rejects.toThrow('nothing failed, 1 passed');
});

test('a report of another project is not reproduced here', async () => {
  await using project = makeRedProject(shop);
  project.commit(idleFile('one'));
  const report =
    '<testsuites><testcase name="reads tables" classname="org.example.TableTest" file="src/test/java/org/example/TableTest.java"><failure message="expected 1">at org.example.TableTest.reads(TableTest.java:10)</failure></testcase></testsuites>';
  const cause = onlyCause(await project.prove(report, 'node --test --test-isolation=none'));
  expect(provenBy(cause)).toMatchObject({ outcome: 'not_reproduced', hunks: undefined });
  expect(cause.experiments?.notes).toContain('the command does not run the test');
});

test('the program ends with the code of the fault, and says what to do', async () => {
  await using project = makeRedProject(shop);
  const env = { ...project.environment, PENUMBRA_STORE: `sqlite:${join(project.outside, 'own.db')}` };
  project.watch();
  const { status, stderr, stdout } = launch(['why', '--', 'no-such-program'], { cwd: project.path, env });
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(/there is no program `no-such-program`\n.*check the name/s);
});

test('a patch for standard output is all that is there, git takes it, and no file is written', async () => {
  await using project = makeRedProject(shop);
  project.write({ 'src/price.js': wrongDiscount });
  const env = { ...project.environment, PENUMBRA_STORE: `sqlite:${join(project.outside, 'own.db')}` };
  project.watch();
  const { status, stdout, stderr } = launch(['why', '--patch', '-', '--', ...command], {
    cwd: project.path,
    env,
  });
  expect(status).toBe(0);
  expect(stderr).toMatch(/1 cause: 1 proven/);
  expect(existsSync(join(project.path, '-'))).toBe(false);
  writeFileSync(join(project.outside, 'fix.patch'), stdout);
  project.git('apply', '--check', join(project.outside, 'fix.patch'));
});

// Put together, so that no scanner finds it in this file.
const token = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
const telling = {
  ...shop,
  'test/cart.test.js': cartTest.replace('140)', `140, ['ghp', '${token.slice(4)}'].join('_'))`),
};

test('a proof of failures that print secrets needs no key where the reports were just read', async () => {
  await using project = makeRedProject(telling);
  project.write({ 'src/price.js': wrongDiscount });
  const isProven = { outcome: 'proven', hunks: ['src/price.js:2-2'], commit: null };
  const report = `<testsuites><testcase name="takes a discount off" classname="test" file="test/cart.test.js"><failure message="${token}">AssertionError [ERR_ASSERTION]: ${token}</failure></testcase></testsuites>`;
  for (const found of [await project.why(), await project.prove(report, command.join(' '))]) {
    expect(provenBy(onlyCause(found))).toEqual(isProven);
    expect(JSON.stringify(found)).not.toContain(token);
    expect(JSON.stringify(found)).toContain('GitHub token');
  }
});

test('a proof of a run whose secrets no key opens says how to get it', async () => {
  await using project = makeRedProject(telling);
  project.write({ 'src/price.js': wrongDiscount });
  const { run } = await project.why();
  const { path: workspace, outside, environment } = project;
  const places = {
    workspace,
    currentDirectory: workspace,
    store: `sqlite:${outside}/ledger.db`,
    environment,
  };
  const fault = await faultOf(prove({ ...places, run, command }));
  expect(fault).toMatchObject({
    code: 'usage',
    message: expect.stringMatching(/secrets that no key here opens/),
  });
});
