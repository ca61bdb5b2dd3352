// Attacks between check and use: while a target is called, another process swaps what stands at a path.

import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openGitChanges, openGitReader } from '../../src/adapters/git/index.ts';
import { git, writeFiles } from '../context/workspace.ts';
import { attack, type Target } from './attack.ts';
import { openRace } from './open-race.ts';

interface GitPorts {
  readonly repo: string;
  readonly changes: ReturnType<typeof openGitChanges>;
  readonly reader: ReturnType<typeof openGitReader>;
}

const ROUNDS = 2_000;
/** A change is on record before it is made, which takes its time. */
const CHANGES = 1_000;

/** A file that is a link to a secret half of the time. */
const fileOrLink = (target: Target) => (aside: string) => {
  writeFileSync(join(aside, 'a'), 'plain\n');
  symlinkSync(target.at('outside/secret.txt'), join(aside, 'b'));
};

/** A directory that is a link to the outside half of the time. */
const directoryOrLink = (target: Target) => (aside: string) => {
  mkdirSync(join(aside, 'a'));
  writeFileSync(join(aside, 'a/secret.txt'), 'plain\n');
  symlinkSync(target.at('outside'), join(aside, 'b'));
};

const REFUSED = 'WA-RES-I-001';

/** Runs a race; one in which one side always wins shows nothing. */
async function raceForBoth(target: Target, race: Parameters<typeof openRace>[1], success: string) {
  const codes = [...(await openRace(target, { ...race, until: [success, REFUSED] })).keys()];
  expect(codes).toContain(success);
  expect(codes).toContain(REFUSED);
  expect(codes.filter((code) => !/-[SI]-/.test(code) && code !== 'MCP-FILE-E-002')).toEqual([]);
}

attack('race-read-leaf', 'a file swapped for a link is not read through it', async (open) => {
  const target = await open();
  const call = () => target.call('file read', 'root:repo/desk/x');
  const race = { at: 'repo/desk/x', make: fileOrLink(target), rounds: ROUNDS, call };
  await raceForBoth(target, race, 'MCP-FILE-S-001');
});

attack('race-read-parent', 'a directory swapped for a link is not read through', async (open) => {
  // A long way below what is swapped leaves time to swap it.
  const way = 'one/two/three';
  const target = await open({ files: { [`outside/${way}/secret.txt`]: '{canary}\n' } });
  const make = (aside: string) => {
    writeFiles(aside, { [`a/${way}/secret.txt`]: 'plain\n' });
    symlinkSync(target.at('outside'), join(aside, 'b'));
  };
  const call = (round: number) =>
    round % 2 === 0
      ? target.call('file read', `root:repo/desk/sub/${way}/secret.txt`)
      : target.call('file list', 'root:repo/desk/sub', { glob: '**' });
  const race = { at: 'repo/desk/sub', make, rounds: 2 * ROUNDS, call };
  await raceForBoth(target, race, 'MCP-FILE-S-001');
});

attack('race-write-leaf', 'a file swapped for a link is not written through', async (open) => {
  const target = await open();
  const call = (round: number) => target.call('file write', 'root:repo/desk/x', { text: `burnt ${round}\n` });
  const race = { at: 'repo/desk/x', make: fileOrLink(target), rounds: ROUNDS, call };
  await raceForBoth(target, race, 'MCP-FILE-S-003');
});

attack('race-write-parent', 'a directory swapped for a link is not written through', async (open) => {
  const target = await open();
  const call = (round: number) =>
    target.call('file write', `root:repo/desk/sub/new-${round}.txt`, { text: 'burnt\n' });
  const race = { at: 'repo/desk/sub', make: directoryOrLink(target), rounds: CHANGES, call };
  await raceForBoth(target, race, 'MCP-FILE-S-003');
});

