// What is known about the files of a workspace, from the command line: scan, look, write, ask, and be told what is stale.

import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openWorkspace } from '../../src/engine/index.ts';
import { ask, fault, type Json, penumbra, type RunOptions, temporaryFolder } from './penumbra.ts';

type Frame = Json & { readonly frameId: string; readonly stale?: Json };
type Frames = { readonly frames: readonly Frame[] };

/** Lays files in a folder that is a workspace. */
function project(files: Readonly<Record<string, string>>): RunOptions {
  const cwd = temporaryFolder();
  for (const [name, text] of Object.entries({ 'penumbra.yaml': '', ...files })) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), text);
  }
  return { cwd };
}

const files = { 'src/a.ts': 'export const a = 1;\n', 'src/deep/b.ts': 'export const b = 2;\n' };

test('a note is written, read, becomes stale with its file, and follows it through a rename', () => {
  const at = project(files);
  expect(ask(['scan'], at)).toMatchObject({
    scan: 1,
    isNew: true,
    files: 3,
    directories: 3,
    skipped: [],
    changes: [],
  });
  const { frameId } = ask<Frame>(['put', 'src/a.ts', '-m', 'mind the order'], at);
  expect(ask(['get', 'src/a.ts'], at)).toMatchObject({
    node: { path: 'src/a.ts', kind: 'file', children: [] },
    frames: [{ frameId, type: 'note', agent: 'person', content: 'mind the order', fresh: true }],
    frameCount: 1,
  });
  writeFileSync(join(at.cwd, 'src/a.ts'), 'export const a = 2;\n');
  const looked = ask<Frames>(['get', 'src/a.ts'], at).frames[0];
  expect(looked).toMatchObject({ fresh: false, stale: { reason: 'content-changed', since: { scan: null } } });
  expect(ask(['status'], at)).toMatchObject({
    scan: 1,
    frames: 1,
    stale: 1,
    changes: [{ path: 'src/a.ts', change: 'changed' }],
  });
  expect(penumbra(['scan'], at).stdout).toContain('scan 2: 1 changed since scan 1\n  ~ src/a.ts\n');
  renameSync(join(at.cwd, 'src/a.ts'), join(at.cwd, 'src/c.ts'));
  expect(ask(['scan'], at)).toMatchObject({
    scan: 3,
    changes: [{ path: 'src/c.ts', change: 'renamed', from: 'src/a.ts' }],
  });
  const { stdout } = penumbra(['get', 'src/c.ts'], at);
  expect(stdout).toContain('note by person, as src/a.ts  ');
  expect(stdout).toContain(
    `${frameId.slice(6, 18)}\n  stale: src/c.ts changed in scan 2\n  mind the order\n`,
  );
  rmSync(join(at.cwd, 'src/c.ts'));
  ask(['scan'], at);
  const history = ask<Frames & { readonly lineage: readonly Json[] }>(['history', 'src/c.ts'], at);
  expect(history.frames.map((frame) => frame.frameId)).toEqual([frameId]);
  expect(history.lineage).toMatchObject([
    { scan: 1, path: 'src/a.ts' },
    { scan: 2, path: 'src/a.ts' },
    { scan: 3, path: 'src/c.ts', renamedFrom: 'src/a.ts' },
    { scan: 4, kind: null },
  ]);
  expect(fault(['get', 'src/c.ts'], at)).toMatchObject({ exit: 2, code: 'node-not-found' });
});

test('reading makes no ledger, and says what to run', () => {
  const at = project(files);
  expect(ask(['status'], at)).toMatchObject({ storedRoot: null, scan: 0, frames: 0, stale: 0 });
  expect(penumbra(['status'], at).stdout).toContain('penumbra scan records the first');
  expect(ask(['get', 'src'], at)).toMatchObject({
    node: {
      children: [
        { name: 'a.ts', kind: 'file', size: 20 },
        { name: 'deep', kind: 'directory' },
      ],
    },
    frames: [],
  });
  expect(ask(['list', '--recursive'], at)).toMatchObject({ frames: [] });
  expect(ask(['head', 'src/a.ts'], at)).toEqual({ frame: null });
  expect(ask(['agents', 'list'], at)).toMatchObject({ agents: [{ agentId: 'person', role: 'writer' }, {}] });
  expect(readdirSync(join(at.cwd, '.penumbra'))).not.toContain('ledger.db');
});

