// Repositories that want programs to be run. Each trap leaves a witness outside the repository, and is seen to be
// sprung by plain git in the same place, so that a trap that does not work is no proof.

import { appendFileSync, chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openGitChanges, openGitReader } from '../../src/adapters/git/index.ts';
import { commitAll, git, writeFiles } from '../context/workspace.ts';
import { commitElsewhere, commitOf, type GitWorld, makeGitWorld, makeOrigin, setTrap } from './git-world.ts';

type Setup = {
  readonly world: GitWorld;
  readonly program: string;
  /** Sets something in the repository's own configuration. */
  set(key: string, value: string): void;
};

/** Runs git as a careless caller would; what comes of it does not matter. */
function carelessly(repo: string, ...args: readonly string[]): void {
  try {
    git(repo, ...args);
  } catch {
    // Many traps also break what they are set in.
  }
}

function makeTarget(): Setup & { isSprung(): boolean } {
  const world = makeGitWorld({ files: { 'a.ts': '1\n', 'b.ts': '1\n' }, targets: ['**'] });
  const trap = setTrap(join(world.folder, 'traps'));
  const set = (key: string, value: string) => void git(world.repo, 'config', key, value);
  return { world, program: trap.program, isSprung: trap.isSprung, set };
}

const setHook = ({ world, program }: Setup, name: string) => {
  mkdirSync(join(world.repo, '.git/hooks'), { recursive: true });
  copyFileSync(program, join(world.repo, '.git/hooks', name));
  chmodSync(join(world.repo, '.git/hooks', name), 0o755);
};
const setAttributes = ({ world }: Setup, text: string) =>
  void writeFileSync(join(world.repo, '.git/info/attributes'), `${text}\n`);

/** The trap, how it is set, and a command of plain git that springs it. */
const traps: readonly [string, (setup: Setup) => void, readonly string[]][] = [
  ['core.fsmonitor', ({ set, program }) => set('core.fsmonitor', program), ['diff']],
  ['diff.external', ({ set, program }) => set('diff.external', program), ['diff']],
  [
    'diff.*.command',
    (setup) => {
      setAttributes(setup, '* diff=d');
      setup.set('diff.d.command', setup.program);
    },
    ['diff'],
  ],
  [
    'diff.*.textconv',
    (setup) => {
      setAttributes(setup, '* diff=d');
      setup.set('diff.d.textconv', setup.program);
    },
    ['blame', 'a.ts'],
  ],
  [
    'filter.*.clean',
    (setup) => {
      setAttributes(setup, '* filter=f');
      setup.set('filter.f.clean', setup.program);
    },
    ['diff'],
  ],
  [
    'filter.*.process',
    (setup) => {
      setAttributes(setup, '* filter=f');
      setup.set('filter.f.process', setup.program);
    },
    ['diff'],
  ],
  [
    'include.path',
    ({ world, set, program }) => {
      writeFileSync(join(world.repo, '.git/included'), `[diff]\n\texternal = ${program}\n`);
      set('include.path', 'included');
    },
    ['diff'],
  ],
  [
    'config.worktree',
    ({ world, set, program }) => {
      set('extensions.worktreeConfig', 'true');
      appendFileSync(join(world.repo, '.git/config.worktree'), `[diff]\n\texternal = ${program}\n`);
    },
    ['diff'],
  ],
  ['alias', ({ set, program }) => set('alias.x', `!${program}`), ['x']],
];

