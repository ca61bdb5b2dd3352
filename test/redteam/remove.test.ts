// Attacks by removing a directory: what is hidden, not granted or behind a link in it stays.

import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openDisk } from '../../src/adapters/files/index.ts';
import { attack } from './attack.ts';
import { openRace } from './open-race.ts';
import { redPolicy } from './red-policy.ts';
import { textOf } from './refuse-leaks.ts';

const whole = { directory: 'whole' };
const empty = { directory: 'empty' };

attack(
  'remove-hidden',
  'a directory with something hidden stays, and its answer tells nothing of it',
  async (open) => {
    const files = {
      'repo/desk/bare/.git/config': '{canary}',
      'repo/desk/full/a.txt': 'a',
      'repo/desk/full/sub/.penumbra/ledger.db': '{canary}',
      'repo/desk/plain/sub/b.txt': 'b',
    };
    const target = await open({ files, watch: ['repo/desk/bare', 'repo/desk/full'] });
    for (const [name, given] of [
      ['bare', empty],
      ['bare', whole],
      ['full', whole],
    ] as const) {
      const { reply } = await target.call('file delete', `root:repo/desk/${name}`, given);
      expect([reply.code, reply.data]).toEqual(['MCP-FILE-E-002', {}]);
    }
    expect(await target.code('file delete', 'root:repo/desk/full', empty)).toBe('MCP-FILE-I-007');
    expect(await target.code('file delete', 'root:repo/desk/plain')).toBe('MCP-FILE-I-001');
    expect(await target.code('file delete', 'root:repo/desk/note.txt', whole)).toBe('MCP-FILE-I-002');
    expect(await target.code('file delete', 'root:repo/desk/plain', whole)).toBe('MCP-FILE-S-008');
    expect(existsSync(target.at('repo/desk/plain'))).toBe(false);
    mkdirSync(target.at('repo/desk/plain'));
    expect(await target.code('file delete', 'root:repo/desk/plain', empty)).toBe('MCP-FILE-S-008');
    // What came after it was looked through is not removed.
    const disk = openDisk();
    const root = disk.openRoot(target.at('repo'));
    if (root !== null)
      expect(disk.removeDirectory({ root, path: 'desk/full' }, [{ name: 'a.txt', kind: 'file' }])).toBe(
        'changed',
      );
  },
);

attack('remove-uncovered', 'a directory is removed only where all that is in it is granted', async (open) => {
  const files = { 'repo/vow/in/a.txt': 'a', 'repo/vow/in/deep/b.txt': 'b' };
  const target = await open({ files, watch: ['repo/vow'] });
  const contract = {
    root: 'repo',
    intent: 'clear',
    operations: ['DELETE'],
    targets: ['vow/in', 'vow/in/*'],
    plan: ['remove it'],
    author: 'attacker',
    edits: [{ path: 'vow/in/a.txt', operation: 'DELETE' }],
  };
  const opened = await target.call('contract open', '', contract);
  expect(opened.reply.type, textOf(opened.reply)).toBe('S');
  expect(await target.code('file delete', 'root:repo/vow/in', whole)).toBe('EN-OPEN-D-002');
  expect(await target.code('file delete', 'root:repo/shelf', whole)).toBe('EN-DELETE-D-001');
  expect(await target.code('file delete', 'root:repo', whole)).toBe('EN-DELETE-D-001');
});

attack(
  'remove-links',
  'nothing is removed through a link, in a directory or on the way to it',
  async (open) => {
    const rounds = 300;
    const names = Array.from({ length: rounds }, (_, index) => `d-${index}`);
    const files = Object.fromEntries(names.map((name) => [`outside/sub/${name}/same.txt`, 'same']));
    const target = await open({ files, policy: redPolicy });
    mkdirSync(target.at('repo/desk/tree'));
    symlinkSync(target.at('outside'), target.at('repo/desk/tree/way'));
    expect(await target.code('file delete', 'root:repo/desk/tree', whole)).toBe('MCP-FILE-S-008');
    const make = (aside: string) => {
      for (const name of names) {
        mkdirSync(join(aside, 'a', name), { recursive: true });
        writeFileSync(join(aside, 'a', name, 'same.txt'), 'same');
      }
      symlinkSync(target.at('outside/sub'), join(aside, 'b'));
    };
    const call = (round: number) => target.call('file delete', `root:repo/desk/sub/${names[round]}`, whole);
    await openRace(target, { at: 'repo/desk/sub', make, rounds, call });
    expect(readdirSync(target.at('outside/sub')).length).toBe(rounds);
  },
);
