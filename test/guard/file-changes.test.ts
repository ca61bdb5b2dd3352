// Files changed by the tools: on a real disk, under a policy that grants with and without a contract, on record before
// anything is done, and not done where it cannot be recorded.

import {
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openDisk } from '../../src/adapters/files/index.ts';
import { type ContractScope, loadPolicy } from '../../src/guard/index.ts';
import { contentId } from '../../src/kernel/index.ts';
import { type ToolSet, toolLimits } from '../../src/tools/index.ts';
import { git, makeFolder, writeFiles } from '../context/workspace.ts';
import { makeToolWorld, type ToolWorld } from './tool-world.ts';

const policy = loadPolicy(`policy: changing
modes: [forge]
roots:
  repo: { hidden: [.git] }
  case: {}
tools:
  file: [read, list, write, edit, rename, patch, delete]
sets:
  file_read: { area: READ, commands: { file: [read, list] } }
  file_write: { area: WRITE, commands: { file: [write, edit, rename, patch] } }
  file_delete: { area: DELETE, commands: { file: [delete] } }
visibility:
  forge: { repo: always, repo/secret: never, case: always }
operations:
  forge:
    repo:
      - allow: file_read
      - { allow: [file_write, file_delete], when: [has_contract, contract_covers] }
    repo/free: [{ allow: [file_read, file_write, file_delete] }]
    repo/fixed: [{ allow: file_read }]
    case: [{ allow: [file_read, file_write] }]
`);

const contract: ContractScope = {
  id: 'c1',
  root: 'repo',
  operations: ['WRITE', 'DELETE'],
  targets: ['src/**', 'top.txt'],
};
const OLD = 'one\ntwo\nthree\n';
const files = {
  'src/a.txt': OLD,
  'free/a.txt': OLD,
  'fixed/a.txt': OLD,
  'secret/a.txt': OLD,
  'other.txt': OLD,
};

interface Setting {
  readonly contract?: ContractScope | null;
  readonly files?: Readonly<Record<string, string>>;
  readonly means?: Partial<ToolSet>;
}

function makeWorld(setting: Setting = {}): ToolWorld {
  return makeToolWorld({
    files: setting.files ?? files,
    policy,
    session: { contract: () => setting.contract ?? null },
    ...(setting.means && { means: setting.means }),
    isCommitted: false,
  });
}

const textAt = ({ repo }: ToolWorld, path: string) => readFileSync(join(repo, path), 'utf8');
const patch = '@@ -2 +2 @@\n-two\n+TWO\n';
const edit = { find: 'two', replace: 'TWO' };

