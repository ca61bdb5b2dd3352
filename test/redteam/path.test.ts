// Attacks by the spelling of an address: whatever does not name a place below a root exactly, names nothing.

import { expect } from 'vitest';
import { writeFiles } from '../context/workspace.ts';
import { attack, type Target } from './attack.ts';

/** Tries addresses with a read, a listing and a write, which all have to answer with one code. */
async function expectAll(target: Target, addresses: readonly string[], code: string): Promise<void> {
  for (const address of addresses) {
    const codes = [
      await target.code('file read', address),
      await target.code('file list', address),
      await target.code('file write', address, { text: 'x' }),
      await target.code('file rename', 'root:repo/desk/note.txt', { to: address }),
    ];
    expect(new Set(codes), JSON.stringify(address.slice(0, 80))).toEqual(new Set([code]));
  }
}

const inRepo = (path: string) => `root:repo/${path}`;

attack('path-dots', 'segments that lead up or nowhere are refused', async (open) => {
  const paths = [
    '..',
    '.',
    './desk/note.txt',
    '../outside/secret.txt',
    'desk/../den/secret.txt',
    'desk/../../outside/x',
  ];
  await expectAll(await open(), [...paths.map(inRepo), 'root:..', 'mod:../two'], 'WA-RES-I-001');
});

attack('path-empty', 'empty segments and a second trailing slash are refused', async (open) => {
  const paths = ['/desk/note.txt', 'desk//note.txt', 'desk/note.txt//', '/', 'desk///'];
  await expectAll(await open(), [...paths.map(inRepo), 'root:', 'root:/', 'mod:/'], 'WA-RES-I-001');
});

attack('path-backslash', 'a backslash is no way into a directory', async (open) => {
  const paths = ['desk\\note.txt', '..\\outside\\secret.txt', 'desk\\..\\den\\secret.txt', '\\'];
  await expectAll(await open(), paths.map(inRepo), 'WA-RES-I-001');
});

attack('path-control', 'NUL and control characters are refused', async (open) => {
  const characters = ['\0', '\n', '\r', '\t', '\x1b', '\x7f', '\x80', '\x9f'];
  const paths = characters.flatMap((one) => [`desk/note.txt${one}`, `desk/${one}`, `${one}desk/a`]);
  await expectAll(await open(), paths.map(inRepo), 'WA-RES-I-001');
});

attack('path-host', 'paths of the host are no addresses', async (open) => {
  const target = await open();
  const hosts = ['/etc/passwd', target.at('outside/secret.txt'), '//server/share', '\\\\server\\share'];
  const drives = ['C:\\a', 'C:/a', 'c:', `root:${target.at('outside')}`];
  await expectAll(target, [...hosts, ...drives, '/', '~/a', 'desk/note.txt', ''], 'WA-RES-I-001');
  for (const address of [...hosts, ...drives])
    for (const names of ['dir list', 'dir cd', 'dir tree', 'git status'])
      expect(await target.code(names, address)).toBe('WA-RES-I-001');
  expect((await target.call('file read', '/etc/passwd')).reply.data.reason).toBe('host-absolute');
});

attack(
  'path-namespace',
  'an unknown namespace leads nowhere, not even one that looks like a known one',
  async (open) => {
    const spaces = [
      'file',
      'Root',
      'ROOT',
      'root ',
      ' root',
      'mods',
      'MOD',
      'rооt',
      'ROOT_repo',
      'http',
      '__proto__',
    ];
    const addresses = spaces.map((space) => `${space}:repo/desk/note.txt`);
    await expectAll(
      await open(),
      [...addresses, 'file:///etc/passwd', ':repo/desk/note.txt'],
      'WA-RES-I-001',
    );
  },
);

