// synthesize, regenerate, compose, explain, diff, ci and watch, run as programs on a real workspace.

import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { WatchEvent } from '../../src/report/index.ts';
import { ask, fault, type Json, launcher, penumbra, type RunOptions, temporaryFolder } from './penumbra.ts';

const HOSTILE = 'src/a\n\u001b[31mb.ts';

/** A workspace with notes on two files. */
function workspace(): RunOptions {
  const at = { cwd: temporaryFolder() };
  mkdirSync(join(at.cwd, 'src/deep'), { recursive: true });
  for (const path of ['src/a.ts', 'src/deep/b.ts', HOSTILE]) writeFileSync(join(at.cwd, path), path);
  for (const path of ['src/a.ts', HOSTILE])
    ask(['put', path, '--type', 'note', '--agent', 'person'], {
      ...at,
      input: `mind the rounding in ${path}`,
    });
  return at;
}

test('notes become a record of their directory, which is renewed when they change', () => {
  const at = workspace();
  const { frameId, children, basisHash } = ask<{ frameId: string; children: Json[]; basisHash: string }>(
    ['synthesize', 'src', '--type', 'note', '--recursive'],
    at,
  );
  expect([frameId, basisHash]).toEqual([expect.stringMatching(/^frame:/), expect.stringMatching(/^basis:/)]);
  expect(children.map(({ name }) => name).sort()).toEqual(['a\n\u001b[31mb.ts', 'a.ts', 'deep']);
  ask(['put', 'src/deep/b.ts'], { ...at, input: 'new here' });
  expect(ask(['regenerate', 'src'], at)).toMatchObject({ examined: 1, untouched: 1 });
  expect(ask(['regenerate'], at)).toEqual({
    examined: 2,
    regenerated: 2,
    cutOff: 0,
    untouched: 0,
    stale: [],
  });
  const { stdout } = penumbra(['compose', 'src/a.ts', '--query', 'rounding', '--max-frames', '1'], at);
  expect(stdout).toContain('src/a.ts  node, score ');
  expect(stdout).toContain('left out: 1 past the number of records asked for');
  expect(
    ask(
      ['compose', 'src/deep/b.ts', '--source', 'node', '--source', 'parent,siblings', '--agent', 'person'],
      at,
    ),
  ).toMatchObject({ frames: [{ path: 'src/deep/b.ts', source: 'node', content: 'new here', fresh: true }] });
});

test('records are made of files without a model, once, and feed what is synthesised', () => {
  const at = workspace();
  const made = { path: '.', types: ['outline', 'imports', 'digest'], produced: 9, cutOff: 0, untouched: 0 };
  expect(ask(['produce'], at)).toEqual(made);
  expect(ask(['produce', 'src/a.ts', '--type', 'digest'], at)).toMatchObject({ produced: 0, untouched: 1 });
  appendFileSync(join(at.cwd, 'src/deep/b.ts'), '\nexport function late(): void {}\n');
  expect(ask(['synthesize', '.', '--type', 'outline', '--recursive'], at).children).toHaveLength(1);
  const sources = ['--source', 'node', '--type', 'outline'];
  expect(ask(['compose', 'src/deep', ...sources], at).frames).toMatchObject([
    { path: 'src/deep', source: 'node', content: expect.stringContaining('late'), fresh: true },
  ]);
});

