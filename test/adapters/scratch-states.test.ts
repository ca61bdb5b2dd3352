// States of a repository as trees: the work tree as it stands, and history.

import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openStateSpace } from '../../src/adapters/git/scratch/index.ts';
import { commitAll, git, makeFolder, writeFiles } from '../context/workspace.ts';
import { filesOf, makeScratchWorld, type ScratchWorld } from './scratch-world.ts';

/** Puts the work tree on the disk and tells what lies there. */
async function workTreeOf(world: ScratchWorld, workspace?: string) {
  const space = world.open(workspace);
  const files = await world.pool(space).withState(space.workTree, async ({ top }) => filesOf(top));
  return { space, files };
}

describe('the work tree', () => {
  test('is taken with staged, changed, new and deleted files, modes and links', async () => {
    const files = {
      'a.txt': 'a\n',
      'b.txt': 'b\n',
      'c.txt': 'c\n',
      'run.sh': 'x\n',
      'old/d.txt': 'd\n',
      'same.txt': 's\n',
    };
    await using world = makeScratchWorld({ files: { ...files, '.gitignore': '*.log\n' } });
    const { repo } = world;
    writeFiles(repo, { 'a.txt': 'staged\n', 'b.txt': 'changed\n', 'new/n.txt': 'new\n', 'x.log': 'ignored' });
    git(repo, 'add', 'a.txt');
    writeFiles(repo, { 'a.txt': 'staged\nand changed\n', '.penumbra/ledger': 'own' });
    unlinkSync(join(repo, 'c.txt'));
    rmSync(join(repo, 'old'), { recursive: true });
    chmodSync(join(repo, 'run.sh'), 0o755);
    symlinkSync('a.txt', join(repo, 'link'));
    const { files: found } = await workTreeOf(world);
    expect(found).toEqual({
      '.gitignore': '*.log\n',
      'a.txt': 'staged\nand changed\n',
      'b.txt': 'changed\n',
      'run.sh': '+x x\n',
      'new/n.txt': 'new\n',
      'same.txt': 's\n',
      link: '-> a.txt',
    });
  });

  test('is the tree of the commit where nothing has changed', async () => {
    await using world = makeScratchWorld({ files: { 'a.txt': 'a\n' } });
    const space = world.open();
    expect(space.history(5)).toEqual([
      { commit: git(world.repo, 'rev-parse', 'HEAD').trim(), tree: space.workTree },
    ]);
  });

  test('is taken in a repository without a commit', async () => {
    await using world = makeScratchWorld();
    writeFiles(world.repo, { 'a.txt': 'a\n' });
    const { space, files } = await workTreeOf(world);
    expect(files).toEqual({ 'a.txt': 'a\n' });
    expect(space.history(3)).toEqual([]);
    expect(space.resolve('HEAD')).toBeNull();
  });

  test('is taken in a repository with long ids', async () => {
    await using world = makeScratchWorld({
      files: { 'a.txt': 'a\nb\nc\n' },
      init: ['--object-format=sha256'],
    });
    writeFiles(world.repo, { 'a.txt': 'A\nb\nC\n' });
    const { space } = await workTreeOf(world);
    const change = { before: space.history(1)[0]?.tree ?? '', after: space.workTree };
    expect(change.before).toHaveLength(64);
    const [first, ...others] = space.changes(change.before, change.after);
    expect(others).toHaveLength(1);
    const half = space.without(change, first ? [first] : []);
    expect(space.changes(half, change.after)).toHaveLength(1);
  });

  test('names with spaces, letters of any script, line ends and bytes that are no text stay exact', async () => {
    await using world = makeScratchWorld({ files: { 'a b.txt': '1\n' } });
    const { repo } = world;
    writeFiles(repo, {
      'ü/ß.txt': 'x\n',
      'line\nend': 'y\n',
      '"quoted"': 'z\n',
      ' lead': '\n',
      '-dash': '\n',
    });
    writeFileSync(Buffer.concat([Buffer.from(`${repo}/`), Buffer.from([0xff, 0x61])]), 'bytes\n');
    const { space } = await workTreeOf(world);
    const units = space.changes(space.history(1)[0]?.tree ?? '', space.workTree);
    expect(units.map(({ path }) => path).sort()).toEqual(
      [' lead', '"quoted"', '-dash', 'line\nend', '\\xffa', 'ü/ß.txt'].sort(),
    );
    const change = { before: space.history(1)[0]?.tree ?? '', after: space.workTree };
    expect(space.without(change, units)).toBe(change.before);
  });

  test('a file that became a directory, and a directory that became a file, are taken over', async () => {
    await using world = makeScratchWorld({ files: { file: 'x\n', 'dir/a': 'a\n' } });
    const { repo } = world;
    unlinkSync(join(repo, 'file'));
    rmSync(join(repo, 'dir'), { recursive: true });
    writeFiles(repo, { 'file/in': 'in\n', dir: 'file now\n' });
    const { space, files } = await workTreeOf(world);
    expect(files).toEqual({ 'file/in': 'in\n', dir: 'file now\n' });
    const change = { before: space.history(1)[0]?.tree ?? '', after: space.workTree };
    expect(space.without(change, space.changes(change.before, change.after))).toBe(change.before);
  });

  test('a directory that became a link is taken as the link', async () => {
    await using world = makeScratchWorld({ files: { 'dir/a': 'a\n', 'other/a': 'other\n' } });
    rmSync(join(world.repo, 'dir'), { recursive: true });
    symlinkSync('other', join(world.repo, 'dir'));
    const { files } = await workTreeOf(world);
    expect(files).toEqual({ dir: '-> other', 'other/a': 'other\n' });
  });

  test('lines that end otherwise than git would have them stay as they were committed', async () => {
    await using world = makeScratchWorld({ files: { 'a.txt': 'a\r\nb\r\n' } });
    git(world.repo, 'config', 'core.autocrlf', 'true');
    writeFiles(world.repo, { 'a.txt': 'a\r\nB\r\n' });
    const space = world.open();
    const units = space.changes(space.history(1)[0]?.tree ?? '', space.workTree);
    expect(units.map(({ after }) => after.lines)).toEqual([['B\r']]);
  });

  test('a merge with conflicts is taken as it lies there', async () => {
    await using world = makeScratchWorld({ files: { 'a.txt': 'a\n', 'b.txt': 'b\n' } });
    const { repo } = world;
    git(repo, 'checkout', '-q', '-b', 'other');
    writeFiles(repo, { 'a.txt': 'other\n' });
    git(repo, 'rm', '-q', 'b.txt');
    commitAll(repo);
    git(repo, 'checkout', '-q', 'main');
    writeFiles(repo, { 'a.txt': 'mine\n', 'b.txt': 'mine\n' });
    commitAll(repo);
    expect(() => git(repo, 'merge', 'other')).toThrow();
    const { files } = await workTreeOf(world);
    expect(files['a.txt']).toContain('<<<<<<<');
    expect(files['b.txt']).toBe('mine\n');
  });

  test('files that git was told not to look at are taken with their bytes', async () => {
    await using world = makeScratchWorld({ files: { 'a.txt': 'a\n', 'b.txt': 'b\n' } });
    const { repo } = world;
    git(repo, 'update-index', '--assume-unchanged', 'a.txt');
    git(repo, 'update-index', '--skip-worktree', 'b.txt');
    writeFiles(repo, { 'a.txt': 'changed a\n', 'b.txt': 'changed b\n' });
    const { files } = await workTreeOf(world);
    expect(files).toEqual({ 'a.txt': 'changed a\n', 'b.txt': 'changed b\n' });
  });

  test('a split index and one with files that are only intended are understood', async () => {
    await using world = makeScratchWorld({ files: { 'a.txt': 'a\n', 'b.txt': 'b\n' } });
    const { repo } = world;
    git(repo, 'update-index', '--split-index');
    writeFiles(repo, { 'a.txt': 'changed\n', 'n.txt': 'n\n' });
    git(repo, 'add', '-N', 'n.txt');
    const { files } = await workTreeOf(world);
    expect(files).toEqual({ 'a.txt': 'changed\n', 'b.txt': 'b\n', 'n.txt': 'n\n' });
  });

  test('a file that cannot be read is noted and taken as it was staged', async () => {
    await using world = makeScratchWorld({ files: { 'a.txt': 'a\n', 'b.txt': 'b\n' } });
    const { repo } = world;
    unlinkSync(join(repo, 'a.txt'));
    // Whoever may read everything still cannot read what is no file.
    const { execFileSync } = await import('node:child_process');
    execFileSync('mkfifo', [join(repo, 'a.txt')]);
    const { space, files } = await workTreeOf(world);
    expect(space.notes).toEqual(['a.txt cannot be read and is taken as it was last staged']);
    expect(files['a.txt']).toBe('a\n');
  });

  test('line ends are converted as the user has set it', async () => {
    await using world = makeScratchWorld({ files: { 'a.txt': 'a\nb\n', '.gitattributes': '*.bin -text\n' } });
    const { repo } = world;
    git(repo, 'config', 'core.autocrlf', 'true');
    writeFiles(repo, { 'a.txt': 'a\r\nB\r\n', 'x.bin': 'x\r\n' });
    const { space, files } = await workTreeOf(world);
    expect(files['a.txt']).toBe('a\r\nB\r\n');
    const units = space.changes(space.history(1)[0]?.tree ?? '', space.workTree);
    expect(units.map(({ id }) => id)).toEqual(['a.txt@-2,1+2,1', 'x.bin@added']);
  });

  test("the user's own rules on what is ignored hold", async () => {
    using home = makeFolder();
    writeFiles(home.path, { gitconfig: `[core]\n\texcludesFile = ${home.path}/mine\n`, mine: '*.mine\n' });
    const earlier = process.env.GIT_CONFIG_GLOBAL;
    process.env.GIT_CONFIG_GLOBAL = join(home.path, 'gitconfig');
    try {
      await using world = makeScratchWorld({ files: { 'a.txt': 'a\n' } });
      writeFiles(world.repo, { 'x.mine': 'x', 'y.repo': 'y', 'z.txt': 'z\n' });
      writeFiles(world.repo, { '.git/info/exclude': '*.repo\n' });
      const space = world.open();
      const units = space.changes(space.history(1)[0]?.tree ?? '', space.workTree);
      expect(units.map(({ path }) => path)).toEqual(['z.txt']);
    } finally {
      if (earlier === undefined) delete process.env.GIT_CONFIG_GLOBAL;
      else process.env.GIT_CONFIG_GLOBAL = earlier;
    }
  });

  test('filters are not run', async () => {
    await using world = makeScratchWorld({
      files: { 'a.txt': 'a\n', '.gitattributes': '*.txt filter=trap\n' },
    });
    const { repo } = world;
    git(repo, 'config', 'filter.trap.clean', `touch ${repo}/sprung; cat`);
    git(repo, 'config', 'filter.trap.smudge', `touch ${repo}/sprung; cat`);
    writeFiles(repo, { 'a.txt': 'changed\n' });
    const { files } = await workTreeOf(world);
    expect(files['a.txt']).toBe('changed\n');
  });
});