describe('what is granted', () => {
  test.each<[string, string, object, ContractScope | null, string]>([
    ['file write', 'free/new', { text: 'x' }, null, 'MCP-FILE-S-003'],
    ['file edit', 'free/a.txt', edit, null, 'MCP-FILE-S-004'],
    ['file rename', 'free/a.txt', { to: 'root:repo/free/b.txt' }, null, 'MCP-FILE-S-005'],
    ['file delete', 'free/a.txt', {}, null, 'MCP-FILE-S-006'],
    ['file patch', 'free/a.txt', { patch }, null, 'MCP-FILE-S-007'],
    ['file write', 'src/new', { text: 'x' }, contract, 'MCP-FILE-S-003'],
    ['file edit', 'src/a.txt', edit, contract, 'MCP-FILE-S-004'],
    ['file rename', 'src/a.txt', { to: 'root:repo/src/deep/b.txt' }, contract, 'MCP-FILE-S-005'],
    ['file rename', 'src/a.txt', { to: 'root:repo/free/b.txt' }, contract, 'MCP-FILE-S-005'],
    ['file delete', 'src/a.txt', {}, contract, 'MCP-FILE-S-006'],
    ['file patch', 'src/a.txt', { patch }, contract, 'MCP-FILE-S-007'],
    ['file write', 'src/new', { text: 'x' }, null, 'EN-WRITE-D-002'],
    ['file edit', 'src/a.txt', edit, null, 'EN-WRITE-D-002'],
    ['file rename', 'src/a.txt', { to: 'root:repo/src/b.txt' }, null, 'EN-WRITE-D-002'],
    ['file delete', 'src/a.txt', {}, null, 'EN-DELETE-D-002'],
    ['file patch', 'src/a.txt', { patch }, null, 'EN-WRITE-D-002'],
    ['file write', 'other.txt', { text: 'x' }, contract, 'EN-OPEN-D-002'],
    ['file delete', 'other.txt', {}, contract, 'EN-OPEN-D-002'],
    ['file rename', 'src/a.txt', { to: 'root:repo/moved.txt' }, contract, 'EN-OPEN-D-002'],
    ['file rename', 'other.txt', { to: 'root:repo/src/b.txt' }, contract, 'EN-OPEN-D-002'],
    ['file rename', 'free/a.txt', { to: 'root:repo/src/b.txt' }, null, 'EN-WRITE-D-002'],
    ['file write', 'secret/a.txt', { text: 'x' }, contract, 'WA-RES-I-003'],
    ['file write', 'secret/new', { text: 'x' }, contract, 'WA-RES-I-003'],
    ['file write', '.git/config', { text: 'x' }, contract, 'WA-RES-I-003'],
    ['file write', 'free/.GIT/hooks/x', { text: 'x' }, contract, 'WA-RES-I-003'],
    ['file rename', 'src/a.txt', { to: 'root:repo/secret/b.txt' }, contract, 'WA-RES-I-003'],
    ['file rename', 'src/a.txt', { to: 'root:repo/.git/b.txt' }, contract, 'WA-RES-I-003'],
    ['file rename', 'src/a.txt', { to: 'root:repo/../b.txt' }, contract, 'WA-RES-I-001'],
    ['file rename', 'src/a.txt', { to: 'b.txt' }, contract, 'WA-RES-I-001'],
    ['file rename', 'src/a.txt', { to: '/etc/b.txt' }, contract, 'WA-RES-I-001'],
  ])('`%s` at `%s` with %j is answered by %s', async (names, path, given, open, code) => {
    using world = makeWorld({ contract: open });
    const before = allOf(world.repo);
    const { reply } = await world.call(names, `root:repo/${path}`, given);
    expect(reply.code).toBe(code);
    const isDone = reply.type === 'S';
    expect(world.entries.map(({ intent, decision }) => [intent !== null, decision])).toEqual([
      [isDone, isDone ? expect.stringMatching(/^EN-(WRITE|DELETE)-S-001$/) : code],
    ]);
    if (!isDone) expect(allOf(world.repo)).toEqual(before);
    expect(JSON.stringify(reply)).not.toContain(world.folder);
  });
});