attack('path-legacy', 'a legacy spelling is one spelling and no key', async (open) => {
  const target = await open();
  const refused = [
    'root:ROOT_REPO/desk/note.txt',
    'ROOT_REPO:xdesk/note.txt',
    'ROOT_REPO:',
    'ROOT_REPO://desk',
  ];
  await expectAll(target, [...refused, 'mod:ROOT_REPO/a', 'root:REPO/desk/note.txt'], 'WA-RES-I-001');
  const { reply } = await target.call('file read', 'ROOT_REPO:/desk/note.txt');
  expect([reply.code, reply.data.resolved]).toEqual(['MCP-FILE-S-001', 'root:repo/desk/note.txt']);
  expect(await target.code('file read', 'ROOT_REPO:/den/secret.txt')).toBe('WA-RES-I-003');
});

attack('path-long', 'names and paths over the caps are refused, however they are measured', async (open) => {
  const target = await open();
  const paths = [
    'a'.repeat(256),
    'é'.repeat(128),
    '😀'.repeat(64),
    `${'a/'.repeat(2048)}a`,
    'x'.repeat(7_000),
  ];
  await expectAll(
    target,
    paths.map((path) => inRepo(`desk/${path}`)),
    'WA-RES-I-001',
  );
  expect(await target.code('file read', inRepo(`desk/${'a'.repeat(255)}`))).toBe('WA-RES-I-004');
});

attack(
  'path-surrogate',
  'a lone surrogate is no name, though a file system would make one of it',
  async (open) => {
    const target = await open({ files: { 'repo/desk/\ufffd': 'replacement' } });
    const paths = ['desk/\ud800', 'desk/\udc00', 'desk/a\ud83d', '\udfff/a'];
    await expectAll(target, paths.map(inRepo), 'WA-RES-I-001');
  },
);

attack(
  'path-spelling',
  'other spellings name other things: nothing is decoded, folded, trimmed or normalised',
  async (open) => {
    const target = await open();
    const dots = ['%2e%2e', '．．', '‥', '․․', '. .', '...', '..;', '%252e%252e', '..%00'];
    const slashes = [
      'desk%2fnote.txt',
      'desk／note.txt',
      'desk∕note.txt',
      'desk⁄note.txt',
      'desk%5cnote.txt',
    ];
    const spelt = [
      'DESK/note.txt',
      'desk/NOTE.TXT',
      'desk/note.txt.',
      'desk/note.txt ',
      ' desk/note.txt',
      'desk./note.txt',
    ];
    const streams = [
      'desk/note.txt::$DATA',
      'desk/note.txt:x',
      'DESK~1/note.txt',
      'ｄesk/note.txt',
      '%64esk/note.txt',
    ];
    for (const path of [...dots.map((one) => `desk/${one}/den/secret.txt`), ...slashes, ...spelt, ...streams])
      expect(await target.code('file read', inRepo(path)), path).toBe('WA-RES-I-004');
  },
);

attack('path-hidden-case', 'a hidden name is hidden in every case, above and below', async (open) => {
  const names = ['.git', '.GIT', '.Git', '.gIT'];
  const paths = names.flatMap((one) => [one, `${one}/config`, `desk/${one}/hooks/pre-commit`, `${one}/none`]);
  await expectAll(await open(), paths.map(inRepo), 'WA-RES-I-003');
});

attack('path-nested-git', 'a clone inside the clone keeps its .git to itself', async (open) => {
  // Not made by git, which would not add a clone as files.
  const paths = ['desk/clone/.git/config', 'desk/clone/deep/.git/hooks/post-checkout'];
  const target = await open({
    watch: ['repo/desk/clone'],
    prepare: (folder, canary) =>
      writeFiles(folder, Object.fromEntries(paths.map((path) => [`repo/${path}`, canary]))),
  });
  await expectAll(target, paths.map(inRepo), 'WA-RES-I-003');
  for (const [names, given] of [
    ['file list', undefined],
    ['file list', { glob: '**' }],
    ['dir tree', { depth: 9 }],
  ] as const)
    for (const address of ['root:repo', 'root:repo/desk/clone', 'root:repo/desk/clone/deep'])
      expect(JSON.stringify((await target.call(names, address, given)).reply.data)).not.toContain('.git');
});
