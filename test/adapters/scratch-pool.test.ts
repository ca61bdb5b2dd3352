// States on the disk: entered in place, cleaned between runs, given what git ignores, and removed.

import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openScratchPool, type ScratchPool } from '../../src/adapters/git/scratch/index.ts';
import { toByteText } from '../../src/context/index.ts';
import { commitAll, git, writeFiles } from '../context/workspace.ts';
import { everythingOf, filesOf, makeScratchWorld } from './scratch-world.ts';

const enter = (pool: ScratchPool, tree: string, work: (top: string) => void = () => {}) =>
  pool.withState(tree, async ({ top }) => {
    const found = filesOf(top);
    work(top);
    return found;
  });

describe('the next state', () => {
  test('is reached by changing what differs, and no other file gets a new time', async () => {
    await using world = makeScratchWorld({
      files: { 'same.txt': 's\n', 'a.txt': '1\n', 'old/x.txt': 'x\n' },
    });
    writeFiles(world.repo, { 'a.txt': '2\n', 'new/y.txt': 'y\n' });
    rmSync(join(world.repo, 'old'), { recursive: true });
    const space = world.open();
    const [before = ''] = space.history(1).map(({ tree }) => tree);
    const pool = world.pool(space);
    const times = (top: string) => ['same.txt', 'a.txt'].map((path) => lstatSync(join(top, path)).mtimeMs);
    const user = lstatSync(join(world.repo, 'same.txt')).mtimeMs;
    const first = await pool.withState(space.workTree, async ({ top }) => times(top));
    expect(Math.abs((first[0] ?? 0) - user)).toBeLessThan(1);
    const second = await pool.withState(before, async ({ top }) => {
      expect(filesOf(top)).toEqual({ 'same.txt': 's\n', 'a.txt': '1\n', 'old/x.txt': 'x\n' });
      return times(top);
    });
    expect(second[0]).toBe(first[0]);
    // Equal sizes and equal seconds would be one version to Python.
    expect(Math.floor((second[1] ?? 0) / 1000)).toBeGreaterThan(Math.floor((first[1] ?? 0) / 1000));
    const third = await pool.withState(before, async ({ top }) => times(top));
    expect(third).toEqual(second);
    expect(await enter(pool, space.workTree)).toEqual({
      'same.txt': 's\n',
      'a.txt': '2\n',
      'new/y.txt': 'y\n',
    });
  });

  test('has nothing of what a run changed, removed, closed or left', async () => {
    const files = {
      'a.txt': 'a\n',
      'src/b.txt': 'b\n',
      'src/deep/c.txt': 'c\n',
      '.gitignore': '*.log\ntarget/\n',
    };
    await using world = makeScratchWorld({ files });
    const space = world.open();
    const pool = world.pool(space);
    const outside = join(world.scratch, '..', 'outside');
    writeFiles(outside, { 'precious.txt': 'kept\n' });
    const kept = everythingOf(outside);
    await enter(pool, space.workTree, (top) => {
      writeFiles(top, {
        'a.txt': 'A\n',
        'left/over.txt': 'x',
        'x.log': 'x',
        'target/warm.o': 'o',
        'dist/x': 'x',
      });
      rmSync(join(top, 'src/b.txt'));
      symlinkSync(outside, join(top, 'src/out'));
      symlinkSync(outside, join(top, 'out'));
      writeFileSync(Buffer.concat([Buffer.from(`${top}/`), Buffer.from([0xff])]), 'x');
      mkdirSync(join(top, 'empty'));
      mkdirSync(join(top, 'closed'));
      writeFiles(top, { 'closed/x.txt': 'x' });
      chmodSync(join(top, 'closed'), 0o000);
      chmodSync(join(top, 'src'), 0o500);
    });
    expect(await enter(pool, space.workTree)).toEqual({ ...files, 'target/warm.o': 'o' });
    await enter(pool, space.workTree, (top) => {
      rmSync(join(top, 'src'), { recursive: true });
      symlinkSync(outside, join(top, 'src'));
    });
    expect(await enter(pool, space.workTree)).toEqual({ ...files, 'target/warm.o': 'o' });
    expect(everythingOf(outside)).toEqual(kept);
    await enter(pool, space.workTree, (top) => {
      renameSync(top, `${top}.moved`);
    });
    expect(await enter(pool, space.workTree)).toEqual(files);
  });

  test('keeps what was compiled of files that stay, and of no others', async () => {
    await using world = makeScratchWorld({
      files: { 'a.py': '1\n', 'pkg/b.py': '1\n', '.gitignore': '__pycache__\n' },
    });
    writeFiles(world.repo, { 'a.py': '2\n' });
    const space = world.open();
    const pool = world.pool(space);
    const compiled = ['__pycache__/a.cpython-311.pyc', 'pkg/__pycache__/b.cpython-311.pyc'];
    await pool.withState(space.workTree, async ({ top }) =>
      writeFiles(top, Object.fromEntries(compiled.map((path) => [path, 'compiled']))),
    );
    const [before = ''] = space.history(1).map(({ tree }) => tree);
    const found = await enter(pool, before);
    expect(compiled.filter((path) => path in found)).toEqual([compiled[1]]);
  });

  test('keeps what a run built only where its tool sees by itself what is out of date', async () => {
    const ignore = 'target/\nbuild/\n.gradle/\ndist/\n';
    await using world = makeScratchWorld({
      files: {
        ...{ '.gitignore': ignore, 'a.txt': '1\n', 'maven/pom.xml': '', 'own/x.txt': '' },
        ...{ 'rust/Cargo.toml': '', 'gradle/build.gradle.kts': '', 'python/setup.py': '' },
      },
    });
    writeFiles(world.repo, {
      ...{ 'a.txt': '2\n', 'maven/target/mine': 'm', 'own/target/mine': 'o', 'dist/mine': 'd' },
      ...{ 'rust/target/mine': 'r', 'gradle/build/mine': 'g', 'python/build/mine': 'p' },
    });
    const space = world.open();
    const [before = ''] = space.history(1).map(({ tree }) => tree);
    const pool = world.pool(space);
    const folders = ['maven/target', 'own/target', 'dist', 'rust/target', 'gradle/build', 'python/build'];
    const builtIn = async (tree: string) => {
      const files = await enter(pool, tree, (top) =>
        writeFiles(top, Object.fromEntries(folders.map((folder) => [`${folder}/${tree}`, 'left']))),
      );
      const built = Object.keys(files).filter((path) =>
        folders.some((folder) => path.startsWith(`${folder}/`)),
      );
      return built.map((path) => path.replace(before, 'before').replace(space.workTree, 'now')).sort();
    };
    const brought = [
      'dist/mine',
      'gradle/build/mine',
      'own/target/mine',
      'python/build/mine',
      'rust/target/mine',
    ];
    expect(await builtIn(space.workTree)).toEqual(brought);
    const exact = ['gradle/build/now', 'rust/target/now'];
    expect(await builtIn(space.workTree)).toEqual([...brought, ...exact, 'maven/target/now'].sort());
    expect(await builtIn(before)).toEqual([...brought, ...exact].sort());
  });
});