test('paths are those of where one stands, and lists go down', () => {
  const at = project(files);
  const deep = { cwd: join(at.cwd, 'src/deep') };
  ask(['put', 'b.ts', '--type', 'note'], { ...deep, input: 'from a pipe\n' });
  ask(['put', '../a.ts', '-m', 'above'], deep);
  ask(['put', '../a.ts', '-m', 'by its path from the root'], deep);
  expect(ask(['head', 'src/a.ts'], deep)).toMatchObject({ frame: { content: 'by its path from the root' } });
  expect(ask<Frames>(['list', '..', '-r'], deep).frames).toMatchObject([
    { path: 'src/a.ts', type: 'note', size: 25 },
    { path: 'src/deep/b.ts', size: 12 },
  ]);
  expect(ask<Frames>(['history', '../a.ts', '--until', '1'], deep).frames).toMatchObject([
    { content: 'above' },
  ]);
  expect(ask(['head', 'b.ts'], deep)).toMatchObject({ frame: { content: 'from a pipe\n' } });
  expect(fault(['get', '../../../x'], deep)).toMatchObject({ exit: 2, code: 'usage' });
});

test('agents and types are registered, and records invalidated in their name', () => {
  const at = project(files);
  expect(ask(['agents', 'add', 'ann', '--role', 'writer'], at)).toEqual({ agentId: 'ann', role: 'writer' });
  expect(ask(['types', 'add', 'question', '--many'], at)).toMatchObject({
    name: 'question',
    cardinality: 'many',
  });
  for (const text of ['why?', 'when?'])
    ask(['put', 'src/a.ts', '--type', 'question', '--agent', 'ann', '-m', text], at);
  const { frames } = ask<Frames>(['get', 'src/a.ts', '--agent', 'ann', '--order', 'type'], at);
  expect(frames.map(({ content }) => content)).toEqual(['when?', 'why?']);
  const [first] = frames;
  expect(ask(['invalidate', String(first?.frameId).slice(6, 20)], at)).toEqual({
    invalidated: [first?.frameId],
    by: 'person',
  });
  expect(penumbra(['list', 'src/a.ts'], at).stdout).toContain('stale: invalidated by person\n');
  expect(
    ask<{ invalidated: readonly Json[] }>(['invalidate', 'src/a.ts', '--agent', 'ann'], at).invalidated,
  ).toHaveLength(2);
});

test('what is derived from a file alone is made when it is asked for, and again when the file moved on', () => {
  const at = project(files);
  const outline = (): Json => ask(['get', 'src/a.ts', '--type', 'outline'], at);
  const first = outline();
  expect(first).toMatchObject({ produced: ['outline'], frames: [{ type: 'outline', fresh: true }] });
  expect(outline()).toEqual({ ...first, produced: [] });
  writeFileSync(join(at.cwd, 'src/a.ts'), 'export class Basket {}\n');
  expect(outline()).toMatchObject({
    produced: ['outline'],
    frames: [{ content: expect.stringContaining('Basket'), fresh: true }],
  });
  expect(ask(['get', 'penumbra.yaml', '--type', 'outline'], at)).toMatchObject({
    unmade: ['outline'],
    frames: [],
  });
});

