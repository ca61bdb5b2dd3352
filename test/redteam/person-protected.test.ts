// Attacks on protected paths: by every command that changes files, and by every name a file can have.

import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { createTools, createWorld, loadPolicy } from '../../src/guard.ts';
import { git } from '../context/workspace.ts';
import { attack } from './attack.ts';
import { approveCall, personPolicy } from './person-target.ts';

const files = {
  'repo/desk/package.json': '{}\n',
  'repo/desk/plain.txt': 'plain\n',
  'repo/desk/.github/workflows/ci.yml': 'on: push\n',
  'repo/vow/Makefile': 'all:\n',
  'mods/one/mod.json': '{}\n',
};
const kept = Object.keys(files).filter((path) => path !== 'repo/desk/plain.txt');

attack('protected-changed', 'no command changes a protected file by itself', async (open) => {
  const target = await open({ policy: personPolicy, files, watch: kept });
  const at = 'root:repo/desk/package.json';
  const tries: readonly (readonly [string, string, unknown?])[] = [
    ['file write', at, { text: 'x' }],
    ['file write', 'root:repo/desk/deep/new/conftest.py', { text: 'x' }],
    ['file write', 'root:repo/desk/binding.gyp', { text: 'x' }],
    ['file write', 'root:repo/desk/.zed/tasks.json', { text: 'x' }],
    ['file edit', at, { find: '{}', replace: '[]' }],
    ['file patch', at, { patch: '@@ -1 +1 @@\n-{}\n+[]\n' }],
    ['file rename', at, { to: 'root:repo/desk/away.txt' }],
    ['file rename', 'root:repo/desk/plain.txt', { to: 'root:repo/desk/.npmrc' }],
    ['file write', 'root:repo/desk/.github/workflows/ci.yml', { text: 'x' }],
    ['file write', 'mod:One/mod.json', { text: 'x' }],
  ];
  for (const [names, address, given] of tries)
    expect([address, await target.code(names, address, given)]).toEqual([address, 'EN-WRITE-D-004']);
  expect(await target.code('file delete', at)).toBe('EN-DELETE-D-004');
  expect(existsSync(target.at('repo/desk/deep'))).toBe(false);
  // A directory is not moved, whatever it carries.
  const moved = await target.code('file rename', 'root:repo/desk/.github', { to: 'root:repo/desk/github' });
  expect(moved).toBe('EN-WRITE-D-004');
});

attack(
  'protected-contracted',
  'a contract that covers a protected file is no word of a person',
  async (open) => {
    const target = await open({ policy: personPolicy, files, watch: kept });
    const draft = {
      root: 'repo',
      intent: 'build',
      operations: ['WRITE', 'DELETE'],
      targets: ['vow/**'],
      plan: ['write'],
      edits: [{ path: 'vow/Makefile', operation: 'WRITE' }],
      author: 'agent',
      expiresInMs: 60_000,
    };
    expect(await target.code('contract open', '', draft)).toBe('CT-OPEN-S-001');
    expect(await target.code('file write', 'root:repo/vow/plain', { text: 'x' })).toBe('MCP-FILE-S-003');
    expect(await target.code('file write', 'root:repo/vow/Makefile', { text: 'x' })).toBe('EN-WRITE-D-004');
  },
);

attack('protected-slip', 'a slip that would leave all open does not load', async (open) => {
  await open({ policy: personPolicy });
  for (const slip of ['defaults', 'Default', 'defualt', '[default, "!package.json"]', '["!*"]'])
    expect(
      () => loadPolicy(personPolicy.replace('protected: default', `protected: ${slip}`)),
      slip,
    ).toThrow();
  for (const meant of ['"**/defaults"', '[default, default.nix]', '[lock]'])
    loadPolicy(personPolicy.replace('protected: default', `protected: ${meant}`));
});

