// The launcher on its own: a package with a stub for the command line, started the ways people start it.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const ownNode = 'node_modules/node/bin/node';
const stub = `export async function run(argv) {
  if (argv[0] === 'wait') {
    process.on('SIGTERM', () => process.exit(9));
    console.log('waiting');
    await new Promise((resolve) => setTimeout(resolve, 60_000));
  }
  let input = '';
  for await (const chunk of process.stdin) input += chunk;
  console.log(JSON.stringify({ argv, input, relaunched: process.env.PRETENDED === 'yes' }));
  return argv.length;
}`;

/** Makes the first process believe that it is Node 20, and none that it starts. */
const pretendOldNode = `if (process.env.PRETENDED === undefined) {
  process.env.PRETENDED = 'yes';
  Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.0.0' } });
}`;
const oldNode = ['--import', `data:text/javascript,${encodeURIComponent(pretendOldNode)}`];

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'penumbra-launcher-'));
  for (const path of ['bin', 'package.json'])
    cpSync(join(root, path), join(directory, path), { recursive: true });
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

function add(path: string, content: string): void {
  mkdirSync(dirname(join(directory, path)), { recursive: true });
  writeFileSync(join(directory, path), content);
}

function addOwnNode(): void {
  add(ownNode, `#!/bin/sh\nexec '${process.execPath}' "$@"\n`);
  chmodSync(join(directory, ownNode), 0o755);
}

function start(args: readonly string[], nodeOptions: readonly string[] = []): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [...nodeOptions, join(directory, 'bin/penumbra.js'), ...args], {
    cwd: tmpdir(),
  });
}

async function launch(args: readonly string[], nodeOptions: readonly string[] = []) {
  const child = start(args, nodeOptions);
  child.stdin.end('typed');
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { stdout, stderr, code };
}

test('the version is answered without a command line to load', async () => {
  expect(await launch(['--version'])).toMatchObject({
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    code: 0,
  });
  expect(await launch(['-V'], oldNode)).toMatchObject({
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    code: 0,
  });
});

test('arguments, input and exit code pass through, from any directory', async () => {
  add('src/cli/main.ts', stub);
  const { stdout, code } = await launch(['a', '--version']);
  expect(JSON.parse(stdout)).toEqual({ argv: ['a', '--version'], input: 'typed', relaunched: false });
  expect(code).toBe(2);
});

test('the built command line goes before the source', async () => {
  add('src/cli/main.ts', 'export const run = async () => 5;');
  add('dist/cli/main.js', 'export const run = async () => 6;');
  expect((await launch([])).code).toBe(6);
});

test('an unbuilt package says what to do', async () => {
  expect(await launch([])).toMatchObject({ stderr: expect.stringContaining('npm run build'), code: 3 });
});

test('an old Node without the checkout’s own one says what is needed', async () => {
  add('src/cli/main.ts', stub);
  expect(await launch([], oldNode)).toMatchObject({
    stdout: '',
    stderr: expect.stringContaining('Node 24 or newer is needed, this is 20.0.0'),
    code: 3,
  });
});

test('a program that asks for JSON gets the refusal as JSON', async () => {
  const { stderr, code } = await launch(['doctor', '--json'], oldNode);
  expect(JSON.parse(stderr)).toEqual({
    error: {
      code: 'unsupported-runtime',
      message: expect.stringContaining('Node 24 or newer is needed'),
      hint: expect.any(String),
      data: {},
    },
  });
  expect(code).toBe(3);
});

test('an old Node hands over to the checkout’s own one', async () => {
  add('src/cli/main.ts', stub);
  addOwnNode();
  const { stdout, code } = await launch(['a', 'b', 'c'], oldNode);
  expect(JSON.parse(stdout)).toEqual({ argv: ['a', 'b', 'c'], input: 'typed', relaunched: true });
  expect(code).toBe(3);
});

test('a signal reaches the checkout’s own Node', async () => {
  add('src/cli/main.ts', stub);
  addOwnNode();
  const child = start(['wait'], oldNode);
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([9, null]);
});