describe('a batch', () => {
  const lines = (text: string): readonly Json[] =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));

  test('answers every line, the broken ones with what is wrong', () => {
    const at = project(files);
    const input = Buffer.concat([
      Buffer.from('{"path":"src/a.ts","type":"note","content":"one"}\n{"path":"src/a.ts"\n\n'),
      Buffer.from([0x22, 0xff, 0x22, 0x0a]),
      Buffer.from('{"path":"nowhere","content":"x"}\n{"path":"src/a.ts","content":"x","agent":"bob"}\n'),
      Buffer.from('{"path":"src/a.ts","content":3}\n{"path":"src/a.ts","kontent":"x"}\n["src"]\n'),
      Buffer.from(
        '{"path":"src/a.ts","content":"x","type":"no\\u001b[31m"}\n{"path":"src","content":{"base64":"dHdv"}}',
      ),
    ]);
    const { stdout, status } = penumbra(['put', '--batch', '--quiet'], { ...at, input });
    expect(status).toBe(2);
    expect(lines(stdout)).toMatchObject([
      { path: 'src/a.ts', isNew: true },
      { line: 2, error: { code: 'usage' } },
      { line: 4, error: { code: 'usage', message: 'line 4 is not JSON: not UTF-8' } },
      { line: 5, error: { code: 'node-not-found' } },
      { line: 6, error: { code: 'unauthorized' } },
      { line: 7, error: { code: 'invalid-frame' } },
      { line: 8, error: { message: 'unknown field `kontent` (did you mean `content`?)' } },
      { line: 9, error: { code: 'usage' } },
      { line: 10, error: { code: 'invalid-frame' } },
      { path: 'src', isNew: true },
    ]);
    expect(stdout).not.toContain('\u001b');
    const asked = penumbra(['get', '-'], {
      ...at,
      input: '{"path":"src/a.ts","maxFrames":1}\n{"path":"src","type":["note"]}\n',
    });
    expect(asked.status).toBe(0);
    expect(lines(asked.stdout)).toMatchObject([
      { node: { path: 'src/a.ts' }, frames: [{ content: 'one' }] },
      { node: { path: 'src' }, frames: [{ content: 'two' }] },
    ]);
  });
});

describe('a mistake is answered with the remedy, and nothing is written:', () => {
  test.each<[string, readonly string[], number, string]>([
    ['an unknown agent', ['put', 'src/a.ts', '-m', 'x', '--agent', 'persn'], 4, 'did you mean `person`?'],
    ['an unknown type', ['put', 'src/a.ts', '-m', 'x', '--type', 'nota'], 2, 'did you mean `note`?'],
    ['a type nobody knows', ['get', 'src/a.ts', '--type', 'nota'], 2, 'did you mean `note`?'],
    ['an unknown path', ['put', 'src/b.ts', '-m', 'x'], 2, 'there is nothing at `src/b.ts`'],
    ['a path that steers', ['get', 'src/\u001b[2J\n'], 2, 'there is nothing at `src/\\u001b[2J\\u000a`'],
    ['an empty path', ['get', ''], 2, 'the path is empty'],
    ['nothing to record', ['put', 'src/a.ts'], 2, 'there is nothing to record\nhint: give it with --message'],
    ['two things to record', ['put', 'src/a.ts', '-m', 'x', '--file', 'y'], 2, 'cannot be combined'],
    ['a file that is not there', ['put', 'src/a.ts', '--file', 'nope'], 2, 'cannot read `nope` (ENOENT)'],
    ['nothing but a flag', ['put', 'src/a.ts', '-m', ''], 2, 'there is nothing to record'],
    ['questions and a path', ['get', 'src/a.ts', '--batch'], 2, 'a batch names paths itself'],
    ['a batch with a path', ['put', 'src/a.ts', '--batch'], 2, 'a batch names paths and contents itself'],
    ['an unknown order', ['get', 'src', '--order', 'recent'], 2, 'orders: recency, type, agent'],
    ['a number that is none', ['get', 'src', '--max-frames', 'all'], 2, '`all` is not a whole number'],
    ['an empty name', ['list', 'src', '--type', ''], 2, 'empty name'],
    [
      'a time that is none',
      ['history', 'src', '--until', 'soon'],
      2,
      '`soon` is neither a number in a history',
    ],
    ['a name of two lines', ['agents', 'add', 'a\nb', '--role', 'writer'], 2, "is not an agent's name"],
    ['an unknown role', ['agents', 'add', 'ann', '--role', 'writter'], 2, 'did you mean `writer`?'],
    ['a type in capitals', ['types', 'add', 'Note'], 2, 'is not a name of a frame type'],
    ['a record nobody has', ['invalidate', 'frame:00000000'], 2, '`frame:00000000` names no frame'],
    ['an agent without a name', ['put', 'src/a.ts', '-m', 'x', '--agent', ''], 4, 'no agent `` is known'],
  ])('%s', async (_what, args, exitCode, message) => {
    const at = project({ 'src/a.ts': '' });
    const { stdout, stderr, status } = penumbra(args, at);
    expect({ status, stdout }).toEqual({ status: exitCode, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(stderr).not.toContain('\u001b');
    const workspace = await openWorkspace({ root: at.cwd, toRead: true, environment: {} });
    expect(await workspace.scans()).toEqual([]);
    await workspace.close();
  });
});