describe('reading runs nothing that a repository configures', () => {
  test.each(traps)('by %s', async (_name, arm, plain) => {
    const target = makeTarget();
    using world = target.world;
    writeFiles(world.repo, { 'a.ts': '2\n' });
    commitAll(world.repo, 'second');
    arm(target);
    writeFiles(world.repo, { 'a.ts': '3\n' });
    const reader = openGitReader(world.repo);
    const commit = reader.revision()?.commit ?? '';
    const spans = [
      { kind: 'unstaged' },
      { kind: 'staged' },
      { kind: 'since', commit },
      { kind: 'commit', commit },
    ] as const;
    const asked = { paths: ['a.ts'], contextLines: 3, maxBytes: 1000 };
    expect(spans.map((span) => reader.comparePaths(span))).toEqual([['a.ts'], [], ['a.ts'], ['a.ts']]);
    for (const span of spans) expect(await reader.diff({ span, ...asked })).not.toBeNull();
    expect(reader.blame({ commit, path: 'a.ts', fromLine: 1, toLine: 1 })).toHaveLength(1);
    expect(reader.findCommits(commit.slice(0, 6))).toEqual([commit]);
    expect(reader.readCommits([commit])).toHaveLength(1);
    expect(reader.changedPaths()).toEqual(['a.ts']);
    expect(target.isSprung()).toBe(false);
    carelessly(world.repo, ...plain);
    expect(target.isSprung()).toBe(true);
  });

  test('by fetching what a partial clone lacks', async () => {
    using world = makeTarget().world;
    git(world.repo, 'config', 'uploadpack.allowFilter', 'true');
    git(
      world.folder,
      'clone',
      '--quiet',
      '--no-checkout',
      '--filter=blob:none',
      `file://${world.repo}`,
      'clone',
    );
    const clone = join(world.folder, 'clone');
    git(clone, 'config', 'protocol.ext.allow', 'always');
    // One that listens would wait for git, which waits for it.
    const trap = setTrap(world.folder, { isDeaf: true });
    git(clone, 'config', 'remote.origin.url', `ext::${trap.program}`);
    const reader = openGitReader(clone);
    const commit = reader.revision()?.commit ?? '';
    const span = { kind: 'commit', commit } as const;
    expect(reader.comparePaths(span)).toEqual(['a.ts', 'b.ts']);
    expect(await reader.diff({ span, paths: ['a.ts'], contextLines: 3, maxBytes: 1000 })).toBe(null);
    expect(trap.isSprung()).toBe(false);
    carelessly(clone, 'show', 'HEAD');
    expect(trap.isSprung()).toBe(true);
  });
});

describe('a repository with settings that are not known to be harmless is not changed', () => {
  const others: readonly [string, string][] = [
    ['core.pager', '/x'],
    ['core.sshCommand', '/x'],
    ['core.askPass', '/x'],
    ['core.editor', '/x'],
    ['core.gitProxy', '/x'],
    ['core.worktree', '/x'],
    ['core.alternateRefsCommand', '/x'],
    ['credential.helper', '!/x'],
    ['credential.https://example.org.helper', '!/x'],
    ['merge.m.driver', '/x'],
    ['gpg.program', '/x'],
    ['http.proxy', 'http://x'],
    ['http.sslVerify', 'false'],
    ['url.ext::/x.insteadOf', 'https://'],
    ['url.ext::/x.pushInsteadOf', 'https://'],
    ['remote.origin.uploadpack', '/x'],
    ['remote.origin.receivepack', '/x'],
    ['remote.origin.vcs', 'ext'],
    ['remote.origin.proxy', 'http://x'],
    ['remote.origin.pushurl', 'ext::/x'],
    ['remote.https://example.org/x.url', 'https://elsewhere.example.org/x'],
    ['protocol.ext.allow', 'always'],
    ['submodule.recurse', 'true'],
    ['includeIf.gitdir:/.path', 'info/exclude'],
    ['extensions.partialClone', 'origin'],
  ];

  /** Tries every change, and returns how each ended. */
  const tryAll = (repo: string) => {
    const changes = openGitChanges(repo, { protocols: ['https', 'file'] });
    const request = commitOf('a.ts');
    writeFiles(repo, { 'a.ts': '3\n' });
    return [changes.stage(['a.ts']), changes.commit(request), changes.push(), changes.pull()];
  };

  test.each(traps)('as %s', (_name, arm) => {
    const target = makeTarget();
    using world = target.world;
    makeOrigin(world);
    arm(target);
    target.isSprung();
    expect(tryAll(world.repo)).toEqual(Array(4).fill('unsafe-settings'));
    expect(target.isSprung()).toBe(false);
  });

  test.each(others)('as %s', (key, value) => {
    const target = makeTarget();
    using world = target.world;
    makeOrigin(world);
    target.set(key, value);
    const index = readFileSync(join(world.repo, '.git/index'), 'hex');
    expect(tryAll(world.repo)).toEqual(Array(4).fill('unsafe-settings'));
    expect(readFileSync(join(world.repo, '.git/index'), 'hex')).toBe(index);
  });

  test('and one with harmless settings is', () => {
    const target = makeTarget();
    using _world = target.world;
    for (const [key, value] of [
      ['core.autocrlf', 'false'],
      ['branch.feature/x.y.merge', 'refs/heads/x'],
      ['remote.up.url', 'https://example.org'],
      ['remote.up.fetch', '+refs/heads/*:refs/remotes/up/*'],
      ['user.name', 'A'],
      ['gc.auto', '0'],
      // As husky, large file storage, the command line of GitHub and editors leave them behind.
      ['core.hooksPath', '.husky/_'],
      ['commit.gpgSign', 'true'],
      ['gpg.format', 'ssh'],
      ['lfs.repositoryformatversion', '0'],
      ['remote.up.gh-resolved', 'base'],
      ['branch.main.vscode-merge-base', 'origin/main'],
      ['branch.main.gh-merge-base', 'main'],
      ['submodule.lib.url', 'https://example.org/lib'],
      ['color.ui', 'auto'],
    ] as const)
      target.set(key, value);
    writeFiles(target.world.repo, { 'a.ts': '3\n' });
    expect(openGitChanges(target.world.repo).stage(['a.ts'])).toBe(null);
  });

  test('and the settings are named without their values, or whom they are for', () => {
    const target = makeTarget();
    using world = target.world;
    target.set('filter.lfs.clean', 'git-lfs clean');
    target.set('credential.https://me@example.org.helper', '!secret');
    target.set('core.pager', 'less');
    const names = openGitChanges(world.repo).unsafeSettings();
    expect(new Set(names)).toEqual(new Set(['filter.*.clean', 'credential.*.helper', 'core.pager']));
  });
});