describe('what is done', () => {
  test.each<[string, string, object, string, string]>([
    ['file write', 'free/a.txt', { text: 'é\n' }, 'free/a.txt', 'é\n'],
    ['file write', 'free/a.txt', { text: '', create: false }, 'free/a.txt', ''],
    ['file write', 'free/x/y/new', { text: 'x', create: true }, 'free/x/y/new', 'x'],
    ['file write', 'free/new', { base64: 'YQBi' }, 'free/new', 'a\0b'],
    ['file edit', 'free/a.txt', edit, 'free/a.txt', 'one\nTWO\nthree\n'],
    ['file edit', 'free/a.txt', { find: 'two\n', replace: '$&' }, 'free/a.txt', 'one\n$&three\n'],
    ['file edit', 'free/a.txt', { ...edit, expected: contentId(OLD) }, 'free/a.txt', 'one\nTWO\nthree\n'],
    ['file edit', 'free/crlf', { find: 'a\nb', replace: 'c\nd\r\ne' }, 'free/crlf', 'c\r\nd\r\ne\r\n'],
    ['file edit', 'free/mixed', { find: 'b\r\n', replace: 'c\n' }, 'free/mixed', 'a\nc\n'],
    ['file edit', 'free/marked', { find: 'a', replace: 'b' }, 'free/marked', '\ufeffb'],
    ['file patch', 'free/a.txt', { patch }, 'free/a.txt', 'one\nTWO\nthree\n'],
    ['file patch', 'free/crlf', { patch: '@@ -2 +2 @@\n-b\n+B\n' }, 'free/crlf', 'a\r\nB\r\n'],
  ])('`%s` at `%s` with %j leaves at `%s` %j', async (names, path, given, where, expected) => {
    using world = makeWorld({
      files: { ...files, 'free/crlf': 'a\r\nb\r\n', 'free/mixed': 'a\nb\r\n', 'free/marked': '\ufeffa' },
    });
    const { reply } = await world.call(names, `root:repo/${path}`, given);
    expect(textAt(world, where)).toBe(expected);
    const done = { content: contentId(expected), bytes: Buffer.byteLength(expected) };
    expect(reply.data).toMatchObject({ resolved: `root:repo/${path}`, ...done });
    expect(world.entries.map(({ intent }) => intent)).toEqual([done]);
  });

  test('a rename takes the old name away and says where the file is', async () => {
    using world = makeWorld();
    const to = 'root:repo/free/deep/b.txt';
    const { reply } = await world.call('file rename', 'root:repo/free/a.txt', { to });
    const moved = { to, content: contentId(OLD), bytes: OLD.length };
    expect(reply.data).toEqual({ resolved: 'root:repo/free/a.txt', ...moved });
    expect(readdirSync(join(world.repo, 'free'))).toEqual(['deep']);
    expect(textAt(world, 'free/deep/b.txt')).toBe(OLD);
    expect(world.entries).toMatchObject([{ intent: moved, addresses: ['root:repo/free/a.txt', to] }]);
  });

  test('a deletion names what is gone', async () => {
    using world = makeWorld();
    const { reply } = await world.call('file delete', 'root:repo/free/a.txt');
    const deleted = { deleted: contentId(OLD), bytes: OLD.length };
    expect([reply.data, world.entries[0]?.intent]).toEqual([
      { resolved: 'root:repo/free/a.txt', ...deleted },
      deleted,
    ]);
    expect(readdirSync(join(world.repo, 'free'))).toEqual([]);
  });

  test('what was read can be what an edit expects', async () => {
    using world = makeWorld();
    const read = await world.call('file read', 'root:repo/free/a.txt');
    const expected = read.reply.data.content;
    const codes = [];
    for (let turn = 0; turn < 2; turn++) {
      codes.push((await world.call('file edit', 'root:repo/free/a.txt', { ...edit, expected })).reply.code);
    }
    expect(codes).toEqual(['MCP-FILE-S-004', 'MCP-FILE-I-004']);
    const cut = await world.call('file read', 'root:repo/free/a.txt', { maxBytes: 3 });
    expect(cut.reply.data.content).toBeNull();
  });

  test('a file that is too large to read is replaced, renamed and deleted all the same', async () => {
    using world = makeWorld();
    const large = 'x'.repeat(toolLimits.changedFileBytes + 1);
    for (const name of ['a', 'b', 'c']) writeFileSync(join(world.repo, 'free', name), large);
    const codes = [
      await world.call('file write', 'root:repo/free/a', { text: 'small' }),
      await world.call('file rename', 'root:repo/free/b', { to: 'root:repo/free/d' }),
      await world.call('file delete', 'root:repo/free/c'),
    ].map(({ reply }) => reply.code);
    expect(codes).toEqual(['MCP-FILE-S-003', 'MCP-FILE-S-005', 'MCP-FILE-S-006']);
    expect(readdirSync(join(world.repo, 'free'))).toEqual(['a', 'a.txt', 'd']);
  });
});