describe('where the workspace lies', () => {
  test('in a subdirectory, paths are its own and lead out of it', async () => {
    await using world = makeScratchWorld({ files: { 'web/a.txt': 'a\n', 'lib/b.txt': 'b\n' } });
    const { repo } = world;
    writeFiles(repo, { 'web/a.txt': 'A\n', 'lib/b.txt': 'B\n' });
    const space = world.open(join(repo, 'web'));
    expect(space.prefix).toBe('web/');
    const before = space.history(1)[0]?.tree ?? '';
    expect(space.changes(before, space.workTree).map(({ path }) => path)).toEqual(['../lib/b.txt', 'a.txt']);
    const carried = space.carry(space.workTree, { from: before, paths: ['a.txt'] });
    const found = await world.pool(space).withState(carried, async (slot) => ({
      here: filesOf(slot.directory),
      all: filesOf(slot.top),
    }));
    expect(found.here).toEqual({ 'a.txt': 'a\n' });
    expect(found.all).toEqual({ 'web/a.txt': 'a\n', 'lib/b.txt': 'B\n' });
  });

  test('in a linked work tree', async () => {
    await using world = makeScratchWorld({ files: { 'a.txt': 'a\n' } });
    const linked = join(world.repo, '..', 'linked');
    git(world.repo, 'worktree', 'add', '-q', linked);
    writeFiles(linked, { 'a.txt': 'linked\n', 'n.txt': 'n\n' });
    const { space, files } = await workTreeOf(world, linked);
    expect(files).toEqual({ 'a.txt': 'linked\n', 'n.txt': 'n\n' });
    expect(space.history(9)).toHaveLength(1);
  });

  test('in a shallow clone, and in one that borrows objects', async () => {
    await using world = makeScratchWorld({ files: { 'a.txt': '1\n' } });
    const { repo } = world;
    for (const text of ['2\n', '3\n']) {
      writeFiles(repo, { 'a.txt': text });
      commitAll(repo);
    }
    const shallow = join(repo, '..', 'shallow');
    const shared = join(repo, '..', 'shared');
    git(repo, 'clone', '-q', '--depth=2', `file://${repo}`, shallow);
    git(repo, 'clone', '-q', '--shared', repo, shared);
    expect(world.open(shallow).history(9)).toHaveLength(2);
    const space = world.open(shared);
    expect(space.history(9)).toHaveLength(3);
    expect(space.resolve('HEAD~1')).toEqual(space.history(2)[1]);
  });

  test('with a repository inside and a submodule', async () => {
    await using world = makeScratchWorld({ files: { 'a.txt': 'a\n' } });
    const { repo } = world;
    using other = makeFolder();
    git(other.path, 'init', '-q');
    writeFiles(other.path, { 's.txt': 's\n' });
    commitAll(other.path);
    git(repo, 'submodule', '--quiet', 'add', other.path, 'sub');
    commitAll(repo);
    writeFiles(repo, { 'nested/in.txt': 'in\n', 'sub/s.txt': 'dirty\n' });
    mkdirSync(join(repo, 'bare'));
    git(join(repo, 'nested'), 'init', '-q');
    git(join(repo, 'bare'), 'init', '-q');
    const { space, files } = await workTreeOf(world);
    expect(space.notes).toEqual(['the submodule sub has changes of its own, which every state will have']);
    expect(files['sub/s.txt']).toBe('dirty\n');
    expect(files['sub/.git']).toBeUndefined();
    expect(Object.keys(files).some((path) => path.startsWith('nested'))).toBe(false);
    expect(space.changes(space.history(1)[0]?.tree ?? '', space.workTree)).toEqual([]);
  });
});

