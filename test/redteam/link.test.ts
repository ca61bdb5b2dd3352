// Attacks by links that stand still: none is followed, whatever the command, and a row cannot be changed by going round.

import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { linkSync, mkdirSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect } from 'vitest';
import { attack, type Target } from './attack.ts';

const author = { name: 'A', email: 'a@example.org' };
const patch = '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a book\n+a burnt book\n';

/** Every command that can be pointed at a file, with arguments that fit. */
const commands: readonly (readonly [names: string, given?: unknown])[] = [
  ['file read'],
  ['file list'],
  ['file list', { glob: '**' }],
  ['file write', { text: 'burnt\n' }],
  ['file write', { text: 'burnt\n', create: true }],
  ['file edit', { find: 'book', replace: 'ash' }],
  ['file patch', { patch }],
  ['file delete'],
  ['file rename', { to: 'root:repo/desk/taken.txt' }],
  ['dir list'],
  ['dir tree'],
  ['git add'],
  ['git blame'],
  ['git diff'],
  ['git log'],
  ['search text', { pattern: 'a' }],
];

/** Points every command at addresses below the desk, and every command with a second end at them, too. */
async function expectNoWay(target: Target, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const address = `root:repo/desk/${path}`;
    for (const [names, given] of commands)
      expect(await target.code(names, address, given), `${names} ${path}`).toBe('WA-RES-I-001');
    const ends: readonly (readonly [string, string, unknown])[] = [
      ['file rename', 'root:repo/desk/note.txt', { to: address }],
      ['git add', 'root:repo/desk', { paths: [path] }],
      ['git diff', 'root:repo/desk', { paths: [path] }],
      ['git commit', 'root:repo/desk', { paths: [path], message: 'm', author }],
      ['exec run', 'root:data', { argv: [address] }],
    ];
    for (const [names, from, given] of ends)
      expect(await target.code(names, from, given), `${names} to ${path}`).toBe('WA-RES-I-001');
  }
}

/** Makes links on the desk after everything was committed. */
function links(all: Readonly<Record<string, string>>) {
  return (folder: string) => {
    for (const [name, to] of Object.entries(all)) symlinkSync(to, join(folder, 'repo/desk', name));
  };
}

attack(
  'link-directory',
  'a link to a directory outside, hidden or under another row is no way',
  async (open) => {
    const prepare = links({
      out: '../../outside',
      den: '../den',
      shelf: '../shelf',
      git: '../.git',
      up: '..',
    });
    const inside = ['out/secret.txt', 'out/new.txt', 'den/secret.txt', 'shelf/book.txt', 'shelf/new.txt'];
    await expectNoWay(await open({ prepare }), [
      ...inside,
      'git/config',
      'up/den/secret.txt',
      'up/shelf/book.txt',
    ]);
  },
);

attack(
  'link-leaf',
  'a link at the end is not read, replaced, edited, moved or deleted through',
  async (open) => {
    const prepare = links({
      out: '../../outside/secret.txt',
      den: '../den/secret.txt',
      book: '../shelf/book.txt',
      folder: '../../outside',
      gone: '../../outside/new.txt',
      loop: 'loop',
      host: '/etc/passwd',
      zero: '/dev/zero',
      self: '/proc/self/environ',
    });
    const paths = ['out', 'den', 'book', 'folder', 'gone', 'loop', 'host', 'zero', 'self'];
    const watch = paths.map((name) => `repo/desk/${name}`);
    await expectNoWay(await open({ prepare, watch }), paths);
  },
);

attack('link-root', 'a link in another root is no way, nor a place to run in', async (open) => {
  const target = await open({
    prepare: (folder) => symlinkSync('../outside', join(folder, 'data/wip/out')),
  });
  expect(await target.code('file read', 'root:data/wip/out/secret.txt')).toBe('WA-RES-I-001');
  expect(await target.code('file write', 'root:data/wip/out/new.txt', { text: 'x' })).toBe('WA-RES-I-001');
  expect(await target.code('exec run', 'root:data/wip/out', { argv: ['wc', '-l', 'secret.txt'] })).toBe(
    'WA-RES-I-001',
  );
});

attack('link-listed', 'a link is shown as one and nothing below it', async (open) => {
  const target = await open({
    prepare: links({ out: '../../outside', den: '../den', door: '../den/secret.txt' }),
  });
  const shown = async (names: string, address: string, given?: unknown) => {
    const { entries } = (await target.call(names, address, given)).reply.data as {
      entries: readonly { readonly name?: string; readonly path?: string; readonly kind: string }[];
    };
    return entries.map(({ name, path, kind }) => `${name ?? path} ${kind}`);
  };
  const onDesk = ['code.js file', 'den link', 'door link', 'note.txt file', 'out link'];
  expect(await shown('file list', 'root:repo/desk')).toEqual(onDesk);
  expect(await shown('dir list', 'root:repo/desk')).toEqual(onDesk);
  expect(await shown('dir tree', 'root:repo/desk')).toEqual(onDesk);
  expect(await shown('file list', 'root:repo/desk', { glob: '**' })).toEqual(onDesk);
  expect(await shown('file list', 'root:repo', { glob: 'desk/*/*' })).toEqual([]);
});

attack(
  'link-hard',
  'a file with a further name outside or in hiding is not changed in place',
  async (open) => {
    const target = await open({
      prepare: (folder) => {
        mkdirSync(join(folder, 'repo/desk/hard'));
        linkSync(join(folder, 'outside/secret.txt'), join(folder, 'repo/desk/hard/out'));
        linkSync(join(folder, 'repo/den/secret.txt'), join(folder, 'repo/desk/hard/den'));
        linkSync(join(folder, 'repo/shelf/book.txt'), join(folder, 'repo/desk/hard/book'));
      },
    });
    for (const name of ['out', 'den', 'book'])
      for (const [names, given] of [
        ['file write', { text: 'burnt\n' }],
        ['file edit', { find: name === 'book' ? 'book' : target.canary, replace: 'burnt' }],
      ] as const)
        expect(await target.code(names, `root:repo/desk/hard/${name}`, given)).toBe('MCP-FILE-I-007');
    expect(await target.code('file patch', 'root:repo/desk/hard/book', { patch })).toBe('MCP-FILE-I-007');
  },
);

attack(
  'link-special',
  'pipes and sockets are neither waited for, read, replaced, moved nor deleted',
  async (open) => {
    const target = await open({
      watch: ['repo/desk'],
      prepare: (folder) => execFileSync('mkfifo', [join(folder, 'repo/desk/pipe')]),
    });
    const server = createServer().listen(target.at('repo/desk/socket'));
    await once(server, 'listening');
    for (const name of ['pipe', 'socket']) {
      const address = `root:repo/desk/${name}`;
      for (const [names, given] of commands.filter(([one]) => /^file (?!list)/.test(one)))
        expect(await target.code(names, address, given), `${names} ${name}`).toBe('MCP-FILE-I-001');
      for (const names of ['file list', 'dir list', 'dir tree'])
        expect(await target.code(names, address), `${names} ${name}`).toBe('MCP-FILE-I-002');
      const end = { to: address };
      expect(await target.code('file rename', 'root:repo/desk/note.txt', end)).toBe('MCP-FILE-I-003');
      expect(await target.code('git add', address)).toBe('MCP-GIT-I-004');
    }
    server.close();
    await once(server, 'close');
  },
);