describe('what cannot be done', () => {
  const large = 'x'.repeat(toolLimits.changedFileBytes + 1);
  const wide = 'é'.repeat(toolLimits.changedFileBytes / 2 + 1);
  const prepare = ({ repo }: ToolWorld) => {
    mkdirSync(join(repo, 'free/sub'));
    symlinkSync('/etc', join(repo, 'free/way'));
    symlinkSync('/etc/hostname', join(repo, 'free/link'));
    writeFileSync(join(repo, 'free/twin'), OLD);
    linkSync(join(repo, 'free/twin'), join(repo, 'free/other-twin'));
    writeFileSync(join(repo, 'free/binary'), 'two\0');
    writeFileSync(join(repo, 'free/latin'), Buffer.from([0x74, 0x77, 0x6f, 0xff]));
    writeFileSync(join(repo, 'free/large'), large);
  };

  test.each<[string, string, object, string, object]>([
    ['file write', 'a.txt', { text: 'x', create: true }, 'MCP-FILE-I-003', { reason: 'exists' }],
    ['file write', 'new', { text: 'x', create: false }, 'MCP-FILE-I-001', { reason: 'absent' }],
    ['file write', 'sub', { text: 'x' }, 'MCP-FILE-I-001', { reason: 'not-a-file' }],
    ['file write', 'a.txt/new', { text: 'x' }, 'MCP-FILE-I-007', { reason: 'not-a-directory' }],
    ['file write', 'twin', { text: 'x' }, 'MCP-FILE-I-007', { reason: 'hard-linked' }],
    ['file write', 'new', { text: wide }, 'MCP-FILE-I-007', { reason: 'too-large' }],
    ['file write', 'way/new', { text: 'x' }, 'WA-RES-I-001', { reason: 'link' }],
    ['file write', 'link', { text: 'x' }, 'WA-RES-I-001', { reason: 'link' }],
    ['file write', 'new', {}, 'MCP-CALL-I-001', {}],
    ['file write', 'new', { text: 'x', base64: 'eA==' }, 'MCP-CALL-I-001', {}],
    ['file write', 'new', { text: large }, 'MCP-CALL-I-001', {}],
    ['file write', 'new', { text: '\ud800' }, 'MCP-CALL-I-001', {}],
    ['file write', 'new', { text: 7 }, 'MCP-CALL-I-001', {}],
    ['file write', 'new', { base64: 'eA' }, 'MCP-CALL-I-001', {}],
    ['file write', 'new', { base64: 'eB==' }, 'MCP-CALL-I-001', {}],
    ['file write', 'new', { base64: ' eA==' }, 'MCP-CALL-I-001', {}],
    ['file write', 'new', { base64: 'é' }, 'MCP-CALL-I-001', {}],
    ['file write', 'new', { text: 'x', create: 'yes' }, 'MCP-CALL-I-001', {}],
    ['file edit', 'a.txt', { find: 'four', replace: '' }, 'MCP-FILE-I-005', { matches: 0 }],
    ['file edit', 'a.txt', { find: 't', replace: '' }, 'MCP-FILE-I-005', { matches: 2 }],
    ['file edit', 'a.txt', { find: 'ONE', replace: '' }, 'MCP-FILE-I-005', { matches: 0 }],
    ['file edit', 'a.txt', { find: 'one\r\ntwo', replace: '' }, 'MCP-FILE-I-005', { matches: 0 }],
    ['file edit', 'a.txt', { ...edit, expected: contentId('x') }, 'MCP-FILE-I-004', { reason: 'changed' }],
    ['file edit', 'a.txt', { ...edit, expected: 'content:1' }, 'MCP-CALL-I-001', {}],
    ['file edit', 'a.txt', { find: '', replace: 'x' }, 'MCP-CALL-I-001', {}],
    ['file edit', 'a.txt', { find: 'two' }, 'MCP-CALL-I-001', {}],
    [
      'file edit',
      'a.txt',
      { find: 'two', replace: large.slice(1) },
      'MCP-FILE-I-007',
      { reason: 'too-large' },
    ],
    ['file edit', 'gone', edit, 'WA-RES-I-004', {}],
    ['file edit', 'sub', edit, 'MCP-FILE-I-001', { reason: 'not-a-file' }],
    ['file edit', 'binary', edit, 'MCP-FILE-I-007', { reason: 'not-text' }],
    ['file edit', 'latin', edit, 'MCP-FILE-I-007', { reason: 'not-text' }],
    ['file edit', 'large', edit, 'MCP-FILE-I-007', { reason: 'too-large' }],
    ['file edit', 'twin', edit, 'MCP-FILE-I-007', { reason: 'hard-linked' }],
    [
      'file patch',
      'a.txt',
      { patch: '@@ -2 +2 @@\n-x\n+y\n' },
      'MCP-FILE-I-006',
      { hunk: 1, reason: 'no-such-lines' },
    ],
    ['file patch', 'a.txt', { patch: 'two' }, 'MCP-FILE-I-006', { hunk: 0, reason: 'no-hunk' }],
    ['file patch', 'latin', { patch }, 'MCP-FILE-I-007', { reason: 'not-text' }],
    ['file patch', 'a.txt', { patch: 'x'.repeat(toolLimits.patchBytes + 1) }, 'MCP-CALL-I-001', {}],
    ['file patch', 'gone', { patch }, 'WA-RES-I-004', {}],
    ['file rename', 'a.txt', { to: 'root:repo/free/twin' }, 'MCP-FILE-I-003', { reason: 'exists' }],
    ['file rename', 'a.txt', { to: 'root:repo/free/a.txt' }, 'MCP-FILE-I-003', { reason: 'exists' }],
    ['file rename', 'a.txt', { to: 'root:repo/free/sub' }, 'MCP-FILE-I-003', { reason: 'exists' }],
    ['file rename', 'a.txt', { to: 'root:repo/free/way/x' }, 'WA-RES-I-001', { reason: 'link' }],
    ['file rename', 'a.txt', { to: 'root:case/a.txt' }, 'MCP-FILE-I-007', { reason: 'other-root' }],
    ['file rename', 'a.txt', { to: 7 }, 'MCP-CALL-I-001', {}],
    ['file rename', 'a.txt', {}, 'MCP-CALL-I-001', {}],
    ['file rename', 'sub', { to: 'root:repo/free/x' }, 'MCP-FILE-I-001', { reason: 'not-a-file' }],
    ['file delete', 'sub', {}, 'MCP-FILE-I-001', { reason: 'not-a-file' }],
    ['file delete', 'link', {}, 'WA-RES-I-001', { reason: 'link' }],
    ['file delete', 'gone', {}, 'WA-RES-I-004', {}],
  ])('%#: `%s` at `%s` is answered, and changes nothing', async (names, path, given, code, data) => {
    using world = makeWorld();
    prepare(world);
    const before = allOf(world.repo);
    const { reply } = await world.call(names, `root:repo/free/${path}`, given);
    expect(reply).toMatchObject({ code, data });
    expect(allOf(world.repo)).toEqual(before);
    expect(world.entries).toHaveLength(1);
    expect((await world.call('file read', 'root:repo/free/a.txt')).reply.code).toBe('MCP-FILE-S-001');
  });

  test.each(['file write', 'file edit', 'file rename', 'file delete', 'file patch'])(
    '`%s` is not done where it cannot be put on record, or where nothing changes anything',
    async (names) => {
      const given = { 'file write': { text: 'x' }, 'file edit': edit, 'file patch': { patch } }[names];
      const to = { to: 'root:repo/free/b.txt' };
      const broken = {
        note: () => undefined,
        record: () => Promise.reject(new Error('full')),
        flush: async () => undefined,
      };
      const settings: readonly [Partial<ToolSet>, string][] = [
        [{ trail: broken }, 'MCP-AUDIT-E-001'],
        [{ ports: {} }, 'MCP-CALL-I-002'],
      ];
      for (const [means, code] of settings) {
        using world = makeWorld({ means });
        const before = allOf(world.repo);
        const { reply } = await world.call(
          names,
          'root:repo/free/a.txt',
          names === 'file rename' ? to : given,
        );
        expect([reply.code, allOf(world.repo)]).toEqual([code, before]);
      }
    },
  );

  test.each<[string, object]>([
    ['file write', { text: 'x' }],
    ['file edit', edit],
    ['file patch', { patch }],
    ['file rename', { to: 'root:repo/free/b.txt' }],
    ['file delete', {}],
  ])('`%s` is not done to what changed between the record and the act', async (names, given) => {
    let repo = '';
    const meddle = async () => writeFileSync(join(repo, 'free/a.txt'), 'meddled');
    using world = makeWorld({
      means: { trail: { note: () => undefined, record: meddle, flush: async () => undefined } },
    });
    repo = world.repo;
    const { reply } = await world.call(names, 'root:repo/free/a.txt', given);
    expect(reply).toMatchObject({ code: 'MCP-FILE-I-004', data: { reason: 'changed' } });
    expect(allOf(join(repo, 'free'))).toEqual({ 'a.txt': 'meddled' });
  });

  test('a disk that fails is told as a failure', async () => {
    const disk = { ...openDisk(), writeFile: () => 'unwritable' as const };
    using world = makeWorld({ means: { ports: { disk } } });
    const { reply } = await world.call('file write', 'root:repo/free/a.txt', { text: 'x' });
    expect([reply.type, reply.code]).toEqual(['E', 'MCP-FILE-E-002']);
  });
});

