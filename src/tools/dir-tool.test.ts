/** The home of a session, and directories from there: only what is visible, and links as links. */
import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeToolWorld } from '../../test/guard/tool-world.ts';
import { toolLimits } from './calls/tool-limits.ts';

const files = {
  'a.ts': '',
  'src/b.ts': '',
  'src/deep/c/d.ts': '',
  '.penumbra/secret': '',
  'src/.git/token': '',
};

describe('the home', () => {
  test('is the first root, moves to another, and is where relative paths begin', async () => {
    using world = makeToolWorld({ files: { 'src/a.ts': '' } });
    const told = async (names: string, address = '') => {
      const { reply } = await world.call(names, address);
      return [reply.code, reply.data.resolved];
    };
    expect(await told('dir pwd')).toEqual(['MCP-DIR-S-001', 'root:repo']);
    expect(await told('dir list', 'src')).toEqual(['MCP-DIR-S-003', 'root:repo/src']);
    expect(await told('dir cd', 'root:case')).toEqual(['MCP-DIR-S-002', 'root:case']);
    expect(await told('dir pwd')).toEqual(['MCP-DIR-S-001', 'root:case']);
    expect(await told('dir list')).toEqual(['MCP-DIR-S-003', 'root:case']);
    expect(await told('dir list', 'src')).toEqual(['WA-RES-I-004', 'root:case/src']);
    expect(await told('dir list', 'root:repo/src')).toEqual(['MCP-DIR-S-003', 'root:repo/src']);
  });

  test.each<[string, string]>([
    ['src', 'MCP-DIR-I-001'],
    ['root:repo/src', 'MCP-DIR-I-001'],
    ['root:repo/a.ts', 'MCP-DIR-I-001'],
    ['root:nowhere', 'WA-RES-I-001'],
    ['..', 'WA-RES-I-001'],
    ['/', 'WA-RES-I-001'],
    ['/etc', 'WA-RES-I-001'],
    ['.git', 'WA-RES-I-003'],
    ['gone', 'WA-RES-I-004'],
  ])('does not move to `%s`, which is answered by %s', async (address, code) => {
    using world = makeToolWorld({ files });
    expect((await world.call('dir cd', address)).reply.code).toBe(code);
    expect((await world.call('dir pwd', '')).reply.data.home).toBe('repo');
  });

  test('is asked for at a root that is seen', async () => {
    let mode = 'forge';
    using world = makeToolWorld({ session: { mode: () => mode } });
    await world.call('dir cd', 'root:repo');
    mode = 'bare';
    expect((await world.call('dir pwd', '')).reply.code).toBe('WA-RES-I-003');
  });

  test('does not move where that cannot be noted', async () => {
    let isFull = true;
    const note = async () => {
      if (isFull) throw new Error('full');
    };
    const trail = { note, record: note, flush: async () => {} };
    using world = makeToolWorld({ means: { trail } });
    expect((await world.call('dir cd', 'root:case')).reply.code).toBe('MCP-AUDIT-E-001');
    isFull = false;
    expect((await world.call('dir pwd', '')).reply.data.home).toBe('repo');
  });

  test('belongs to `dir` alone', async () => {
    using world = makeToolWorld({ files });
    expect((await world.call('file list', 'src')).reply.code).toBe('WA-RES-I-001');
  });
});

describe('a tree', () => {
  const draw = async (address: string, given: object, extra?: (repo: string) => void) => {
    using world = makeToolWorld({ files });
    extra?.(world.repo);
    const { reply, value } = await world.call('dir tree', address, given);
    const entries = (value ?? []) as readonly { path: string; kind: string }[];
    return { reply, drawn: entries.map(({ path, kind }) => `${path} ${kind}`) };
  };

  test('shows each directory before what is in it, and nothing that is hidden', async () => {
    const { reply, drawn } = await draw('', { depth: 9 }, (repo) => {
      symlinkSync('/etc', join(repo, 'src/link'));
      execFileSync('mkfifo', [join(repo, 'pipe')]);
    });
    expect(drawn).toEqual([
      'a.ts file',
      'pipe other',
      'src directory',
      'src/b.ts file',
      'src/deep directory',
      'src/deep/c directory',
      'src/deep/c/d.ts file',
      'src/link link',
    ]);
    expect(reply).toMatchObject({ code: 'MCP-DIR-S-004', data: { count: 8, is_cut: false, unread: 0 } });
    expect(JSON.stringify(reply.data)).not.toMatch(/\.git|\.penumbra|secret|token/);
  });

  test.each<[string, object, readonly string[], boolean]>([
    ['', { depth: 1 }, ['a.ts file', 'src directory'], false],
    ['src', { depth: 1 }, ['b.ts file', 'deep directory'], false],
    ['src/deep', {}, ['c directory', 'c/d.ts file'], false],
    ['', { maxEntries: 1 }, ['a.ts file'], true],
    ['', { depth: 1, maxEntries: 2 }, ['a.ts file', 'src directory'], false],
  ])('of `%s` with %j shows %j', async (address, given, expected, isCut) => {
    const { reply, drawn } = await draw(address, given);
    expect([drawn, reply.data.is_cut]).toEqual([expected, isCut]);
  });

  test.each<[string, unknown, string]>([
    ['a.ts', {}, 'MCP-FILE-I-002'],
    ['', { depth: 0 }, 'MCP-CALL-I-001'],
    ['', { depth: toolLimits.listedDepth + 1 }, 'MCP-CALL-I-001'],
    ['', { maxEntries: 1e9 }, 'MCP-CALL-I-001'],
    ['.penumbra', {}, 'WA-RES-I-003'],
    ['src/.git', {}, 'WA-RES-I-003'],
  ])('of `%s` with %j is answered by %s', async (address, given, code) => {
    expect((await draw(address, given as object)).reply.code).toBe(code);
  });
});
