// Attacks on the audit by taking its room: what cannot be put on record does not happen, and is not answered.

import { expect, test } from 'vitest';
import { loadPolicy } from '../../src/guard.ts';
import { git, writeFiles } from '../context/workspace.ts';
import { attack, type Target } from './attack.ts';
import { refuseRecords } from './audit-refusal.ts';
import { draft } from './contract-target.ts';
import { approve, askFor, execPolicy, writeScript } from './exec-target.ts';
import { takeStock } from './take-stock.ts';

const UNRECORDED = 'MCP-AUDIT-E-001';
const policy = execPolicy().replace(
  '    repo: [{ allow: READ }]\n',
  '    repo: [{ allow: READ }, { allow: git_mutate }]\n',
);

/** A call for every command that changes something, each of which would be done. */
const changes: Readonly<Record<string, readonly [address: string, given?: unknown]>> = {
  'file write': ['root:repo/desk/new.txt', { text: 'x' }],
  'file edit': ['root:repo/desk/note.txt', { find: 'note', replace: 'nota' }],
  'file rename': ['root:repo/desk/note.txt', { to: 'root:repo/desk/other.txt' }],
  'file patch': ['root:repo/desk/note.txt', { patch: '@@ -1 +1 @@\n-a note\n+b note\n' }],
  'file delete': ['root:repo/desk/note.txt'],
  'git add': ['root:repo', { paths: ['desk/code.js'] }],
  'git commit': ['root:repo', { paths: ['desk/staged.txt'], message: 'x' }],
  'git push': ['root:repo'],
  'git pull': ['root:repo'],
  'exec run': ['root:data/wip', { argv: ['root:data/wip/s.sh'] }],
};

/** Everything a change could show in. */
const places = ['repo', 'data', 'mods'];

async function makeReady(open: Parameters<Parameters<typeof attack>[2]>[0]): Promise<Target> {
  const target = await open({
    policy,
    prepare: (folder) => {
      writeFiles(folder, { 'repo/desk/staged.txt': 'x\n', 'repo/desk/code.js': 'changed\n' });
      git(`${folder}/repo`, 'add', 'desk/staged.txt');
    },
  });
  writeScript(target, '#!/bin/sh\necho ran > ran\n');
  await approve(target, await askFor(target));
  return target;
}

attack('audit-unwritable', 'no command of any tool changes anything that is not on record', async (open) => {
  const target = await makeReady(open);
  const before = takeStock(target.folder, places);
  {
    using _refusal = refuseRecords(target);
    for (const [names, [address, given]] of Object.entries(changes))
      expect([names, await target.code(names, address, given)]).toEqual([names, UNRECORDED]);
    expect(Object.fromEntries(takeStock(target.folder, places))).toEqual(Object.fromEntries(before));
  }
  // Each of them would have been done, so that it was the record it lacked.
  const codes = await Promise.all(
    ['exec run', 'git add'].map((names) => target.code(names, ...(changes[names] as [string]))),
  );
  expect(codes).toEqual(['MCP-EXEC-S-001', 'MCP-GIT-S-006']);
});

attack('audit-unwritable-contract', 'no contract is opened or ended that is not on record', async (open) => {
  const target = await open();
  const log = async () => (await target.session.contracts.list()).map(({ state }) => state);
  expect(await target.code('file list', 'root:repo')).toBe('MCP-FILE-S-002');
  await target.session.trail.flush();
  {
    using _refusal = refuseRecords(target);
    expect(await target.code('contract open', '', draft)).toBe(UNRECORDED);
    expect(await log()).toEqual([]);
  }
  expect(await target.code('contract open', '', draft)).toBe('CT-OPEN-S-001');
  {
    using _refusal = refuseRecords(target);
    expect(await target.code('contract close', '')).toBe(UNRECORDED);
    expect(await target.code('contract cancel', '', { reason: 'x' })).toBe(UNRECORDED);
    expect(await log()).toEqual(['open']);
  }
});

attack('audit-unread', 'nothing is read that is not on record, once nothing can be', async (open) => {
  const target = await open();
  await target.call('file list', 'root:repo');
  await target.session.trail.flush();
  {
    using _refusal = refuseRecords(target);
    await target.call('file write', 'root:repo/desk/new.txt', { text: 'x' });
    const { reply, value } = await target.call('file read', 'root:repo/README.md');
    expect([reply.code, reply.data, value]).toEqual([UNRECORDED, {}, undefined]);
  }
  expect(await target.code('file read', 'root:repo/README.md')).toBe('MCP-FILE-S-001');
});

test('the calls above are of every command that changes files, repositories or runs', () => {
  const known = loadPolicy(policy).sets.filter(({ area }) => area !== 'READ');
  const names = known.flatMap(({ commands }) => commands.map(({ tool, command }) => `${tool} ${command}`));
  // What is written about files goes to the ledger itself, which is what is out of room here.
  expect(names.filter((name) => !name.startsWith('context ')).sort()).toEqual(Object.keys(changes).sort());
});
