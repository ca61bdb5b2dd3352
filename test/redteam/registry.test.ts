// Attacks by the registry and by references: an entry is a place below a root or none, and a reference cannot be made.

import { mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { VisibilityRef } from '../../src/guard.ts';
import { attack, type Target } from './attack.ts';

/** Reads through an entry, lists it, and goes to a directory beside it. */
async function expectEntry(target: Target, name: string, code: string): Promise<void> {
  for (const path of ['', '/secret.txt', '/none.txt'])
    for (const names of ['file read', 'file list', 'dir tree', 'git status'])
      expect(await target.code(names, `mod:${name}${path}`), `${names} ${name}${path}`).toBe(code);
}

attack(
  'registry-outside',
  'an entry outside every root leads nowhere, however it got its place',
  async (open) => {
    const target = await open({
      files: { 'repo-twin/secret.txt': '{canary}', 'outside/mod/secret.txt': '{canary}' },
      watch: ['repo-twin'],
      mods: [
        ['Out', 'outside'],
        ['Twin', 'repo-twin'],
        ['Linked', 'mods/linked'],
        ['Up', 'mods/../outside/mod'],
        ['Gone', 'mods/gone'],
        ['File', 'mods/one/thing.txt'],
        ['One', 'mods/one'],
      ],
      prepare: (folder) => symlinkSync('../outside', join(folder, 'mods/linked')),
    });
    for (const name of ['Out', 'Twin', 'Linked', 'Up', 'Gone', 'File'])
      await expectEntry(target, name, 'WA-RES-I-001');
    expect(await target.code('file read', 'mod:One/thing.txt')).toBe('MCP-FILE-S-001');
  },
);

attack('registry-twice', 'a name that means two places means none', async (open) => {
  const mods = [
    ['Two', 'mods/two'],
    ['Two', 'mods/one'],
    ['One', 'mods/one'],
  ] as const;
  const target = await open({ mods });
  await expectEntry(target, 'Two', 'WA-RES-I-001');
  expect(await target.code('file read', 'mod:One/thing.txt')).toBe('MCP-FILE-S-001');
});

attack('registry-hidden', 'an entry does not show what a root hides by name', async (open) => {
  const target = await open({
    mods: [
      ['Git', 'repo/.git'],
      ['Hooks', 'repo/.git/hooks'],
    ],
  });
  await expectEntry(target, 'Git', 'WA-RES-I-003');
  await expectEntry(target, 'Hooks', 'WA-RES-I-003');
});

attack(
  'registry-swapped',
  'an entry whose directory became a link is the place it was, or nothing',
  async (open) => {
    const target = await open({
      mods: [['Turn', 'mods/turn']],
      prepare: (folder) => mkdirSync(join(folder, 'mods/turn')),
    });
    expect(await target.code('file list', 'mod:Turn')).toBe('MCP-FILE-S-002');
    renameSync(target.at('mods/turn'), target.at('mods/away'));
    symlinkSync('../outside', target.at('mods/turn'));
    await expectEntry(target, 'Turn', 'WA-RES-I-001');
  },
);

attack('registry-beside', 'what is not in the registry is not seen beside what is', async (open) => {
  const target = await open();
  for (const path of ['', '/two', '/two/secret.txt', '/none', '/onetwo'])
    for (const names of ['file read', 'file list', 'dir tree'])
      expect(await target.code(names, `root:mods${path}`)).toBe('WA-RES-I-003');
  expect(await target.code('file read', 'root:mods/one/thing.txt')).toBe('MCP-FILE-S-001');
});

attack(
  'ref-forged',
  'a reference is good in the world that minted it, and no copy of it is',
  async (open) => {
    const [target, other] = [await open(), await open()];
    const { world } = target.session;
    const [, ref] = world.resolve('root:repo/desk/note.txt');
    if (ref === null) throw new Error('the note is there');
    expect(world.placeOf(ref)).toMatchObject({ root: 'repo', path: 'desk/note.txt' });
    const forged: readonly unknown[] = [
      Object.create(Object.getPrototypeOf(ref)),
      Object.create(ref),
      Object.assign(Object.create(Object.getPrototypeOf(ref)), { path: 'den/secret.txt' }),
      JSON.parse(JSON.stringify({ ref })).ref,
      { ...ref },
      structuredClone({ ...ref }),
      new Proxy(ref, {}),
      'root:repo/desk/note.txt',
      null,
      undefined,
      { toString: () => 'root:repo/den/secret.txt', toJSON: () => 'root:repo/den/secret.txt' },
    ];
    for (const one of forged) expect(world.placeOf(one as VisibilityRef)).toBeNull();
    expect(other.session.world.placeOf(ref)).toBeNull();
    expect(() => Object.assign(ref, { path: 'den' })).toThrow();
    expect(() => Object.assign(Object.getPrototypeOf(ref), { toString: () => '' })).toThrow();
  },
);