describe('what git ignores', () => {
  const ignore = 'node_modules/\n.venv/\n.env\ntarget/\nvendor/\n*.log\n.cache/\ngenerated/\n_version.py\n';

  test('comes along by rule, and only where it is there', async () => {
    await using world = makeScratchWorld({
      files: { '.gitignore': ignore, 'packages/own/index.js': 'own\n' },
    });
    const { repo } = world;
    writeFiles(repo, {
      'node_modules/left/index.js': 'left\n',
      'node_modules/@scope/pkg/index.js': 'scoped\n',
      'node_modules/.vite/results.json': '{}',
      'node_modules/left/cli.js': 'cli\n',
      'packages/own/node_modules/dep/index.js': 'dep\n',
      '.env': 'SECRET=1\n',
      'target/a.o': 'o',
      'generated/code.py': 'g\n',
      '_version.py': 'v\n',
      'x.log': 'log',
      '.cache/x': 'x',
    });
    mkdirSync(join(repo, 'node_modules/.bin'));
    symlinkSync('../left/cli.js', join(repo, 'node_modules/.bin/left'));
    symlinkSync('../packages/own', join(repo, 'node_modules/own'));
    mkdirSync(join(repo, 'fixtures/empty'), { recursive: true });
    const space = world.open();
    const pool = world.pool(space);
    expect([...pool.brought].sort((one, other) => (one.path < other.path ? -1 : 1))).toEqual([
      { path: '.env', how: 'copied' },
      { path: '_version.py', how: 'copied' },
      { path: 'fixtures', how: 'copied' },
      { path: 'generated', how: 'copied' },
      { path: 'node_modules', how: 'linked' },
      { path: 'packages/own/node_modules', how: 'linked' },
      { path: 'target', how: 'copied' },
    ]);
    const look = (top: string) => {
      expect(readFileSync(join(top, 'node_modules/left/index.js'), 'utf8')).toBe('left\n');
      expect(readFileSync(join(top, 'node_modules/@scope/pkg/index.js'), 'utf8')).toBe('scoped\n');
      expect(readFileSync(join(top, 'packages/own/node_modules/dep/index.js'), 'utf8')).toBe('dep\n');
      expect(lstatSync(join(top, 'node_modules')).isSymbolicLink()).toBe(false);
      expect(readlinkSync(join(top, 'node_modules/own'))).toBe('../packages/own');
      expect(readlinkSync(join(top, 'node_modules/.bin/left'))).toBe('../left/cli.js');
      expect(existsSync(join(top, 'node_modules/.vite'))).toBe(false);
      expect(existsSync(join(top, 'x.log')) || existsSync(join(top, '.cache'))).toBe(false);
      expect(readFileSync(join(top, '.env'), 'utf8')).toBe('SECRET=1\n');
      expect(readdirSync(join(top, 'generated'))).toEqual(['code.py']);
      expect(existsSync(join(top, 'fixtures/empty'))).toBe(true);
    };
    await pool.withState(space.workTree, async ({ top }) => {
      look(top);
      writeFiles(top, { '.env': 'CHANGED=1\n', 'generated/more.py': 'm\n', 'node_modules/.vite/x': 'x' });
      rmSync(join(top, 'fixtures'), { recursive: true });
      rmSync(join(top, 'node_modules/.vite'), { recursive: true });
    });
    await pool.withState(space.workTree, async ({ top }) => look(top));
  });

  test('of a Python environment, what names the work tree names the state', async () => {
    await using world = makeScratchWorld({ files: { '.gitignore': ignore, 'src/own.py': 'x = 1\n' } });
    const { repo } = world;
    const packages = '.venv/lib/python3.11/site-packages';
    writeFiles(repo, {
      '.venv/pyvenv.cfg': 'home = /usr/bin\n',
      '.venv/bin/pytest': `#!${repo}/.venv/bin/python\nprint(1)\n`,
      [`${packages}/own.pth`]: `${repo}/src\n`,
      [`${packages}/dep/__init__.py`]: 'dep\n',
    });
    chmodSync(join(repo, '.venv/bin/pytest'), 0o755);
    symlinkSync('/usr/bin/python3', join(repo, '.venv/bin/python'));
    const space = world.open();
    await world.pool(space).withState(space.workTree, async ({ top }) => {
      expect(readFileSync(join(top, packages, 'own.pth'), 'utf8')).toBe(`${top}/src\n`);
      expect(readFileSync(join(top, '.venv/bin/pytest'), 'utf8')).toBe(
        `#!${top}/.venv/bin/python\nprint(1)\n`,
      );
      expect(lstatSync(join(top, '.venv/bin/pytest')).mode & 0o111).toBe(0o111);
      expect(readlinkSync(join(top, '.venv/bin/python'))).toBe('/usr/bin/python3');
      expect(readlinkSync(join(top, packages, 'dep'))).toBe(join(repo, packages, 'dep'));
    });
  });

  test('of Python environments that a run installs into, the state has its own', async () => {
    await using world = makeScratchWorld({
      files: { '.gitignore': `${ignore}.tox/\n`, 'src/own.py': 'x = 1\n' },
    });
    const { repo } = world;
    const module = 'lib/python3.11/site-packages/dep/__init__.py';
    for (const place of ['.tox/py', '.venv']) {
      writeFiles(repo, {
        [`${place}/pyvenv.cfg`]: 'home = /usr/bin\n',
        [`${place}/bin/pytest`]: `#!${repo}/${place}/bin/python\n`,
        [`${place}/${module}`]: 'dep\n',
      });
      symlinkSync('/usr/bin/python3', join(repo, place, 'bin/python'));
    }
    writeFiles(repo, { '.tox/log/1.log': 'log' });
    const space = world.open();
    const builds = openScratchPool(space, { isBuilt: true });
    // What is written here is not the user's, else the world would see it.
    for (const [pool, places] of [
      [world.pool(space), ['.tox/py']],
      [builds, ['.tox/py', '.venv']],
    ] as const)
      await pool.withState(space.workTree, async ({ top }) => {
        for (const place of places) {
          expect(readFileSync(join(top, place, 'bin/pytest'), 'utf8')).toBe(`#!${top}/${place}/bin/python\n`);
          expect(readlinkSync(join(top, place, 'bin/python'))).toBe('/usr/bin/python3');
          writeFileSync(join(top, place, module), 'another version\n');
        }
        expect(existsSync(join(top, '.tox/log'))).toBe(false);
      });
  });

  test('is told apart where lock files differ', async () => {
    await using world = makeScratchWorld({ files: { 'web/package-lock.json': '{}\n', 'a.txt': 'a\n' } });
    writeFiles(world.repo, { 'web/package-lock.json': '{"a":1}\n', 'a.txt': 'b\n' });
    commitAll(world.repo);
    writeFiles(world.repo, { 'a.txt': 'c\n' });
    const space = world.open();
    const [now, earlier] = space.history(2).map(({ tree }) => tree) as [string, string];
    const pool = world.pool(space);
    expect(pool.notesOn(now)).toEqual([]);
    expect(pool.notesOn(earlier)).toEqual([
      'web/package-lock.json differs at some states, which were run with the packages installed today; --build CMD can install their own',
    ]);
    expect(openScratchPool(space, { isBuilt: true }).notesOn(earlier)).toEqual([]);
  });

  test('does not stand in the way of a state that has it', async () => {
    await using world = makeScratchWorld({ files: { 'generated/code.py': 'tracked\n' } });
    const { repo } = world;
    git(repo, 'rm', '-q', '--cached', '-r', 'generated');
    writeFiles(repo, { '.gitignore': ignore, 'generated/code.py': 'mine\n' });
    commitAll(repo);
    const space = world.open();
    const [now, earlier] = space.history(2).map(({ tree }) => tree) as [string, string];
    const pool = world.pool(space);
    expect((await enter(pool, now))['generated/code.py']).toBe('mine\n');
    expect((await enter(pool, earlier))['generated/code.py']).toBe('tracked\n');
    expect((await enter(pool, earlier))['generated/code.py']).toBe('tracked\n');
    expect((await enter(pool, now))['generated/code.py']).toBe('mine\n');
  });
});