attack('race-rename-parent', 'a file is not moved through a directory swapped for a link', async (open) => {
  const target = await open();
  const call = (round: number) => {
    writeFileSync(target.at('repo/desk/from.txt'), `${round}\n`);
    return target.call('file rename', 'root:repo/desk/from.txt', { to: `root:repo/desk/sub/${round}.txt` });
  };
  const race = { at: 'repo/desk/sub', make: directoryOrLink(target), rounds: CHANGES, call };
  await raceForBoth(target, race, 'MCP-FILE-S-005');
});

attack('race-delete-parent', 'a file is not deleted through a directory swapped for a link', async (open) => {
  // The same bytes inside and outside, so that nothing but the link tells them apart.
  const names = Array.from({ length: 1_000 }, (_, index) => `same-${index}.txt`);
  const files = Object.fromEntries(names.map((name) => [`outside/${name}`, 'same\n']));
  const target = await open({ files });
  const make = (aside: string) => {
    mkdirSync(join(aside, 'a'));
    for (const name of names) writeFileSync(join(aside, 'a', name), 'same\n');
    symlinkSync(target.at('outside'), join(aside, 'b'));
  };
  const call = (round: number) => target.call('file delete', `root:repo/desk/sub/${names[round]}`);
  const race = { at: 'repo/desk/sub', make, rounds: names.length, call };
  await raceForBoth(target, race, 'MCP-FILE-S-006');
});

attack('race-special', 'a file swapped for a pipe is neither waited for nor read', async (open) => {
  const target = await open();
  const make = (aside: string) => {
    writeFileSync(join(aside, 'a'), 'plain\n');
    execFileSync('mkfifo', [join(aside, 'b')]);
  };
  const call = async () => {
    const result = await target.call('file read', 'root:repo/desk/x');
    if (result.reply.type === 'S') expect(result.reply.data.text).toBe('plain\n');
    return result;
  };
  const all = ['MCP-FILE-I-001', 'MCP-FILE-S-001', 'WA-RES-I-004'];
  const codes = await openRace(target, { at: 'repo/desk/x', make, rounds: ROUNDS, until: all, call });
  expect([...codes.keys()].sort()).toEqual(all);
});

/** Lets git read a path in a race, and looks each time whether something from outside came along. */
async function raceGit(target: Target, read: (changes: GitPorts) => string | Promise<string>): Promise<void> {
  const make = (aside: string) => {
    mkdirSync(join(aside, 'a'));
    writeFileSync(join(aside, 'a/code.js'), 'plain\n');
    symlinkSync(target.at('outside/deep'), join(aside, 'b'));
  };
  const repo = target.at('repo');
  const ports = { repo, changes: openGitChanges(repo), reader: openGitReader(repo) };
  const call = async () => {
    expect((await read(ports)).includes(target.canary), 'something from outside came along').toBe(false);
    return target.call('dir pwd', '');
  };
  await openRace(target, { at: 'repo/desk/sub', make, rounds: 150, until: [], call });
}

attack('race-git-add', 'git stages nothing that a directory swapped for a link leads to', async (open) => {
  const target = await open({ files: { 'outside/deep/code.js': '{canary}\n' } });
  await raceGit(target, ({ repo, changes }) => {
    changes.stage(['desk/sub/code.js']);
    return git(repo, 'diff', '--cached');
  });
});

attack('race-git-diff', 'git compares nothing that a directory swapped for a link leads to', async (open) => {
  const files = { 'outside/deep/code.js': '{canary}\n', 'repo/desk/sub/code.js': 'before\n' };
  const target = await open({
    files,
    prepare: (folder) => rmSync(join(folder, 'repo/desk/sub'), { recursive: true }),
  });
  const request = {
    span: { kind: 'unstaged' },
    paths: ['desk/sub/code.js'],
    contextLines: 3,
    maxBytes: 10_000,
  } as const;
  await raceGit(target, async ({ reader }) =>
    Buffer.from((await reader.diff(request))?.bytes ?? []).toString(),
  );
});
