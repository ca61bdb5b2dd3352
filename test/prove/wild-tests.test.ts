// Tests that do what tests should not: hang, fork, fill, print, listen, and write where they have no business. Each run
// ends in its time; that nothing is left of it is seen when the project goes away.

import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openCommandRunner } from '../../src/adapters/exec/index.ts';
import { writeFiles } from '../context/workspace.ts';
import { command, type Files, makeRedProject, onlyCause, provenBy } from './red-project.ts';
import { idleFile } from './red-shop.ts';

/** A project whose test does something wild, and then fails as soon as `src/fault.js` says so. */
function wildFiles(body: string, fault = false): Files {
  return {
    'package.json': '{ "type": "module" }\n',
    'src/fault.js': `export const fault = ${fault};\n`,
    'test/wild.test.js': [
      "import assert from 'node:assert';",
      "import { spawn } from 'node:child_process';",
      "import { mkdirSync, writeFileSync } from 'node:fs';",
      "import { createServer } from 'node:net';",
      "import test from 'node:test';",
      "import { fault } from '../src/fault.js';",
      '',
      "test('is wild', async () => {",
      body,
      "  assert.ok(!fault, 'the fault');",
      '});',
      '',
    ].join('\n'),
  };
}

/** Whether bubblewrap works here; without it the user's files are protected by nothing but good manners. */
const { isSandboxed } = openCommandRunner({ protects: [], hasNetwork: true });
const fault: Files = { 'src/fault.js': 'export const fault = true;\n' };
const isProven = { outcome: 'proven', hunks: ['src/fault.js:1-1'], commit: null };

/** Makes the project, puts the fault in, and expects that it is proven. */
async function checkProven(body: string): Promise<void> {
  await using project = makeRedProject(wildFiles(body));
  project.write({ ...fault, ...idleFile('other') });
  expect(provenBy(onlyCause(await project.why()))).toEqual(isProven);
}

/** A child that only ends when it is killed; it holds no stream of its parent. */
const spawnStubborn = (options: string) =>
  `  spawn('sh', ['-c', 'trap "" TERM HUP INT; while :; do sleep 1; done'], { ${options}stdio: 'ignore' }).unref();`;

test.runIf(isSandboxed)('a child that ignores SIGTERM and left its group ends with the run', async () => {
  await checkProven(spawnStubborn('detached: true, '));
});

test('without a sandbox, a child that ignores SIGTERM ends with the group of the run', async () => {
  await using project = makeRedProject(wildFiles(spawnStubborn('')));
  project.write(fault);
  // Without bubblewrap on the path there is none.
  const bin = join(project.outside, 'bin');
  mkdirSync(bin);
  for (const name of ['sh', 'sleep']) symlinkSync(`/bin/${name}`, join(bin, name));
  const environment = { ...project.environment, PATH: `${dirname(process.execPath)}:${bin}` };
  expect(provenBy(onlyCause(await project.why({ environment })))).toEqual(isProven);
});

test('a test that prints 100 MB comes to its end in each run', async () => {
  await using project = makeRedProject(
    wildFiles(
      "  const text = 'x'.repeat(1024 * 1024);\n  for (let count = 0; count < 100; count++) process.stdout.write(text);",
    ),
  );
  project.write(fault);
  // A few runs are enough to see that it ends.
  const cause = onlyCause(await project.why({ maxRuns: 3 }));
  expect(cause.experiments?.outcome).toMatch(/^(unfinished|narrowed)$/);
});

test('a test that listens on a port of its own is proven like another', async () => {
  const port = await freePort();
  await checkProven(
    `  const server = createServer();
  await new Promise((done, fail) => server.on('error', fail).listen(${port}, '127.0.0.1', done));
  setTimeout(() => server.close(), 5);`,
  );
});

test('files that a test leaves in a state are gone with it', async () => {
  await using project = makeRedProject(
    wildFiles(
      "  mkdirSync('left/deep', { recursive: true });\n  for (let count = 0; count < 4; count++) writeFileSync('left/deep/' + count, Buffer.alloc(50 * 1024 * 1024, 1));",
    ),
  );
  project.write(fault);
  await project.why({ maxRuns: 3 });
});