describe('a pattern lists', () => {
  const tree = {
    'a.ts': '',
    'src/b.ts': '',
    'src/b.js': '',
    'src/deep/c.ts': '',
    'src/deep/er/d.ts': '',
    'secret/e.ts': '',
    'free/.git/f.ts': '',
  };

  test.each<[string, string, readonly string[]]>([
    ['root:repo', '*', ['a.ts', 'free', 'src']],
    ['root:repo', '*.ts', ['a.ts']],
    ['root:repo', '**/*.ts', ['a.ts', 'src/b.ts', 'src/deep/c.ts', 'src/deep/er/d.ts']],
    ['root:repo', 'src/*', ['src/b.js', 'src/b.ts', 'src/deep']],
    [
      'root:repo',
      'src/**',
      ['src/b.js', 'src/b.ts', 'src/deep', 'src/deep/c.ts', 'src/deep/er', 'src/deep/er/d.ts'],
    ],
    ['root:repo', 's?c/*/c.ts', ['src/deep/c.ts']],
    ['root:repo', '**/er/*', ['src/deep/er/d.ts']],
    ['root:repo', 'src/**/d.ts', ['src/deep/er/d.ts']],
    ['root:repo/src', '**/*.ts', ['b.ts', 'deep/c.ts', 'deep/er/d.ts']],
    ['root:repo', 'secret/**', []],
    ['root:repo', '**/.git/**', []],
    ['root:repo', 'none', []],
  ])('at `%s` by `%s`: %j', async (address, glob, expected) => {
    using world = makeWorld({ files: tree });
    const { reply } = await world.call('file list', address, { glob });
    const entries = reply.data.entries as readonly { readonly name: string }[];
    expect(entries.map(({ name }) => name)).toEqual(expected);
    expect(reply.data).toMatchObject({ count: expected.length, is_cut: false, unread: 0 });
  });

  test('links as links, and nothing behind them', async () => {
    using world = makeWorld({ files: {} });
    symlinkSync('/etc', join(world.repo, 'way'));
    const { reply } = await world.call('file list', 'root:repo', { glob: '**' });
    expect(reply.data.entries).toEqual([{ name: 'way', kind: 'link' }]);
  });

  test.each([
    '',
    '../**',
    'a//b',
    '/a',
    'a/',
    './a',
    'a\\b',
    'a\nb',
    'x'.repeat(toolLimits.globLength + 1),
    7,
  ])('nothing by %j, which no path can match', async (glob) => {
    using world = makeWorld({ files: tree });
    expect((await world.call('file list', 'root:repo', { glob })).reply.code).toBe('MCP-CALL-I-001');
  });
});