describe('hooks are not run', () => {
  const names = ['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit', 'post-index-change'];
  const more = ['reference-transaction', 'pre-push', 'post-merge', 'post-checkout', 'pre-auto-gc'];

  test('by staging, committing, pushing and pulling, though plain git runs them', () => {
    const target = makeTarget();
    using world = target.world;
    const origin = makeOrigin(world);
    for (const name of [...names, ...more]) setHook(target, name);
    target.set('core.hooksPath', '.git/hooks');
    target.set('commit.gpgSign', 'true');
    const changes = openGitChanges(world.repo, { protocols: ['file'] });
    const request = commitOf('a.ts');
    writeFiles(world.repo, { 'a.ts': '3\n' });
    expect(changes.stage(['a.ts'])).toBe(null);
    expect(changes.commit(request)).toMatchObject({ commit: expect.any(String) });
    expect(changes.push()).toMatchObject({ commit: expect.any(String) });
    const commit = commitElsewhere(world.folder, origin, { 'c.ts': 'c\n' });
    expect(changes.pull()).toEqual({ commit });
    expect(target.isSprung()).toBe(false);
    for (const args of [
      ['add', 'a.ts'],
      ['commit', '--message', 'x'],
      ['push', 'origin', 'HEAD'],
    ]) {
      writeFiles(world.repo, { 'a.ts': `${args}\n` });
      carelessly(world.repo, ...args);
      expect(target.isSprung()).toBe(true);
    }
  });

  test('nor those of a repository on this machine that is pushed to or pulled from', () => {
    using world = makeTarget().world;
    const trap = setTrap(world.folder, { isDeaf: true });
    const origin = makeOrigin(world);
    const commit = commitElsewhere(world.folder, origin, { 'c.ts': 'c\n' });
    for (const name of ['pre-receive', 'update', 'post-receive', 'post-update', 'reference-transaction'])
      copyFileSync(trap.program, join(origin, 'hooks', name));
    git(origin, 'config', 'core.alternateRefsCommand', trap.program);
    git(origin, 'config', 'core.fsmonitor', trap.program);
    git(origin, 'config', 'uploadpack.packObjectsHook', trap.program);
    writeFileSync(join(origin, 'objects/info/alternates'), `${join(world.repo, '.git/objects')}\n`);
    const changes = openGitChanges(world.repo, { protocols: ['file'] });
    expect(changes.pull()).toEqual({ commit });
    git(world.repo, 'commit', '--quiet', '--allow-empty', '--message', 'more');
    expect(changes.push()).toMatchObject({ commit: expect.any(String) });
    expect(trap.isSprung()).toBe(false);
    git(world.repo, 'commit', '--quiet', '--allow-empty', '--message', 'more');
    carelessly(world.repo, 'push', 'origin', 'HEAD');
    expect(trap.isSprung()).toBe(true);
  });
});

test.each([
  'ext::sh -c touch% x',
  'ssh://example.org/x',
  'git@example.org:x',
  'git://example.org/x',
  'http://example.org/x',
  'ftp://example.org/x',
  'file://elsewhere/x',
  '--upload-pack=sh',
  '-x',
  '../origin.git',
  'origin.git',
  'https://example.org/a b',
  'https://',
])('the remote `%s` is not reached', (url) => {
  const target = makeTarget();
  using world = target.world;
  makeOrigin(world);
  target.set('remote.origin.url', url);
  const changes = openGitChanges(world.repo, { protocols: ['https', 'file'] });
  expect([changes.push(), changes.pull()]).toEqual(['unreachable', 'unreachable']);
});

test('a repository on this machine is not reached where that is not offered', () => {
  using world = makeGitWorld({ files: { 'a.ts': '' } });
  makeOrigin(world);
  expect([openGitChanges(world.repo).push(), openGitChanges(world.repo).pull()]).toEqual([
    'unreachable',
    'unreachable',
  ]);
});
