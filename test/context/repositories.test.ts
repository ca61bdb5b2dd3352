// Git around a workspace: what it tracks, where its rules come from, other repositories inside, and no git at all.

import { appendFileSync, chmodSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { commitAll, git, leavesOf, listedByGit, makeFolder, scan, writeFiles } from './workspace.ts';

function expectAgreement(folder: string): string[] {
  const leaves = leavesOf(scan(folder));
  expect(leaves.toSorted()).toEqual(listedByGit(folder).toSorted());
  return leaves;
}

test('tracked files are in, whatever the rules say of them or of what is above them', () => {
  using folder = makeFolder();
  git(folder.path, 'init', '--quiet');
  writeFiles(folder.path, { 'a.log': '', 'out/deep/kept': '', 'out/deep/not': '', 'out/.gitignore': '' });
  git(folder.path, 'add', 'a.log', 'out/deep/kept');
  writeFiles(folder.path, { '.gitignore': '*.log\nout/\n', 'b.log': '' });
  expect(expectAgreement(folder.path)).toEqual(['.gitignore', 'a.log', 'out/deep/kept']);
});

test('.penumbraignore adds to .gitignore, decides after it, and does not put out tracked files', () => {
  using folder = makeFolder();
  git(folder.path, 'init', '--quiet');
  writeFiles(folder.path, {
    'tracked.dat': '',
    'a.dat': '',
    'b.gen': '',
    'sub/c.dat': '',
    'sub/keep.dat': '',
  });
  git(folder.path, 'add', 'tracked.dat');
  writeFiles(folder.path, {
    '.gitignore': '*.gen\n',
    '.penumbraignore': '*.dat\n!b.gen\n',
    'sub/.penumbraignore': '!keep.dat\n',
  });
  expect(leavesOf(scan(folder.path))).toEqual([
    '.gitignore',
    '.penumbraignore',
    'b.gen',
    'sub/.penumbraignore',
    'sub/keep.dat',
    'tracked.dat',
  ]);
});

test("the user's own excludes do not count, those of the repository do", () => {
  using folder = makeFolder();
  using home = makeFolder();
  writeFiles(home.path, {
    excludes: 'personal\n',
    '.gitconfig': `[core]\nexcludesFile=${home.path}/excludes\n`,
  });
  git(folder.path, 'init', '--quiet');
  git(folder.path, 'config', 'core.excludesFile', join(home.path, 'excludes'));
  writeFiles(folder.path, { personal: '', shared: '', other: '' });
  appendFileSync(join(folder.path, '.git/info/exclude'), 'shared\n');
  expect(leavesOf(scan(folder.path))).toEqual(['other', 'personal']);
});

test('work trees obey the exclude file they share', () => {
  using folder = makeFolder();
  const at = (name: string) => join(folder.path, name);
  mkdirSync(at('main'));
  git(at('main'), 'init', '--quiet');
  writeFiles(at('main'), { a: '' });
  commitAll(at('main'));
  git(at('main'), 'worktree', 'add', '--quiet', at('linked'));
  appendFileSync(join(at('main'), '.git/info/exclude'), 'x\n');
  writeFiles(at('linked'), { x: '', y: '' });
  expect(expectAgreement(at('linked'))).toEqual(['a', 'y']);
});

test('other repositories inside are reported and not entered', () => {
  using folder = makeFolder();
  const at = (name: string) => join(folder.path, name);
  git(folder.path, 'init', '--quiet');
  writeFiles(folder.path, { a: '', 'nested/b': '', 'ignored/c': '', '.gitignore': 'ignored/\n' });
  for (const name of ['nested', 'ignored']) git(at(name), 'init', '--quiet');
  commitAll(at('nested'));
  git(folder.path, 'submodule', '--quiet', 'add', './nested', 'module');
  git(at('nested'), 'worktree', 'add', '--quiet', at('deep/linked'));
  for (const result of [scan(folder.path), scan(folder.path)]) {
    expect(leavesOf(result)).toEqual(['.gitignore', '.gitmodules', 'a']);
    expect(result.skipped).toEqual([
      { path: 'deep/linked', reason: 'nested-repository' },
      { path: 'module', reason: 'nested-repository' },
      { path: 'nested', reason: 'nested-repository' },
    ]);
  }
  expectAgreement(folder.path);
});

test('a .git that is no repository hides nothing but itself', () => {
  using folder = makeFolder();
  git(folder.path, 'init', '--quiet');
  writeFiles(folder.path, { 'a/.git/x': '', 'a/b': '', 'c/.git': 'gitdir: /no/such/place\n', 'c/d': '' });
  expect(expectAgreement(folder.path)).toEqual(['a/b', 'c/d']);
});

test('a workspace below the top of its repository obeys the rules above it', () => {
  using folder = makeFolder();
  git(folder.path, 'init', '--quiet');
  writeFiles(folder.path, {
    '.gitignore': '*.log\n/packages/one/gen\n',
    'packages/.gitignore': 'tmp/\n',
    'packages/one/a': '',
    'packages/one/a.log': '',
    'packages/one/kept.log': '',
    'packages/one/gen/x': '',
    'packages/one/tmp/x': '',
    'packages/two/x': '',
  });
  git(folder.path, 'add', '--force', 'packages/one/kept.log');
  expect(expectAgreement(join(folder.path, 'packages/one'))).toEqual(['a', 'kept.log']);
});

test('a workspace that its repository ignores is scanned as if it stood alone', () => {
  using folder = makeFolder();
  git(folder.path, 'init', '--quiet');
  writeFiles(folder.path, {
    '.gitignore': 'sandbox/\n*.txt\n',
    'sandbox/deep/a.txt': '',
    'sandbox/deep/b': '',
  });
  expect(leavesOf(scan(join(folder.path, 'sandbox/deep')))).toEqual(['a.txt', 'b']);
});

test('without a repository the rules hold all the same', () => {
  using folder = makeFolder();
  writeFiles(folder.path, { '.gitignore': 'out/\n', 'out/x': '', 'a/b': '' });
  expect(scan(folder.path).skipped).toEqual([]);
  expect(leavesOf(scan(folder.path))).toEqual(['.gitignore', 'a/b']);
});

test('a rule file that is a link is not obeyed', () => {
  using folder = makeFolder();
  git(folder.path, 'init', '--quiet');
  writeFiles(folder.path, { rules: 'a\n', a: '', 'sub/a': '' });
  symlinkSync('rules', join(folder.path, '.gitignore'));
  expect(expectAgreement(folder.path)).toEqual(['.gitignore', 'a', 'rules', 'sub/a']);
});

test('without git the scan stands, and says what it could not ask', () => {
  using folder = makeFolder();
  git(folder.path, 'init', '--quiet');
  writeFiles(folder.path, { 'a.log': '', b: '' });
  git(folder.path, 'add', 'a.log');
  writeFiles(folder.path, { '.gitignore': '*.log\n' });
  vi.stubEnv('PATH', '/nonexistent');
  try {
    const result = scan(folder.path);
    expect(leavesOf(result)).toEqual(['.gitignore', 'b']);
    expect(result.skipped).toEqual([{ path: '.git', reason: 'tracked-unknown' }]);
  } finally {
    vi.unstubAllEnvs();
  }
  expect(scan(folder.path).skipped).toEqual([]);
  expect(leavesOf(scan(folder.path))).toEqual(['.gitignore', 'a.log', 'b']);
});

test('nothing that a repository configures is run', () => {
  using folder = makeFolder();
  using trap = makeFolder();
  git(folder.path, 'init', '--quiet');
  const program = join(trap.path, 'program');
  writeFiles(trap.path, {
    program: `#!/bin/sh\necho run >> "${trap.path}/sprung"\n`,
    'hooks/post-index-change': '',
  });
  writeFiles(trap.path, { 'hooks/post-index-change': `#!/bin/sh\n"${program}"\n` });
  chmodSync(program, 0o755);
  chmodSync(join(trap.path, 'hooks/post-index-change'), 0o755);
  writeFiles(folder.path, { 'a.log': '', '.gitattributes': '* filter=f diff=f\n' });
  git(folder.path, 'add', '--all');
  writeFiles(folder.path, { '.gitignore': '*.log\n' });
  for (const [key, value] of [
    ['core.fsmonitor', program],
    ['core.hooksPath', join(trap.path, 'hooks')],
    ['core.pager', program],
    ['pager.ls-files', program],
    ['filter.f.clean', program],
    ['core.sshCommand', program],
    ['alias.ls-files', `!${program}`],
  ] as const) {
    git(folder.path, 'config', key, value);
  }
  for (const [name, value] of [
    ['GIT_DIR', trap.path],
    ['GIT_INDEX_FILE', program],
    ['GIT_EXTERNAL_DIFF', program],
  ] as const)
    vi.stubEnv(name, value);
  try {
    expect(leavesOf(scan(folder.path))).toEqual(['.gitattributes', '.gitignore', 'a.log']);
  } finally {
    vi.unstubAllEnvs();
  }
  expect(existsSync(join(trap.path, 'sprung'))).toBe(false);
});