describe('a submodule', () => {
  /** A repository whose submodule was moved once; the library's first commit and the states, newest first. */
  async function makeMoved(world: ReturnType<typeof makeScratchWorld>) {
    const { repo } = world;
    const library = join(repo, '..', 'library');
    mkdirSync(library);
    git(library, 'init', '--quiet');
    const bump = (text: string) => {
      writeFiles(library, { 'index.js': text, [`only-${text.trim()}.js`]: 'x' });
      git(library, 'add', '--all');
      git(library, 'commit', '--quiet', '--message', text);
    };
    bump('1\n');
    git(repo, 'submodule', '--quiet', 'add', library, 'deps/library');
    commitAll(repo);
    rmSync(join(library, 'only-1.js'));
    bump('2\n');
    git(join(repo, 'deps/library'), 'pull', '--quiet');
    commitAll(repo);
    git(repo, 'rm', '--quiet', '--cached', 'deps/library');
    rmSync(join(repo, 'deps/library'), { recursive: true });
    writeFiles(repo, { 'deps/library': 'no more\n' });
    commitAll(repo);
    git(repo, 'checkout', '--quiet', 'HEAD~1');
    git(repo, 'submodule', '--quiet', 'update', '--init');
    writeFiles(repo, { 'deps/library/own.js': 'uncommitted\n' });
    const space = world.open();
    const gone = git(repo, 'rev-parse', 'main^{tree}').trim();
    const [now, earlier, before] = space.history(3).map(({ tree }) => tree) as [string, string, string];
    return { space, gone, now, earlier, before };
  }
  const inLibrary = (files: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(files).filter(([path]) => path.startsWith('deps/library')));
  const own = {
    'deps/library/index.js': '2\n',
    'deps/library/only-2.js': 'x',
    'deps/library/own.js': 'uncommitted\n',
  };

  test('is laid out as each state has it, and put back after each run', async () => {
    await using world = makeScratchWorld({ files: { 'a.txt': 'a\n' } });
    const { space, gone, now, earlier, before } = await makeMoved(world);
    const pool = world.pool(space);
    const outside = join(world.scratch, '..', 'outside');
    writeFiles(outside, { 'precious.txt': 'kept\n' });
    const spoil = (top: string) => {
      writeFiles(top, { 'deps/library/index.js': 'spoilt\n', 'deps/library/left/over.js': 'x' });
    };
    const look = async (tree: string, work?: (top: string) => void) =>
      inLibrary(await enter(pool, tree, work));
    const older = { 'deps/library/index.js': '1\n', 'deps/library/only-1.js': 'x' };
    expect(await look(now, spoil)).toEqual(own);
    expect(await look(now, spoil)).toEqual(own);
    expect(await look(earlier, spoil)).toEqual(older);
    expect(await look(earlier, spoil)).toEqual(older);
    expect(await look(before)).toEqual({});
    expect(await look(gone)).toEqual({ 'deps/library': 'no more\n' });
    expect(
      await look(earlier, (top) => {
        rmSync(join(top, 'deps/library'), { recursive: true });
        symlinkSync(outside, join(top, 'deps/library'));
      }),
    ).toEqual(older);
    expect(
      await look(now, (top) => {
        rmSync(join(top, 'deps'), { recursive: true });
        symlinkSync(outside, join(top, 'deps'));
      }),
    ).toEqual(own);
    expect(await look(now)).toEqual(own);
    expect(filesOf(outside)).toEqual({ 'precious.txt': 'kept\n' });
    expect([now, earlier, before, gone].flatMap((tree) => pool.notesOn(tree))).toEqual([]);
  });

  test('whose commit is not here has the files of today, and that is said', async () => {
    await using world = makeScratchWorld({ files: { 'a.txt': 'a\n' } });
    const { space, now, earlier } = await makeMoved(world);
    const lost = git(world.repo, 'rev-parse', `${earlier}:deps/library`).trim();
    const edited = space.objects.edit(
      now,
      new Map([[toByteText('deps/library'), { mode: '160000', id: lost.replace(/^.{8}/, '00000000') }]]),
    );
    const pool = world.pool(space);
    expect(inLibrary(await enter(pool, edited))).toEqual(own);
    expect(pool.notesOn(edited)).toEqual([
      'the submodule deps/library is at commits in some states that are not here: these states were run with its files of today',
    ]);
    const added = space.objects.edit(
      now,
      new Map([[toByteText('more'), { mode: '160000', id: lost.replace(/^.{8}/, '00000000') }]]),
    );
    expect(Object.keys(await enter(pool, added)).filter((path) => path.startsWith('more'))).toEqual([]);
    expect(pool.notesOn(added)).toEqual([
      'the submodule more of some states is not here: they were run without it',
    ]);
  });
});