test('files that are written in the end are no part of the work tree, unless git follows them', async () => {
  await using world = makeScratchWorld({ files: { 'a.txt': 'a\n' } });
  writeFiles(world.repo, { 'fix.patch': 'of an earlier run\n', 'a.txt': 'changed\n' });
  git(world.repo, 'commit', '--quiet', '--all', '--message', 'changed');
  const space = openStateSpace(world.repo, {
    directory: world.scratch,
    leavesOut: ['fix.patch', 'a.txt'].map((name) => join(world.repo, name)),
  });
  try {
    expect(space.workTree).toBe(space.history(1)[0]?.tree);
  } finally {
    space.close();
  }
});

describe('what is refused', () => {
  test('a folder without a repository', () => {
    using folder = makeFolder();
    expect(() => openStateSpace(folder.path)).toThrow(/no git repository/);
  });

  test('a repository that leads elsewhere', async () => {
    await using world = makeScratchWorld({ files: { 'a.txt': 'a\n' } });
    const refs = join(world.repo, '.git/refs/heads');
    renameSync(refs, join(world.repo, '..', 'heads'));
    symlinkSync(join(world.repo, '..', 'heads'), refs);
    expect(() => openStateSpace(world.repo, { directory: world.scratch })).toThrow(/led out/);
  });

  test('a place for states within the repository', async () => {
    await using world = makeScratchWorld({ files: { 'a.txt': 'a\n' } });
    expect(() => openStateSpace(world.repo, { directory: join(world.repo, 'tmp') })).toThrow(
      /in the workspace/,
    );
  });
});
