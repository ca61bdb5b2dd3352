// The git reader against real git: revisions, shallow and partial clones, workspaces below the top, changes, and
// repositories that configure programs to be run.

import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { openGitReader } from '../../src/adapters/git/index.ts';
import { createChangeHistory, parseGitLog } from '../../src/context/index.ts';
import { commitAll, git, makeFolder, writeFiles } from '../context/workspace.ts';

/** Makes a repository with two commits and a folder below. */
function makeRepository() {
  const folder = makeFolder();
  const repo = join(folder.path, 'repo');
  mkdirSync(repo);
  git(repo, 'init', '--quiet');
  writeFiles(repo, { 'a.ts': '1', 'one/b.ts': '1', '.gitignore': '*.log\n' });
  commitAll(repo);
  writeFiles(repo, { 'one/b.ts': '2', 'one/é.ts': '1' });
  commitAll(repo);
  return { ...folder, repo, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

function historyOf(root: string) {
  const reader = openGitReader(root);
  const log = reader.log(reader.revision()?.commit ?? '');
  return (
    log && createChangeHistory(parseGitLog(new TextDecoder().decode(log))).changes.map(({ paths }) => paths)
  );
}

describe('the revision', () => {
  test('is the commit at hand, in a folder below as at the top', () => {
    using folder = makeRepository();
    const commit = git(folder.repo, 'rev-parse', 'HEAD').trim();
    for (const root of [folder.repo, join(folder.repo, 'one')])
      expect(openGitReader(root).revision()).toEqual({ commit, depth: 'full' });
  });

  test('is shallow in a shallow clone, also in its work trees', () => {
    using folder = makeRepository();
    const clone = join(folder.path, 'clone');
    git(folder.path, 'clone', '--quiet', '--depth', '1', `file://${folder.repo}`, 'clone');
    git(clone, 'worktree', 'add', '--quiet', join(folder.path, 'tree'));
    for (const root of [clone, join(folder.path, 'tree')])
      expect(openGitReader(root).revision()?.depth).toBe('shallow');
    // Its one commit seems to have added everything, and is no history.
    expect(historyOf(clone)).toEqual([]);
  });

  test('is not there without a repository, a commit, or git', () => {
    using folder = makeFolder();
    const isNothing = () => {
      const reader = openGitReader(folder.path);
      return [reader.revision(), reader.log('0'.repeat(40))];
    };
    expect(isNothing()).toEqual([null, null]);
    expect(openGitReader(folder.path).changedPaths()).toBe(null);
    git(folder.path, 'init', '--quiet');
    expect(isNothing()).toEqual([null, null]);
    commitAll(folder.path);
    vi.stubEnv('PATH', '/nonexistent');
    try {
      expect([...isNothing(), openGitReader(folder.path).changedPaths()]).toEqual([null, null, null]);
    } finally {
      vi.unstubAllEnvs();
    }
  });
});

describe('the log', () => {
  test('is of the workspace, with paths from there', () => {
    using folder = makeRepository();
    writeFiles(folder.repo, { 'a.ts': '3' });
    commitAll(folder.repo);
    expect(historyOf(folder.repo)).toEqual([
      ['a.ts'],
      ['one/b.ts', 'one/é.ts'],
      ['.gitignore', 'a.ts', 'one/b.ts'],
    ]);
    expect(historyOf(join(folder.repo, 'one'))).toEqual([['b.ts', 'é.ts'], ['b.ts']]);
  });

  test('is not bent by what a repository sets', () => {
    using folder = makeRepository();
    const before = historyOf(folder.repo);
    for (const [key, value] of [
      ['log.showRoot', 'false'],
      ['log.follow', 'true'],
      ['diff.relative', 'true'],
      ['color.ui', 'always'],
      ['format.pretty', 'fuller'],
    ] as const)
      git(folder.repo, 'config', key, value);
    expect(historyOf(folder.repo)).toEqual(before);
  });

  test.each(['blob:none', 'tree:0'])(
    'of a partial clone without %s is there or null, and nothing is fetched',
    (filter) => {
      using folder = makeRepository();
      git(folder.repo, 'config', 'uploadpack.allowFilter', 'true');
      git(
        folder.path,
        'clone',
        '--quiet',
        '--no-checkout',
        `--filter=${filter}`,
        `file://${folder.repo}`,
        'clone',
      );
      const clone = join(folder.path, 'clone');
      const missing = () =>
        git(clone, 'rev-list', '--objects', '--all', '--missing=print').match(/^\?/gm)?.length;
      const before = missing();
      expect(before).toBeGreaterThan(0);
      expect(historyOf(clone)).toEqual(filter === 'blob:none' ? historyOf(folder.repo) : null);
      expect(openGitReader(clone).revision()).toEqual(openGitReader(folder.repo).revision());
      openGitReader(clone).changedPaths();
      expect(missing()).toBe(before);
    },
  );
});

describe('what has changed', () => {
  test('is what was modified, staged, deleted or is new, and not what is ignored', () => {
    using folder = makeRepository();
    writeFiles(folder.repo, { 'one/b.ts': '3', 'one/new/c.ts': '', 'x.log': '', staged: '', 'Z ü': '' });
    git(folder.repo, 'add', 'staged');
    git(folder.repo, 'rm', '--quiet', 'a.ts');
    mkdirSync(join(folder.repo, 'nested'));
    git(join(folder.repo, 'nested'), 'init', '--quiet');
    commitAll(join(folder.repo, 'nested'));
    expect(openGitReader(folder.repo).changedPaths()).toEqual([
      'Z ü',
      'a.ts',
      'one/b.ts',
      'one/new/c.ts',
      'staged',
    ]);
    expect(openGitReader(join(folder.repo, 'one')).changedPaths()).toEqual(['b.ts', 'new/c.ts']);
  });

  test('is nothing where a file was only touched, or moved there and back', () => {
    using folder = makeRepository();
    writeFileSync(join(folder.repo, 'a.ts'), '1');
    expect(openGitReader(folder.repo).changedPaths()).toEqual([]);
  });
});

test('a submodule that a commit moved is told by its two commits, whatever is there of it', () => {
  using folder = makeRepository();
  const move = (to: string) => {
    git(folder.repo, 'update-index', '--add', '--cacheinfo', `160000,${to.repeat(40)},module`);
    git(folder.repo, 'commit', '--quiet', '-m', to);
  };
  move('1');
  move('2');
  const [diff] =
    openGitReader(folder.repo).readDiffs([git(folder.repo, 'rev-parse', 'HEAD').trim()])?.diffs ?? [];
  expect(diff?.files).toMatchObject([
    {
      path: 'module',
      kind: 'modified',
      hunks: [
        { removed: [`Subproject commit ${'1'.repeat(40)}`], added: [`Subproject commit ${'2'.repeat(40)}`] },
      ],
    },
  ]);
});

describe('what a merge itself changed', () => {
  /** Makes two sides that meet, and merges them as told. */
  function merged(files: {
    readonly base: Readonly<Record<string, string>>;
    readonly left: Readonly<Record<string, string>>;
    readonly right: Readonly<Record<string, string>>;
    readonly result: Readonly<Record<string, string>>;
  }) {
    const folder = makeFolder();
    const at = folder.path;
    git(at, 'init', '--quiet');
    writeFiles(at, files.base);
    commitAll(at, 'base');
    commitAll(at, 'nothing');
    git(at, 'switch', '--quiet', '--create', 'side');
    writeFiles(at, files.right);
    commitAll(at, 'right');
    git(at, 'switch', '--quiet', 'main');
    writeFiles(at, files.left);
    commitAll(at, 'left');
    git(at, 'merge', '--quiet', '--no-commit', '--strategy-option=ours', 'side');
    writeFiles(at, files.result);
    commitAll(at, 'meet');
    const head = git(at, 'rev-parse', 'HEAD').trim();
    const reader = openGitReader(at);
    return { folder, head, reader, [Symbol.dispose]: () => folder[Symbol.dispose]() };
  }

  const lines = (text: string) => `${text.split(' ').join('\n')}\n`;

  test('are the lines of no side and those that both had, with their places', () => {
    using at = merged({
      base: { 'one/a.ts': lines('1 2 3 4 5 6 7 8 9'), 'same.ts': 'x\n', 'gone.ts': 'g\n' },
      left: { 'one/a.ts': lines('1 2 left 4 5 6 7 8 9'), 'left.ts': 'l\n' },
      right: { 'one/a.ts': lines('1 2 right 4 5 6 7 8 nine') },
      result: { 'one/a.ts': lines('1 new 2 both 4 5 6 8 nine'), 'same.ts': 'y\n', 'added.ts': 'a\n' },
    });
    const diffs = at.reader.readMerges([at.head]);
    expect(diffs).toMatchObject([{ commit: at.head, subject: 'meet' }]);
    const told = diffs[0]?.files.map(({ path, kind, hunks }) => ({ path, kind, hunks }));
    expect(told).toEqual([
      { path: 'added.ts', kind: 'added', hunks: [{ oldStart: 0, newStart: 1, removed: [], added: ['a'] }] },
      {
        path: 'one/a.ts',
        kind: 'modified',
        hunks: [
          { oldStart: 1, newStart: 2, removed: [], added: ['new'] },
          { oldStart: 3, newStart: 4, removed: ['left'], added: ['both'] },
          { oldStart: 7, newStart: 7, removed: ['7'], added: [] },
        ],
      },
      {
        path: 'same.ts',
        kind: 'modified',
        hunks: [{ oldStart: 1, newStart: 1, removed: ['x'], added: ['y'] }],
      },
    ]);
    // The same lines, under the names that they have for a workspace below the top.
    const below = openGitReader(join(at.folder.path, 'one')).readMerges([at.head]);
    expect(below[0]?.files.map(({ path }) => path)).toEqual(['a.ts']);
  });

  test('is nothing where both sides changed one file and git could merge it, or one renamed what the other changed', () => {
    using at = merged({
      base: { 'a.ts': lines('1 2 3 4 5 6 7 8 9'), 'old.ts': lines('a b c d e f g h i j k') },
      left: { 'a.ts': lines('one 2 3 4 5 6 7 8 9') },
      right: { 'a.ts': lines('1 2 3 4 5 6 7 8 nine') },
      result: {},
    });
    expect(at.reader.readMerges([at.head])).toMatchObject([{ commit: at.head, files: [] }]);
    const folder = at.folder.path;
    git(folder, 'switch', '--quiet', '--create', 'rename', 'HEAD~1');
    git(folder, 'mv', 'old.ts', 'new.ts');
    commitAll(folder);
    git(folder, 'switch', '--quiet', 'main');
    writeFiles(folder, { 'old.ts': lines('a b c d e f g h i j K') });
    commitAll(folder);
    git(folder, 'merge', '--quiet', '--no-edit', 'rename');
    expect(git(folder, 'show', 'HEAD:new.ts')).toContain('K');
    const head = git(folder, 'rev-parse', 'HEAD').trim();
    expect(at.reader.readMerges([head])).toMatchObject([{ commit: head, files: [] }]);
  });

  test('comes beside the commits that are asked for, and does not count', () => {
    using at = merged({
      base: { 'a.ts': '1\n' },
      left: { 'b.ts': '1\n' },
      right: { 'c.ts': '1\n' },
      result: { 'a.ts': '2\n' },
    });
    const list = at.reader.listCommits({ from: at.head, limit: 2 });
    expect(list?.commits).toHaveLength(3);
    expect(list).toMatchObject({ merges: new Set([at.head]), isCut: true });
    const all = at.reader.listCommits({ from: at.head, limit: 3 });
    // The first commit of all seems to have added everything.
    expect(all?.commits).toHaveLength(4);
    expect(all?.isCut).toBe(false);
    expect(at.reader.readDiffs(list?.commits ?? [])?.diffs).toHaveLength(2);
  });

  test('is seen from a folder that neither side changed', () => {
    using at = merged({
      base: { 'app/a.ts': '1\n' },
      left: { 'b.ts': '1\n' },
      right: { 'c.ts': '1\n' },
      result: { 'app/a.ts': '2\n' },
    });
    const reader = openGitReader(join(at.folder.path, 'app'));
    expect(reader.listCommits({ from: at.head, limit: 5 })?.merges).toEqual(new Set([at.head]));
    expect(reader.readMerges([at.head])).toMatchObject([{ commit: at.head, files: [{ path: 'a.ts' }] }]);
  });
});

describe('nothing that a repository configures is run', () => {
  /** Sets a trap in every setting that names a program, and returns whether it was sprung. */
  function setTraps(repo: string, place: string): () => boolean {
    const program = join(place, 'program');
    const sprung = join(place, 'sprung');
    writeFileSync(program, `#!/bin/sh\necho "$0" >> "${sprung}"\ncat\n`);
    chmodSync(program, 0o755);
    const keys = [
      'filter.f.clean',
      'filter.f.smudge',
      'filter.g.process',
      'gpg.program',
      'core.pager',
      'pager.log',
    ];
    const more = ['core.fsmonitor', 'diff.external', 'diff.f.textconv', 'diff.f.command', 'core.sshCommand'];
    for (const key of [...keys, ...more]) git(repo, 'config', key, program);
    for (const key of ['alias.log', 'alias.status']) git(repo, 'config', key, `!${program}`);
    git(repo, 'config', 'filter.f.required', 'true');
    git(repo, 'config', 'log.showSignature', 'true');
    return () => existsSync(sprung);
  }

  /** Makes a commit that says that it is signed, so that showing signatures would ask a program. */
  function commitSigned(repo: string): void {
    const body = git(repo, 'cat-file', 'commit', 'HEAD');
    const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n';
    writeFileSync(join(repo, '.git/signed'), body.replace('\n\n', `\n${signature}\n`));
    const commit = git(repo, 'hash-object', '-t', 'commit', '-w', '.git/signed').trim();
    git(repo, 'update-ref', 'HEAD', commit);
  }

  test('by the log or the status', () => {
    using folder = makeRepository();
    writeFiles(folder.repo, { '.gitattributes': '*.ts filter=f diff=f\n*.g filter=g\n', 'a.g': '1' });
    commitAll(folder.repo);
    commitSigned(folder.repo);
    const isSprung = setTraps(folder.repo, folder.path);
    writeFiles(folder.repo, { 'a.ts': '9', 'a.g': '9' });
    const reader = openGitReader(folder.repo);
    expect(reader.log(reader.revision()?.commit ?? '')?.length).toBeGreaterThan(0);
    expect(reader.changedPaths()).toEqual(['a.g', 'a.ts']);
    expect(isSprung()).toBe(false);
    // The trap is a real one: the same questions asked without care spring it.
    git(folder.repo, '-c', 'core.fsmonitor=false', '-c', 'filter.f.required=false', 'status', '--porcelain');
    expect(isSprung()).toBe(true);
  });

  test('even where a filter has a name that cannot be silenced: then nothing is told', () => {
    using folder = makeRepository();
    writeFiles(folder.repo, { '.gitattributes': '*.ts filter=a=b\n' });
    const isSprung = setTraps(folder.repo, folder.path);
    git(folder.repo, 'config', 'filter.a=b.clean', join(folder.path, 'program'));
    writeFiles(folder.repo, { 'a.ts': '9' });
    expect(openGitReader(folder.repo).changedPaths()).toBe(null);
    expect(isSprung()).toBe(false);
  });
});