test.runIf(isSandboxed)('installed packages cannot be written to through a state', async () => {
  await using project = makeRedProject({
    ...wildFiles("  try { writeFileSync('node_modules/dependency/index.js', 'changed'); } catch {}"),
    '.gitignore': 'node_modules\n',
  });
  project.write({ ...fault, 'node_modules/dependency/index.js': 'export default 1;\n' });
  expect(provenBy(onlyCause(await project.why()))).toEqual(isProven);
});

test.runIf(isSandboxed)('the work tree of the user cannot be written to by its own path', async () => {
  await using project = makeRedProject();
  project.git('init', '--quiet');
  const top = JSON.stringify(project.path);
  project.commit(
    wildFiles(`  for (const name of ['pwned', '.git/refs/heads/pwned', '.git/config', 'src/fault.js', '.penumbra/pwned'])
    try { writeFileSync(${top} + '/' + name, 'changed'); } catch {}`),
  );
  project.write(fault);
  expect(provenBy(onlyCause(await project.why()))).toEqual(isProven);
  expect(existsSync(join(project.path, '.penumbra/pwned'))).toBe(false);
});

test.runIf(isSandboxed)(
  'the repository of a linked work tree cannot be written to by its own path',
  async () => {
    await using project = makeRedProject();
    project.git('init', '--quiet');
    const top = JSON.stringify(project.path);
    project.commit(
      wildFiles(`  for (const name of ['refs/heads/pwned', 'config', 'worktrees/linked/HEAD'])
    try { writeFileSync(${top} + '/.git/' + name, 'changed'); } catch {}`),
    );
    const linked = join(project.outside, 'linked');
    project.git('worktree', 'add', '--quiet', '-b', 'linked', linked);
    const place = { workspace: linked, currentDirectory: linked };
    writeFiles(linked, fault);
    expect(provenBy(onlyCause(await project.why(place)))).toEqual(isProven);
  },
);

test.each([
  ['waits', '  await new Promise(() => setInterval(() => {}, 1000));'],
  ['spins', '  for (;;);'],
])('a test that %s for ever ends when the time is spent', async (_, body) => {
  await using project = makeRedProject(wildFiles(body));
  await expect(project.why({ budgetMs: 3_000 })).rejects.toThrow(
    expect.objectContaining({
      code: 'stopped',
      message: expect.stringContaining('did not end in half of the time there is'),
    }),
  );
});

test('a change that makes a test hang is found, for hanging is how the test fails', async () => {
  await using project = makeRedProject(
    wildFiles('  if (fault) await new Promise(() => setInterval(() => {}, 1000));'),
  );
  project.write({ ...fault, ...idleFile('other') });
  const report =
    '<testsuites><testcase name="is wild" classname="test" file="test/wild.test.js"><failure message="timed out">timed out</failure></testcase></testsuites>';
  const cause = onlyCause(
    await project.prove(report, 'node --test --test-isolation=none', { budgetMs: 12_000 }),
  );
  expect(cause.experiments).toMatchObject({ outcome: 'narrowed' });
});

test('a test that hangs keeps no other one from its proof, and no line of it is blamed on another', async () => {
  const never = '  if (hang) await new Promise(() => setInterval(() => {}, 1000));';
  const wild = wildFiles(never)['test/wild.test.js'] ?? '';
  const hanging = wild.replace('{ fault }', '{ fault as hang }').replace('fault.js', 'hang.js');
  await using project = makeRedProject({
    ...wildFiles(''),
    'src/hang.js': 'export const fault = false;\n',
    'test/hangs.test.js': hanging.replace('is wild', 'hangs').replace('!fault', '!hang'),
  });
  project.write({ ...fault, 'src/hang.js': 'export const fault = true;\n' });
  const failed = (name: string, file: string, text: string) =>
    `<testcase name="${name}" classname="test" file="test/${file}.test.js"><failure message="${text}">${text}</failure></testcase>`;
  const report = `<testsuites>${failed('hangs', 'hangs', 'timed out')}${failed('is wild', 'wild', 'AssertionError: the fault')}</testsuites>`;
  const { document } = await project.prove(report, command.join(' '), { budgetMs: 24_000 });
  const proven = document.causes.filter(({ proof }) => proof !== undefined);
  expect(proven.map(({ tests }) => tests.map(({ name }) => name))).toEqual([['is wild']]);
  expect(proven.map(provenBy)).toEqual([isProven]);
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