test('what git finds to be different is a patch that makes it so', async () => {
  using folder = makeFolder();
  using world = makeWorld();
  const line = fc.constantFrom('a', 'b', 'c', '');
  const text = fc
    .tuple(fc.array(line, { maxLength: 12 }), fc.boolean())
    .map(([lines, isEnded]) => lines.join('\n') + (isEnded && lines.length > 0 ? '\n' : ''));
  const context = fc.constantFrom('--unified=0', '--unified=1', '--unified=3');
  await fc.assert(
    fc.asyncProperty(text, text, context, async (before, after, unified) => {
      fc.pre(before !== after);
      writeFiles(folder.path, { before, after });
      const difference = diffOf(folder.path, unified);
      writeFileSync(join(world.repo, 'free/a.txt'), before);
      const { reply } = await world.call('file patch', 'root:repo/free/a.txt', { patch: difference });
      expect(reply.data).toMatchObject({ content: contentId(after) });
      expect(textAt(world, 'free/a.txt')).toBe(after);
    }),
    { numRuns: 60 },
  );
});

/** Git answers a difference by the exit code 1. */
function diffOf(folder: string, unified: string): string {
  try {
    return git(folder, 'diff', '--no-index', unified, 'before', 'after');
  } catch (error) {
    return (error as { readonly stdout: string }).stdout;
  }
}

/** Everything below a folder with its bytes; what is git's own, and links, by name alone. */
function allOf(folder: string): Readonly<Record<string, string>> {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => !path.startsWith('.git'),
  );
  return Object.fromEntries(
    entries.map((path) => {
      const isFile = lstatSync(join(folder, path)).isFile();
      return [path, isFile ? readFileSync(join(folder, path), 'latin1') : ''];
    }),
  );
}