test('what changed is told by diff, by explain and by the check', () => {
  const at = workspace();
  appendFileSync(join(at.cwd, 'src/a.ts'), 'changed');
  rmSync(join(at.cwd, HOSTILE));
  expect(penumbra(['diff'], at).stdout).toMatch(
    /^scan 1 .*\n- src\/a\\u\{a\}\\u\{1b\}\[31mb\.ts\n~ src\/a\.ts\n/,
  );
  expect(penumbra(['explain', HOSTILE], at).stdout).toContain('gone\n1 record rests on it');
  const failed = penumbra(['ci', '--fail-on', 'stale'], at);
  expect(failed).toMatchObject({ status: 1, stderr: '' });
  expect(failed.stdout).toMatch(/^scan 2, .*: 1 removed, 1 changed\n(.*\n)*failed: 1 stale record\n$/);
  expect(ask(['ci'], at)).toMatchObject({ ok: true, stale: [{ path: 'src/a.ts' }], changes: [] });
  expect(penumbra(['ci', '--format', 'markdown'], at).stdout).toMatch(/^## Penumbra: ✅ passed\n/);
  expect(ask(['diff', 'previous', 'latest'], at).changes).toMatchObject([
    { path: HOSTILE, change: 'removed', kind: 'file' },
    { path: 'src/a.ts', change: 'changed' },
  ]);
  expect(penumbra(['explain', 'src/a.ts'], at).stdout).toMatch(
    /scan 2: edited\nscan 1: first seen\n1 record rests/,
  );
});

describe('what cannot be done is refused with a remedy:', () => {
  test.each<[string, readonly string[], Json]>([
    ['an unknown type', ['synthesize', '.', '--type', 'nte'], { exit: 2, code: 'invalid-frame' }],
    [
      'an unknown agent',
      ['synthesize', '.', '--type', 'note', '--agent', 'x'],
      { exit: 4, code: 'unauthorized' },
    ],
    ['a writer', ['regenerate', '--agent', 'person'], { exit: 4, code: 'unauthorized' }],
    ['a file to synthesise', ['synthesize', 'a', '--type', 'note'], { exit: 2, code: 'synthesis-failed' }],
    [
      'an unknown policy',
      ['synthesize', '.', '--type', 'note', '--policy', 'sum'],
      { exit: 2, code: 'usage' },
    ],
    ['a broken policy', ['synthesize', '.', '--type', 'note', '--policy', '{"a'], { exit: 2, code: 'usage' }],
    ['a path that is not there', ['regenerate', 'nowhere'], { exit: 2, code: 'node-not-found' }],
    ['a path outside', ['compose', '../x'], { exit: 2, code: 'usage' }],
    [
      'a related path that is not there',
      ['compose', 'a', '--related', 'b'],
      { exit: 2, code: 'node-not-found' },
    ],
    ['all types as one', ['synthesize', '.', '--type', '*'], { exit: 2, code: 'usage' }],
    ['the history of a file', ['produce', 'a', '--type', 'history'], { exit: 2, code: 'usage' }],
    ['an unknown source', ['compose', 'a', '--source', 'parnt'], { exit: 2, code: 'usage' }],
    ['an unknown order', ['compose', 'a', '--order', 'size'], { exit: 2, code: 'usage' }],
    ['a number that is none', ['compose', 'a', '--max-frames', '-1'], { exit: 2, code: 'usage' }],
    ['a producer that is none', ['produce', '--type', 'note'], { exit: 2, code: 'usage' }],
    ['a state that is none', ['diff', '77'], { exit: 2, code: 'invalid-id' }],
    ['a reason that is none', ['ci', '--fail-on', 'stal'], { exit: 2, code: 'usage' }],
    ['a format that is none', ['ci', '--format', 'xml'], { exit: 2, code: 'usage' }],
  ])('%s', (_what, args, expected) => {
    const at = { cwd: temporaryFolder() };
    writeFileSync(join(at.cwd, 'a'), 'a');
    expect(fault(args, at)).toMatchObject({ ...expected, hint: expect.stringMatching(/./) });
  });
});

type Watch = { readonly child: ChildProcess; next(event: WatchEvent['event']): Promise<WatchEvent> };

/** Starts the program and reads its events as they come. */
function watch(at: RunOptions, ...args: readonly string[]): Watch {
  const child = spawn(process.execPath, [launcher, 'watch', '--json', ...args], {
    cwd: at.cwd,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    child,
    async next(name) {
      for (;;) {
        const { value, done } = await lines.next();
        if (done) throw new Error(`the watch ended before it told \`${name}\``);
        const event = JSON.parse(value) as WatchEvent;
        if (event.event === name) return event;
      }
    },
  };
}

test('watch tells each change on a line, renews, runs a command, and ends in order at an interrupt', async () => {
  const at = workspace();
  const mark = join(temporaryFolder(), 'mark');
  const command = `echo "$PENUMBRA_CHANGED" > '${mark}'; echo noise; false`;
  const { child, next } = watch(at, '--regenerate', '--on-change', command);
  await next('started');
  writeFileSync(join(at.cwd, 'src/deep/b.ts'), 'changed');
  expect(await next('scanned')).toMatchObject({
    scan: 2,
    changes: [{ path: 'src/deep/b.ts', change: 'changed' }],
  });
  expect(await next('regenerated')).toMatchObject({ examined: 0 });
  expect(await next('command')).toMatchObject({ command, exitCode: 1 });
  const ended = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
  child.kill('SIGINT');
  expect(await next('stopped')).toMatchObject({ scan: 2 });
  expect(await ended).toBe(0);
  expect(ask(['scan'], at)).toMatchObject({ scan: 2, read: 0 });
});
