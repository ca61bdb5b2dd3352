// Searching symbols of real sources with real parsers: by how well the name fits, of visible files alone, within
// bounds that are counted.

import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openSyntaxParser } from '../../src/adapters/parsers/index.ts';
import { readSymbols } from '../../src/context/index.ts';
import { loadPolicy } from '../../src/guard/index.ts';
import { contentId } from '../../src/kernel/index.ts';
import type { ContextServices } from '../../src/tools/index.ts';
import { writeFiles } from '../context/workspace.ts';
import { makeToolWorld } from './tool-world.ts';

const files = {
  'a.ts': 'export function parse() {}\nclass Parser { reparse() {} }\n',
  'b.py': 'def parse():\n  pass\n\ndef other():\n  pass\n',
  'deep/c.java': 'class C { void parseAll() {} int parse; }\n',
  'broken.ts': 'function parse( { ] }}} class\n',
  'notes.md': 'function parse() {}\n',
  'blob.ts': 'function parse() {}\0',
  'no-name.ts': 'export function elsewhere() {}\n',
  'secret/s.ts': 'function parse() {}\n',
  'lib/.git/hook.js': 'function parse() {}\n',
};

const parser = openSyntaxParser();

/** Means that hand out every file, hidden ones too, and tell which were parsed. */
function meansOf(paths: readonly string[], parsed: string[] = []): ContextServices {
  return {
    files: () => paths.map((path) => ({ path, contentId: contentId(path) })),
    terms: async () => new Map(),
    history: async () => null,
    async symbols({ path }, bytes) {
      parsed.push(path);
      const symbols = (await readSymbols(parser, { path, bytes })) ?? [];
      return symbols.map(({ name, kind, startLine }) => ({ name, kind, line: startLine }));
    },
  };
}

const policyOf = (hidden: string, rows: string) =>
  loadPolicy(`
policy: sample
modes: [forge]
roots: { repo: { hidden: [${hidden}] }, case: {} }
tools: { search: symbols }
sets: { read: { area: READ, commands: { search: symbols } } }
visibility: { forge: { repo: always${rows} } }
operations: { forge: { repo: [{ allow: read }] } }
`);
const strict = policyOf('.git', ', repo/secret: never');
const open = policyOf('', '');

function makeWorld(policy = strict, more: Readonly<Record<string, string>> = {}, parsed: string[] = []) {
  const all = { ...files, ...more };
  const context = new Map([['repo', meansOf(Object.keys(all), parsed)]]);
  const world = makeToolWorld({ policy, means: { context }, isCommitted: false });
  writeFiles(world.repo, all);
  return world;
}

type Hit = { readonly address: string; readonly line: number; readonly kind: string; readonly name: string };

async function hitsOf(world: ReturnType<typeof makeWorld>, address: string, given: object) {
  const { reply } = await world.call('search symbols', address, given);
  const hits = reply.data.hits as unknown as readonly Hit[];
  return hits.map(({ address: at, line, kind, name }) => `${at} ${line} ${kind} ${name}`);
}

describe('symbols by name', () => {
  test.each<[string, object, string[]]>([
    [
      'root:repo',
      { name: 'parse' },
      [
        'root:repo/a.ts 1 function parse',
        'root:repo/b.py 1 function parse',
        'root:repo/deep/c.java 1 field parse',
        'root:repo/deep/c.java 1 method parseAll',
        'root:repo/a.ts 2 method reparse',
      ],
    ],
    [
      'root:repo',
      { name: 'parse', kind: 'method' },
      ['root:repo/deep/c.java 1 method parseAll', 'root:repo/a.ts 2 method reparse'],
    ],
    ['root:repo', { name: 'Parser' }, ['root:repo/a.ts 2 class Parser']],
    ['root:repo', { name: 'parse', maxHits: 1 }, ['root:repo/a.ts 1 function parse']],
    ['root:repo/deep', { name: 'parse', kind: 'field' }, ['root:repo/deep/c.java 1 field parse']],
    ['root:repo/b.py', { name: 'other' }, ['root:repo/b.py 4 function other']],
    ['root:repo', { name: 'nowhere' }, []],
  ])('at %s with %j come the best first', async (address, given, expected) => {
    using world = makeWorld();
    const hits = await hitsOf(world, address, given);
    expect(hits.filter((hit) => !hit.includes('broken.ts'))).toEqual(expected);
  });

  test('of hidden files are not found, and are where the policy shows them', async () => {
    const found = async (policy: typeof strict) => {
      using world = makeWorld(policy);
      return (await hitsOf(world, 'root:repo', { name: 'parse', kind: 'function' })).join('\n');
    };
    expect(await found(strict)).not.toMatch(/secret|\.git/);
    expect(await found(open)).toMatch(/lib\/\.git\/hook\.js.*\n.*secret\/s\.ts/);
  });

  test('are looked for in files that hold the name, and in no binary one and through no link', async () => {
    const parsed: string[] = [];
    using world = makeWorld(strict, { 'way.ts': '' }, parsed);
    writeFiles(world.folder, { 'outside.ts': 'function parse() {}\n' });
    rmSync(join(world.repo, 'way.ts'));
    symlinkSync(join(world.folder, 'outside.ts'), join(world.repo, 'way.ts'));
    await hitsOf(world, 'root:repo', { name: 'parse' });
    expect(parsed).toEqual(['a.ts', 'b.py', 'deep/c.java', 'broken.ts', 'notes.md']);
  });
});

describe('the bounds', () => {
  test('are counts, and a search that meets one says so', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 510 }, (_, index) => [
        `many/f${String(index).padStart(3, '0')}.ts`,
        'let parse;\n',
      ]),
    );
    const parsed: string[] = [];
    using world = makeWorld(strict, many, parsed);
    const { reply } = await world.call('search symbols', 'root:repo/many', { name: 'parse' });
    expect([reply.data.is_cut, parsed.length]).toEqual([true, 500]);
  });

  test('of hits are said', async () => {
    using world = makeWorld();
    const { reply } = await world.call('search symbols', 'root:repo', { name: 'parse', maxHits: 1 });
    expect([reply.data.count, reply.data.is_cut]).toEqual([1, true]);
    const all = await world.call('search symbols', 'root:repo', { name: 'Parser' });
    expect([all.reply.data.count, all.reply.data.is_cut]).toEqual([1, false]);
  });

  test('leave out a file that is too large to be a source', async () => {
    using world = makeWorld(strict, { 'large.ts': `function parse() {}\n${'/'.repeat(1_100_000)}` });
    expect((await hitsOf(world, 'root:repo', { name: 'parse' })).join()).not.toContain('large.ts');
  });
});

describe('a search for symbols', () => {
  test('needs a parser', async () => {
    using world = makeToolWorld();
    const { reply } = await world.call('search symbols', 'root:repo', { name: 'x' });
    expect(reply.code).toBe('MCP-CTX-I-001');
  });

  test.each([{}, { name: '' }, { name: 'a\nb' }, { name: 'a', kind: 'thing' }, { name: 'a', maxHits: 0 }])(
    'with %j is faulted',
    async (given) => {
      using world = makeWorld();
      expect((await world.call('search symbols', 'root:repo', given)).reply.code).toBe('MCP-CALL-I-001');
    },
  );
});
