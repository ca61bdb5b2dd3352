/** Searching: lines and their numbers, bounds, and files that are hidden, binary or gone. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeToolWorld } from '../../test/guard/tool-world.ts';
import { findInText } from './search-tool.ts';

describe('in a text', () => {
  test.each<[string, string, [number, string][]]>([
    ['', 'x', []],
    ['x', 'x', [[1, 'x']]],
    [
      'a\nxx x\n\nbx',
      'x',
      [
        [2, 'xx x'],
        [4, 'bx'],
      ],
    ],
    ['\n\n  x\r\n', 'x', [[3, 'x']]],
    ['X', 'x', []],
    ['a.c abc', 'a.c', [[1, 'a.c abc']]],
    [`${'-'.repeat(300)}x!`, 'x', [[1, 'x!']]],
  ])('%j the lines with %j are found', (text, pattern, expected) => {
    expect([...findInText(text, pattern)].map((hit) => [hit.line, hit.text])).toEqual(expected);
  });
});

describe('a search', () => {
  const files = {
    'a.ts': 'needle\n',
    'b.bin': 'needle\0',
    'src/c.ts': '\nneedle needle\n',
    'src/gone.ts': 'needle',
    '.penumbra/secret.js': 'needle',
    '.gitignore': 'out/\n',
  };

  test.each<[string, object, [string, number][], boolean]>([
    [
      'root:repo',
      {},
      [
        ['root:repo/a.ts', 1],
        ['root:repo/src/c.ts', 2],
      ],
      false,
    ],
    ['root:repo', { maxHits: 1 }, [['root:repo/a.ts', 1]], true],
    [
      'root:repo',
      { maxHits: 2 },
      [
        ['root:repo/a.ts', 1],
        ['root:repo/src/c.ts', 2],
      ],
      false,
    ],
    ['root:repo/src', {}, [['root:repo/src/c.ts', 2]], false],
    ['root:repo/a.ts', {}, [['root:repo/a.ts', 1]], false],
  ])('at %s with %j finds what is visible there', async (address, given, expected, isCut) => {
    using world = makeToolWorld({ files });
    rmSync(join(world.repo, 'src/gone.ts'));
    const { reply } = await world.call('search text', address, { pattern: 'needle', ...given });
    const hits = reply.data.hits as unknown as { address: string; line: number }[];
    expect(hits.map((hit) => [hit.address, hit.line])).toEqual(expected);
    expect([reply.data.count, reply.data.is_cut]).toEqual([expected.length, isCut]);
  });

  test('shows lines as they are, paths of the host in them, too', async () => {
    const hostRoots = [{ key: 'repo', realPath: '/app' }];
    using world = makeToolWorld({
      files: { 'src/app/x.ts': 'at /app/y.ts of src/app/y.ts' },
      means: { hostRoots },
    });
    const { reply } = await world.call('search text', 'root:repo', { pattern: 'y.ts' });
    const text = 'at /app/y.ts of src/app/y.ts';
    expect(reply.data.hits).toEqual([{ address: 'root:repo/src/app/x.ts', line: 1, text }]);
  });

  test('needs a scanned tree', async () => {
    using world = makeToolWorld({ means: { context: new Map() } });
    const { reply } = await world.call('search text', 'root:repo', { pattern: 'x' });
    expect(reply.code).toBe('MCP-CTX-I-001');
  });

  test.each([{}, { pattern: '' }, { pattern: 'a\nb' }, { pattern: 'x'.repeat(201) }, { pattern: '\ud800' }])(
    'for %j is faulted',
    async (given) => {
      using world = makeToolWorld();
      expect((await world.call('search text', 'root:repo', given)).reply.code).toBe('MCP-CALL-I-001');
    },
  );
});