attack('protected-folded', 'a name that some disk takes for a protected one is protected', async (open) => {
  const target = await open({ policy: personPolicy, files, watch: kept });
  for (const name of [
    'PACKAGE.JSON',
    'Package.json',
    'pac\u212aage.json',
    'pack\u200dage.json',
    'package.json.',
    'package.json ',
    '.GITHUB/Workflows/x.yml',
    '.github',
  ])
    expect([name, await target.code('file write', `root:repo/desk/${name}`, { text: 'x' })]).toEqual([
      name,
      'EN-WRITE-D-004',
    ]);
});

attack('protected-other-root', 'a protected file is protected by its name in any root', async (open) => {
  const nested = 'repo/desk/.github/workflows';
  const target = await open({ policy: personPolicy, files, watch: kept, roots: { nest: nested } });
  expect(await target.code('file write', 'root:nest/ci.yml', { text: 'x' })).toBe('EN-WRITE-D-004');
});

attack('protected-by-git', 'git stages and commits no protected file, and brings none', async (open) => {
  const target = await open({ policy: personPolicy, files, watch: kept });
  const head = () => git(target.at('repo'), 'rev-parse', 'HEAD');
  const before = head();
  expect(await target.code('git add', 'root:repo/desk', { paths: ['plain.txt', 'package.json'] })).toBe(
    'EN-GIT-D-004',
  );
  const commit = { paths: ['package.json'], message: 'm' };
  expect(await target.code('git commit', 'root:repo/desk', commit)).toBe('EN-GIT-D-004');
  expect(await target.code('git pull', 'root:repo/desk')).toBe('EN-GIT-D-004');
  expect(await target.code('git push', 'root:repo/desk')).toBe('EN-GIT-D-004');
  expect(head()).toBe(before);
});

attack('protected-approved', 'a person’s word is enough for exactly what they read', async (open) => {
  const target = await open({ policy: personPolicy, files });
  const call = ['file write', 'root:repo/desk/package.json', { text: '[]\n' }] as const;
  await approveCall(target, ...call);
  expect(await target.code(...call)).toBe('MCP-FILE-S-003');
  expect(readFileSync(target.at('repo/desk/package.json'), 'utf8')).toBe('[]\n');
});

attack(
  'protected-as-read',
  'no set calls a command that changes files reading or running, by no name of its own either',
  async (open) => {
    await open({ policy: personPolicy });
    const sets = ['file_write', 'file_delete', 'git_mutate'];
    for (const set of sets)
      for (const area of ['READ', 'EXEC']) {
        const named = new RegExp(`(${set}: { area: )[A-Z]+`);
        const text = personPolicy.replace(named, `$1${area}`);
        expect(text).not.toBe(personPolicy);
        expect(() => loadPolicy(text), `${set} ${area}`).toThrow(`stands in a set of area ${area}`);
      }
    for (const area of ['READ', 'WRITE', 'DELETE', 'GIT'])
      expect(() => loadPolicy(personPolicy.replace('area: EXEC', `area: ${area}`)), area).toThrow(
        'runs programs',
      );
  },
);

attack('protected-renamed', 'a policy’s own name for a command does not call it reading', async (open) => {
  const target = await open({ policy: personPolicy });
  const own = personPolicy
    .replace('  file: [', '  look: [closely]\n  file: [')
    .replace('  file_read: ', '  closer: { area: READ, commands: { look: closely } }\n  file_read: ');
  const createWith = (pair: string) => () => {
    const roots = { repo: target.at('repo') };
    const session = { id: 's', mode: () => 'work', mods: [], contract: () => null };
    const world = createWorld({ policy: loadPolicy(own), roots, session });
    return createTools(world, { names: new Map([['look closely', pair]]) });
  };
  for (const pair of ['file write', 'file delete', 'git commit', 'exec run', 'context put'])
    expect(createWith(pair), pair).toThrow('stands for a command of another area');
  expect(createWith('file read')).not.toThrow();
});
