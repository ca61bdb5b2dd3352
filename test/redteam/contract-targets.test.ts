// Attacks by what a contract says it reaches, and by doing what it does not declare.

import { expect } from 'vitest';
import { attack } from './attack.ts';
import { draft, writeAt } from './contract-target.ts';

attack('contract-climbing', 'a target that is no path below the root is refused', async (open) => {
  const target = await open();
  for (const path of [
    '..',
    '../den/**',
    'vow/../den',
    '/',
    '/etc',
    '',
    '.',
    './vow',
    'vow//x',
    'vow\\x',
    'a\0b',
    'vow/\u202ex',
    ' ',
    '**/..',
  ]) {
    // Without edits, which have to lie within the targets, too.
    const given = { ...draft, operations: ['READ'], targets: [path], edits: [] };
    expect([path, await target.code('contract open', '', given)]).toEqual([path, 'CT-OPEN-I-001']);
  }
  expect(await writeAt(target, 'vow/x')).toBe('EN-WRITE-D-002');
});

attack(
  'contract-uncovered',
  'a target covers what it says, in its own letters, and nothing beside',
  async (open) => {
    const tries: readonly (readonly [target: string, path: string])[] = [
      ['vow', 'vow/x'],
      ['vow*', 'vow/x'],
      ['vow/a/**', 'vow/x'],
      ['VOW/**', 'vow/x'],
      ['*', 'vow/x'],
      ['vow/?', 'vow/xy'],
      ['vow/\u00e9', 'vow/e\u0301'],
      ['\uff56ow/**', 'vow/x'],
      ['vow/**/y', 'vow/x'],
      ['**.', 'vow/x'],
    ];
    const target = await open();
    for (const [covered, path] of tries) {
      const given = { ...draft, targets: [covered], edits: [{ path: covered, operation: 'WRITE' }] };
      expect([covered, await target.code('contract open', '', given)]).toEqual([covered, 'CT-OPEN-S-001']);
      expect([covered, await writeAt(target, path)]).toEqual([covered, 'EN-OPEN-D-002']);
      await target.call('contract cancel', '', { reason: 'x' });
    }
  },
);

attack('contract-other-operation', 'a contract to write is none to delete', async (open) => {
  const target = await open({ watch: ['repo/vow'] });
  await target.call('contract open', '', draft);
  expect(await target.code('file delete', 'root:repo/vow/text.txt')).toBe('EN-OPEN-D-002');
});

attack('contract-undeclared', 'closing tells of what was done and not declared', async (open) => {
  const target = await open();
  await target.call('contract open', '', { ...draft, edits: [{ path: 'vow/a', operation: 'WRITE' }] });
  expect([await writeAt(target, 'vow/a'), await writeAt(target, 'vow/b')]).toEqual([
    'MCP-FILE-S-003',
    'MCP-FILE-S-003',
  ]);
  const { reply } = await target.call('contract close', '');
  expect([reply.code, reply.data.undeclared]).toEqual(['CT-CLOSE-S-001', ['vow/b']]);
});