test('a file behind a filter has the bytes of the work tree where git has the same for it', async () => {
  await using world = makeScratchWorld({
    files: { '.gitattributes': '*.big filter=large\n', 'a.big': 'pointer 1\n' },
  });
  const { repo } = world;
  writeFiles(repo, { 'a.big': 'pointer 2\n', 'b.txt': 'b\n' });
  commitAll(repo);
  // As a filter would have it: the index has the pointer and knows the file as unchanged.
  git(repo, 'config', 'filter.large.clean', 'echo pointer 2');
  writeFiles(repo, { 'a.big': 'many bytes\n'.repeat(1000) });
  git(repo, 'add', 'a.big');
  utimesSync(join(repo, 'a.big'), 1_700_000_000, 1_700_000_000);
  git(repo, 'update-index', '--refresh');
  const space = world.open();
  const [now, earlier] = space.history(2).map(({ tree }) => tree) as [string, string];
  expect(space.workTree).toBe(now);
  const pool = world.pool(space);
  for (const [tree, text] of [
    [now, 'many bytes\n'.repeat(1000)],
    [earlier, 'pointer 1\n'],
    [now, 'many bytes\n'.repeat(1000)],
  ])
    expect((await enter(pool, tree ?? ''))['a.big']).toBe(text);
});

