// Attacks by a repository that wants programs to be run, and by programs that want to be taken for git.

import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { git, writeFiles } from '../context/workspace.ts';
import { attack, type Target } from './attack.ts';
import { gitPolicy, hostileRepository, setTrap } from './git-target.ts';

/** Reads by every command that reads; all of them are served. */
async function readEverything(target: Target): Promise<void> {
  const commit = git(target.at('repo'), 'rev-parse', 'HEAD').trim();
  const calls: readonly (readonly [string, string, unknown?])[] = [
    ['git status', 'root:repo'],
    ['git diff', 'root:repo'],
    ['git diff', 'root:repo', { staged: true }],
    ['git diff', 'root:repo', { commit }],
    ['git log', 'root:repo'],
    ['git show', 'root:repo', { commit }],
    ['git blame', 'root:repo/desk/note.txt'],
  ];
  for (const [names, address, given] of calls)
    expect(await target.code(names, address, given)).toMatch(/^MCP-GIT-S-/);
}

/** Reads in a repository with settings that would run the trap, and sees that they do not. */
async function expectUnsprung(
  open: Parameters<Parameters<typeof attack>[2]>[0],
  settings: (program: string) => Readonly<Record<string, string>>,
  attributes?: string,
): Promise<void> {
  using trap = setTrap();
  await readEverything(
    await open(hostileRepository(settings(trap.program), attributes === undefined ? {} : { attributes })),
  );
  expect(trap.isSprung()).toBe(false);
}

attack('git-fsmonitor', 'reading does not run a file system monitor', (open) =>
  expectUnsprung(open, (program) => ({ 'core.fsmonitor': program })),
);

attack('git-external-diff', 'reading does not run an external diff', (open) =>
  expectUnsprung(
    open,
    (program) => ({ 'diff.external': program, 'diff.d.command': program }),
    '*.txt diff=d\n',
  ),
);

attack('git-textconv', 'reading does not run a conversion of text', (open) =>
  expectUnsprung(open, (program) => ({ 'diff.d.textconv': program }), '* diff=d\n'),
);

attack('git-filter', 'reading does not run a filter', (open) =>
  expectUnsprung(
    open,
    (program) => ({ 'filter.f.clean': program, 'filter.f.required': 'true' }),
    '* filter=f\n',
  ),
);

attack('git-include', 'reading does not run what an included file sets', async (open) => {
  using trap = setTrap();
  const settings = `[diff]\n\texternal = ${trap.program}\n[core]\n\tpager = ${trap.program}\n`;
  const repository = hostileRepository({ 'include.path': 'further', 'alias.status': `!${trap.program}` });
  await readEverything(
    await open({
      ...repository,
      prepare: (folder, canary) => {
        repository.prepare?.(folder, canary);
        writeFileSync(join(folder, 'repo/.git/further'), settings);
      },
    }),
  );
  expect(trap.isSprung()).toBe(false);
});

attack('git-submodule', 'reading does not run git in a submodule, by its settings', async (open) => {
  using trap = setTrap();
  const target = await open({
    policy: gitPolicy,
    prepare: (folder) => {
      const inner = join(folder, 'repo/desk/inner');
      mkdirSync(inner);
      writeFiles(inner, { 'a.txt': 'a\n', '.gitattributes': '* filter=f\n' });
      git(inner, 'init', '--quiet');
      git(inner, 'add', '--all');
      git(inner, 'commit', '--quiet', '--message', 'inner');
      git(join(folder, 'repo'), 'add', 'desk/inner');
      git(join(folder, 'repo'), 'commit', '--quiet', '--message', 'outer');
      git(inner, 'config', 'filter.f.clean', trap.program);
      writeFiles(inner, { 'a.txt': 'b\n' });
      writeFiles(folder, { 'repo/desk/note.txt': 'another note\n' });
    },
  });
  await readEverything(target);
  expect(trap.isSprung()).toBe(false);
});

attack('git-hooks', 'changing runs no hook', async (open) => {
  using trap = setTrap();
  const hooks = [
    'pre-commit',
    'post-commit',
    'commit-msg',
    'reference-transaction',
    'post-index-change',
    'post-checkout',
  ];
  const target = await open({
    policy: gitPolicy,
    prepare: (folder) => {
      mkdirSync(join(folder, 'repo/.git/hooks'), { recursive: true });
      for (const hook of hooks) {
        copyFileSync(trap.program, join(folder, 'repo/.git/hooks', hook));
        chmodSync(join(folder, 'repo/.git/hooks', hook), 0o755);
      }
      writeFiles(folder, { 'repo/desk/note.txt': 'another note\n' });
    },
  });
  const paths = ['desk/note.txt'];
  expect(await target.code('git add', 'root:repo', { paths })).toBe('MCP-GIT-S-006');
  expect(await target.code('git commit', 'root:repo', { paths, message: 'x' })).toBe('MCP-GIT-S-007');
  expect(trap.isSprung()).toBe(false);
});

attack('git-unsafe-settings', 'nothing is changed where settings could run something', async (open) => {
  const dangerous: Readonly<Record<string, string>> = {
    'core.sshCommand': 'trap',
    'remote.origin.uploadpack': 'trap',
    'remote.origin.vcs': 'trap',
    'filter.f.clean': 'trap',
    'core.editor': 'trap',
    'gpg.program': 'trap',
    'alias.x': '!trap',
    'url.ext::trap.insteadOf': 'https://',
    'include.path': '../desk/settings',
  };
  for (const [key, value] of Object.entries(dangerous)) {
    const target = await open({
      ...hostileRepository({ [key]: value }),
      files: { 'repo/desk/settings': '[core]\n\tpager = trap\n' },
      watch: ['repo/.git/index', 'repo/.git/refs'],
    });
    const given = { paths: ['desk/note.txt'] };
    expect([key, await target.code('git add', 'root:repo', given)]).toEqual([key, 'MCP-GIT-I-003']);
  }
});

attack('git-from-root', 'a program called git that lies in a root is not taken for git', async (open) => {
  using trap = setTrap();
  const target = await open({
    prepare: (folder) => {
      mkdirSync(join(folder, 'data/wip/bin'));
      writeFileSync(join(folder, 'data/wip/bin/git'), `#!/bin/sh\necho | ${trap.program}\nexit 1\n`);
      chmodSync(join(folder, 'data/wip/bin/git'), 0o755);
    },
  });
  const usual = process.env.PATH;
  try {
    for (const first of [target.at('data/wip/bin'), '../data/wip/bin', '']) {
      process.env.PATH = `${first}:${usual}`;
      for (const command of ['status', 'log', 'diff'])
        expect(await target.code(`git ${command}`, 'root:repo')).toMatch(/^MCP-GIT-S-/);
    }
  } finally {
    process.env.PATH = usual;
  }
  expect(trap.isSprung()).toBe(false);
});
