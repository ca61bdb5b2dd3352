/** Context through the tools: facts of visible sources alone, read through the capability, without a reply per file. */
import { readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeToolWorld } from '../../../test/guard/tool-world.ts';
import type { ContextFile, ContextServices, ContextTerms } from '../index.ts';

const files = {
  'a.ts': 'function alpha() {}',
  'src/b.py': 'def beta(): pass',
  'notes.md': 'no source',
  '.penumbra/secret.js': 'function secret() {}',
};

const sourcesOf = (value: unknown) => [...(value as ContextTerms).facts.keys()].toSorted();

describe('the terms', () => {
  test.each<[string, string[], number]>([
    ['root:repo', ['a.ts', 'src/b.py'], 3],
    ['root:repo/src', ['src/b.py'], 1],
  ])('at %s are those of the visible sources', async (address, sources, count) => {
    using world = makeToolWorld({ files });
    const { reply, value } = await world.call('context get', address, { producer: 'terms' });
    expect(sourcesOf(value)).toEqual(sources);
    expect(reply.data).toEqual({
      resolved: address,
      producer: 'terms',
      files: count,
      sources: sources.length,
    });
  });

  test('are not read through a link, nor of a file that was not handed out; no history is said to be none', async () => {
    const seen: string[] = [];
    const got: (Uint8Array | undefined)[] = [];
    const context: ContextServices = {
      files: () =>
        ['a.ts', 'b.ts', '.git/config', '../case/x'].map((path) => ({ path, contentId: 'c_x' }) as never),
      terms: async (given, read) => {
        seen.push(...given.map(({ path }: ContextFile) => path));
        got.push(...['a.ts', 'b.ts', '.git/config', '../case/x', 'src/b.py', '/etc/hostname'].map(read));
        return new Map();
      },
      history: async () => null,
    };
    using world = makeToolWorld({ files, means: { context: new Map([['repo', context]]) } });
    symlinkSync('/etc/hostname', join(world.repo, 'b.ts'));
    await world.call('context get', 'root:repo', { producer: 'terms' });
    expect(seen).toEqual(['a.ts', 'b.ts']);
    expect(got.map((bytes) => bytes?.length)).toEqual([19, ...Array(5).fill(undefined)]);
    const history = await world.call('context get', 'root:repo', { producer: 'history' });
    expect(history.reply.code).toBe('MCP-CTX-I-001');
  });

  test.each<[string, string, number | undefined]>([
    ['root:repo', 'a.ts', 19],
    ['root:repo', 'notes.md', 9],
    ['root:repo/src', 'src/b.py', 16],
    ['root:repo/src', 'a.ts', undefined],
    ['root:repo', '.penumbra/secret.js', undefined],
    ['root:repo', '.git/config', undefined],
    ['root:repo', '../case/x', undefined],
    ['root:repo', 'swapped.ts', undefined],
  ])('of %s come with a reader that reads %s, of what the call saw alone', async (address, path, length) => {
    using world = makeToolWorld({ files: { ...files, 'swapped.ts': 'let x;' } });
    const { value } = await world.call('context get', address, { producer: 'terms' });
    rmSync(join(world.repo, 'swapped.ts'));
    symlinkSync('/etc/hostname', join(world.repo, 'swapped.ts'));
    expect((value as ContextTerms).read(path)?.length).toBe(length);
  });

  test('leave no descriptor open', async () => {
    using world = makeToolWorld({ files });
    const openDescriptors = () => readdirSync('/proc/self/fd').length;
    await world.call('context get', 'root:repo', { producer: 'terms' });
    const before = openDescriptors();
    for (let round = 0; round < 20; round++)
      await world.call('context get', 'root:repo', { producer: 'terms' });
    expect(openDescriptors()).toBeLessThanOrEqual(before);
  });
});

test.each<[string, unknown, string]>([
  ['get', { producer: 'everything' }, 'MCP-CALL-I-001'],
  ['get', { producer: ['terms'] }, 'MCP-CALL-I-001'],
  ['get', { maxFrames: 0 }, 'MCP-CALL-I-001'],
  ['get', { order: 'size' }, 'MCP-CALL-I-001'],
  ['get', { type: 'a\nb' }, 'MCP-CALL-I-001'],
  ['compose', { sources: ['related'] }, 'MCP-CALL-I-001'],
  ['compose', { related: ['.git/config'] }, 'MCP-CALL-I-001'],
  ['explain', { frame: 'frame:abcd' }, 'MCP-CALL-I-001'],
  ['explain', { frame: 'src' }, 'MCP-CALL-I-001'],
  ['history', { until: 1 }, 'MCP-CALL-I-001'],
  ['get', {}, 'MCP-CTX-I-001'],
  ['compose', {}, 'MCP-CTX-I-001'],
  ['history', {}, 'MCP-CTX-I-001'],
  ['explain', {}, 'MCP-CTX-I-001'],
])('%s with %j, where no frames are kept, is answered with %s', async (command, given, code) => {
  using world = makeToolWorld();
  expect((await world.call(`context ${command}`, 'root:repo', given)).reply.code).toBe(code);
});
