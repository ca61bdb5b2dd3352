/** Reading and listing: ranges, caps, bytes that are no text, and what a listing leaves out. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeToolWorld } from '../../../test/guard/tool-world.ts';

async function read(text: string, given: object) {
  using world = makeToolWorld({ files: { 'a.txt': text } });
  const { reply } = await world.call('file read', 'root:repo/a.txt', given);
  return [reply.data.text, reply.data.is_cut];
}

describe('a file is read', () => {
  test.each<[string, string, object, string, boolean]>([
    ['whole', 'one\ntwo\n', {}, 'one\ntwo\n', false],
    ['when empty', '', {}, '', false],
    ['up to a cap', 'one\ntwo\n', { maxBytes: 5 }, 'one\nt', true],
    ['to exactly its end', 'one\n', { maxBytes: 4 }, 'one\n', false],
    ['without the character a cap cuts through', 'aé', { maxBytes: 2 }, 'a', true],
    ['from a line on', 'one\ntwo\nthree', { fromLine: 2 }, 'two\nthree', false],
    ['up to a line', 'one\ntwo\nthree', { toLine: 2 }, 'one\ntwo\n', false],
    ['between lines', 'one\ntwo\nthree', { fromLine: 2, toLine: 2 }, 'two\n', false],
    ['past its end', 'one\n', { fromLine: 9 }, '', false],
    ['between lines up to a cap', 'one\ntwo\nthree', { fromLine: 2, maxBytes: 2 }, 'tw', true],
    ['with its mark of UTF-8', '\ufeffone', {}, '\ufeffone', false],
  ])('%s', async (_name, text, given, expected, isCut) => {
    expect(await read(text, given)).toEqual([expected, isCut]);
  });

  test('with its bytes for trusted code, and without text where it has none', async () => {
    using world = makeToolWorld({ files: { 'a.bin': 'a\0b' } });
    const { reply, value } = await world.call('file read', 'root:repo/a.bin');
    expect(reply.data).toMatchObject({ text: '', is_binary: true, size: 3 });
    expect(value).toMatchObject({ bytes: Buffer.from('a\0b'), isCut: false, size: 3 });
  });

  test('as it is, paths of the host in it, too', async () => {
    using world = makeToolWorld();
    writeFileSync(join(world.repo, 'log'), `at -I${world.repo}/a.ts and ${world.folder}/case!\n`);
    const { reply } = await world.call('file read', 'root:repo/log');
    expect(reply.data.text).toBe(`at -I${world.repo}/a.ts and ${world.folder}/case!\n`);
  });

  test('only where it is one', async () => {
    using world = makeToolWorld({ files: { 'sub/a': '' } });
    const { reply } = await world.call('file read', 'root:repo/sub');
    expect([reply.code, reply.data]).toEqual(['MCP-FILE-I-001', { reason: 'not-a-file' }]);
  });
});

describe('a listing', () => {
  test('shows what is visible, by code points, and links as links', async () => {
    using world = makeToolWorld({ files: { b: '', a: '', 'é/x': '', Z: '' } });
    mkdirSync(join(world.repo, '.penumbra'), { recursive: true });
    symlinkSync('/etc', join(world.repo, 'link'));
    writeFileSync(join(world.repo, 'a\\b'), '');
    writeFileSync(Buffer.concat([Buffer.from(`${world.repo}/`), Buffer.from([0xff])]), '');
    const { reply, value } = await world.call('file list', 'root:repo');
    const entries = [
      { name: 'Z', kind: 'file' },
      { name: 'a', kind: 'file' },
      { name: 'b', kind: 'file' },
      { name: 'link', kind: 'link' },
      { name: 'é', kind: 'directory' },
    ];
    expect(reply.data).toEqual({
      resolved: 'root:repo',
      entries,
      count: entries.length,
      is_cut: false,
      unaddressable: 2,
    });
    expect(value).toEqual(entries);
  });

  test('counts names that no address has wherever it looks, and none in what is hidden', async () => {
    using world = makeToolWorld({ files: { 'a/b/c': '', '.git/config': '' } });
    for (const directory of ['', 'a/', 'a/b/', '.git/'])
      writeFileSync(Buffer.concat([Buffer.from(`${world.repo}/${directory}`), Buffer.of(0xff)]), '');
    const count = async (names: string, address: string, given?: unknown) =>
      (await world.call(names, address, given)).reply.data.unaddressable;
    expect(await count('file list', 'root:repo', { glob: '**' })).toBe(3);
    expect(await count('file list', 'root:repo', { glob: '*' })).toBe(1);
    expect(await count('file list', 'root:repo/a', { glob: '**' })).toBe(2);
    expect(await count('dir tree', 'root:repo', { depth: 2 })).toBe(2);
    expect(await count('dir tree', 'root:repo/a/b')).toBe(1);
  });

  test('is of directories only', async () => {
    using world = makeToolWorld({ files: { a: '' } });
    const { reply } = await world.call('file list', 'root:repo/a');
    expect([reply.code, reply.data]).toEqual(['MCP-FILE-I-002', { reason: 'not-a-directory' }]);
  });
});