test('programs find a repository of their own', async () => {
  await using world = makeScratchWorld({ files: { 'a.txt': 'a\n', 'web/b.txt': 'b\n' } });
  git(world.repo, 'tag', 'v1');
  writeFiles(world.repo, { 'a.txt': 'changed\n' });
  const space = world.open();
  const pool = world.pool(space);
  const ask = (top: string) => [
    git(top, 'rev-parse', '--show-toplevel').trim(),
    git(top, 'describe', '--tags').trim(),
    git(top, 'ls-files').trim().split('\n'),
    git(top, 'status', '--porcelain').trim(),
  ];
  await pool.withState(space.workTree, async ({ top }) => {
    expect(ask(top)).toEqual([top, 'v1', ['a.txt', 'web/b.txt'], 'M  a.txt']);
    git(top, 'checkout', '-q', '-b', 'other');
    rmSync(join(top, '.git/index'));
  });
  const [before = ''] = space.history(1).map(({ tree }) => tree);
  await pool.withState(before, async ({ top }) => expect(ask(top)[3]).toBe(''));
});

test('what a killed process left is removed at the next start, and what a living one has is not', async () => {
  await using world = makeScratchWorld({ files: { 'a.txt': 'a\n' } });
  const door = new URL('../../src/adapters/git/scratch/index.ts', import.meta.url);
  const script = `import { openScratchPool, openStateSpace } from ${JSON.stringify(door.href)};
    const space = openStateSpace(${JSON.stringify(world.repo)}, { directory: ${JSON.stringify(world.scratch)} });
    await openScratchPool(space).withState(space.workTree, async () => process.kill(process.pid, 'SIGKILL'));`;
  const ended = spawnSync(process.execPath, ['--input-type=module', '--eval', script]);
  expect(ended.signal).toBe('SIGKILL');
  const left = readdirSync(world.scratch);
  expect(left).toHaveLength(1);
  const living = world.open();
  world.open();
  expect(readdirSync(world.scratch)).toHaveLength(2);
  expect(readdirSync(world.scratch)).not.toContain(left[0]);
  expect(existsSync(living.directory)).toBe(true);
});
