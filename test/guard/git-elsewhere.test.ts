// A `.git` that leads out of the workspace: followed where git made both sides say so, and where only the workspace
// says so, nothing of the other repository is read, though git itself would.

import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openGitChanges, openGitReader, openRepository } from '../../src/adapters/git/index.ts';
import { commitAll, type Folder, git, makeFolder, writeFiles } from '../context/workspace.ts';
import { commitOf } from './git-world.ts';

/** A repository outside, and a workspace that is none yet. */
function makePlaces(): Folder & { readonly other: string; readonly work: string } {
  const folder = makeFolder();
  const [other, work] = [join(folder.path, 'other'), join(folder.path, 'work')];
  for (const path of [other, work]) mkdirSync(path);
  git(other, 'init', '--quiet');
  writeFiles(other, { 'private.txt': 'hunter\n' });
  commitAll(other, 'about hunter');
  return { ...folder, other, work, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

type Places = ReturnType<typeof makePlaces>;

const foreign: readonly [string, (places: Places) => void][] = [
  ['a file', ({ other, work }) => writeFileSync(join(work, '.git'), `gitdir: ${other}/.git\n`)],
  ['a file with a relative way', ({ work }) => writeFileSync(join(work, '.git'), 'gitdir: ../other/.git\n')],
  ['a link', ({ other, work }) => symlinkSync(join(other, '.git'), join(work, '.git'))],
  [
    "a file that names another's linked work tree",
    ({ path, other, work }) => {
      git(other, 'worktree', 'add', '--quiet', join(path, 'linked'));
      writeFileSync(join(work, '.git'), readFileSync(join(path, 'linked/.git')));
    },
  ],
  [
    'a directory that shares what is elsewhere',
    ({ other, work }) =>
      writeFiles(work, {
        '.git/HEAD': 'ref: refs/heads/main\n',
        '.git/commondir': `${other}/.git\n`,
      }),
  ],
  [
    'a file that names a directory which points back and shares what is elsewhere',
    ({ other, work }) =>
      writeFiles(work, {
        '.git': 'gitdir: made-up\n',
        'made-up/HEAD': 'ref: refs/heads/main\n',
        'made-up/gitdir': `${work}/.git\n`,
        'made-up/commondir': `${other}/.git\n`,
      }),
  ],
];

test.each(foreign)('%s leads to no repository', async (_, prepare) => {
  using places = makePlaces();
  prepare(places);
  const { other, work } = places;
  const head = git(other, 'rev-parse', 'HEAD').trim();
  expect(git(work, 'show', 'HEAD')).toContain('hunter');
  const reader = openGitReader(work);
  expect([
    reader.revision(),
    reader.log(head),
    reader.readCommits([head]),
    reader.comparePaths({ kind: 'commit', commit: head }),
    reader.changedPaths(),
  ]).toEqual([null, null, null, null, null]);
  expect(reader.findCommits(head)).toEqual([]);
  const span = { kind: 'commit', commit: head } as const;
  expect(await reader.diff({ span, paths: ['private.txt'], contextLines: 3, maxBytes: 1000 })).toBeNull();
  expect(openRepository(work).trackedPaths()).toEqual(new Uint8Array());
  const changes = openGitChanges(work);
  expect([changes.stage(['a.ts']), changes.commit(commitOf('a.ts'))]).toEqual([
    'no-repository',
    'no-repository',
  ]);
});

/** Each makes a work tree whose repository lies elsewhere, and returns it. */
const own: readonly [string, (places: Places) => string][] = [
  [
    'a linked work tree',
    ({ path, other }) => {
      git(other, 'worktree', 'add', '--quiet', join(path, 'linked'));
      return join(path, 'linked');
    },
  ],
  [
    'a submodule',
    ({ other, work }) => {
      git(work, 'init', '--quiet');
      git(work, 'submodule', 'add', '--quiet', other, 'sub "1"');
      return join(work, 'sub "1"');
    },
  ],
  [
    'a submodule of a linked work tree',
    ({ path, other, work }) => {
      git(work, 'init', '--quiet');
      git(work, 'submodule', 'add', '--quiet', other, 'sub');
      commitAll(work);
      git(work, 'worktree', 'add', '--quiet', join(path, 'linked'));
      git(join(path, 'linked'), 'submodule', 'update', '--init', '--quiet');
      return join(path, 'linked/sub');
    },
  ],
  [
    'a repository with a separate directory that names its work tree',
    ({ path, other, work }) => {
      rmSync(work, { recursive: true });
      git(path, 'clone', '--quiet', '--separate-git-dir', join(path, 'apart'), other, work);
      expect(openGitReader(work).revision()).toBeNull();
      git(work, 'config', 'core.worktree', work);
      return work;
    },
  ],
  [
    'a work tree that is reached through a link',
    ({ path, other }) => {
      git(other, 'worktree', 'add', '--quiet', join(path, 'linked'));
      symlinkSync(join(path, 'linked'), join(path, 'way'));
      return join(path, 'way');
    },
  ],
];

test.each(own)('%s is a repository', (_, prepare) => {
  using places = makePlaces();
  const top = prepare(places);
  expect(openGitReader(top).revision()?.commit).toBe(git(top, 'rev-parse', 'HEAD').trim());
  expect(openRepository(top).trackedPaths()?.length).toBeGreaterThan(0);
});
