// Git read through the tools: differences, commits and the origin of lines, without a trace of what is hidden, and
// without anything in the arguments that git could take for something else.

import { mkdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadPolicy } from '../../src/guard/index.ts';
import { toolLimits } from '../../src/tools/index.ts';
import { commitAll, git, writeFiles } from '../context/workspace.ts';
import { type GitWorld, hidingPolicy, makeGitWorld, openPolicy } from './git-world.ts';
import { makeToolWorld } from './tool-world.ts';

type Commits = { readonly both: string; readonly hidden: string; readonly left: string };

/** Commits of visible and hidden files, of hidden ones alone, and one that the branch does not hold. */
function makeHistory(policy = hidingPolicy): GitWorld & Commits {
  const world = makeGitWorld({ policy, files: { 'a.ts': 'one\ntwo\n', 'src/b.ts': 'b\n' } });
  const commit = (files: Readonly<Record<string, string>>, message: string) => {
    writeFiles(world.repo, files);
    commitAll(world.repo, message);
    return git(world.repo, 'rev-parse', 'HEAD').trim();
  };
  const left = commit({ 'src/left.ts': 'left behind\n' }, 'left behind');
  git(world.repo, 'reset', '--quiet', '--hard', 'HEAD^');
  const hidden = commit({ 'src/secret/key.ts': 'hunter1\n' }, 'about hunter');
  const both = commit({ 'src/secret/key.ts': 'hunter2\n', 'a.ts': 'one\nTWO\n' }, 'two\n\nfor both');
  return { ...world, both, hidden, left, [Symbol.dispose]: () => world[Symbol.dispose]() };
}

const HIDDEN = /hunter|secret|key\.ts/;

async function ask(world: GitWorld, names: string, given?: unknown, address = 'root:repo') {
  const { reply } = await world.call(names, address, given);
  return { code: reply.code, data: reply.data, all: JSON.stringify(reply) };
}

describe('what is hidden', () => {
  test.each<[string, (commits: Commits) => unknown]>([
    ['git log', () => ({})],
    ['git show', ({ both }) => ({ commit: both })],
    ['git show', ({ hidden }) => ({ commit: hidden })],
    ['git diff', () => ({})],
    ['git diff', () => ({ staged: true })],
    ['git diff', ({ both }) => ({ commit: both })],
    ['git diff', ({ both }) => ({ commit: both, staged: true, contextLines: 100 })],
  ])('is in no answer of `%s` (%#), though it is where nothing is hidden', async (names, given) => {
    const answers: boolean[] = [];
    for (const policy of [hidingPolicy, openPolicy]) {
      using world = makeHistory(policy);
      writeFiles(world.repo, { 'src/secret/key.ts': 'hunter3\n', 'a.ts': 'ONE\n' });
      git(world.repo, 'add', '--all');
      writeFiles(world.repo, { 'src/secret/key.ts': 'hunter4\n', 'a.ts': 'uno\n' });
      answers.push(HIDDEN.test((await ask(world, names, given(world))).all));
    }
    expect(answers).toEqual([false, true]);
  });

  test('below a file that became a directory is not shown with it', async () => {
    const texts: unknown[] = [];
    for (const policy of [hidingPolicy, openPolicy]) {
      using world = makeHistory(policy);
      rmSync(join(world.repo, 'a.ts'));
      writeFiles(world.repo, { 'a.ts/secret': 'hunter9\n', 'src/b.ts': 'B\n' });
      commitAll(world.repo, 'turn');
      const { code, data } = await ask(world, 'git show', {
        commit: git(world.repo, 'rev-parse', 'HEAD').trim(),
      });
      expect(code).toBe('MCP-GIT-S-005');
      expect(data.text).toContain('+B');
      texts.push(HIDDEN.test(JSON.stringify(data)));
    }
    expect(texts).toEqual([false, true]);
  });

  test.each(['hidden', 'left'] as const)(
    'a commit that is %s answers like one that never was',
    async (which) => {
      using world = makeHistory();
      const never = await ask(world, 'git show', { commit: 'deadbeef' });
      expect(never.code).toBe('MCP-GIT-I-002');
      for (const names of ['git show', 'git diff']) {
        for (const length of [8, 40])
          expect((await ask(world, names, { commit: world[which].slice(0, length) })).all).toBe(never.all);
      }
    },
  );

  test('a line that came from a hidden file has no origin', async () => {
    using world = makeHistory();
    git(world.repo, 'mv', 'src/secret/key.ts', 'open.ts');
    commitAll(world.repo, 'move');
    git(world.repo, 'mv', 'a.ts', 'c.ts');
    commitAll(world.repo, 'move');
    const moved = await ask(world, 'git blame', {}, 'root:repo/open.ts');
    expect(moved.data.lines).toEqual([{ line: 1, text: 'hunter2', commit: null }]);
    const renamed = await ask(world, 'git blame', { fromLine: 2 }, 'root:repo/c.ts');
    expect(renamed.data.lines).toMatchObject([{ line: 2, text: 'TWO', commit: world.both, author: 'A' }]);
  });
});

/** A policy in which nothing of the repository is seen but through the registry. */
const registryPolicy = loadPolicy(`policy: listed
modes: [forge]
registry: mod
roots: { repo: { hidden: [.git] }, case: {} }
tools: { git: [diff, show, blame] }
sets: { git_read: { area: READ, commands: { git: [diff, show, blame] } } }
visibility: { forge: { case: always } }
operations: { forge: { repo: [{ allow: READ }] } }
`);

test.each<[string, string, string]>([
  ['git show', 'own', 'MCP-GIT-S-005'],
  ['git diff', 'own', 'MCP-GIT-S-003'],
  ['git show', 'beside', 'MCP-GIT-I-002'],
  ['git diff', 'beside', 'MCP-GIT-I-002'],
])(
  'through an entry of the registry, `%s` of a commit %s the entry answers %s',
  async (names, which, code) => {
    const mods: { name: string; path: string }[] = [];
    using world = makeToolWorld({ policy: registryPolicy, session: { mods } });
    const commit = (path: string) => {
      writeFiles(world.repo, { [path]: 'text\n' });
      commitAll(world.repo);
      return git(world.repo, 'rev-parse', 'HEAD').trim();
    };
    const commits = new Map([
      ['own', commit('mods/one/a.ts')],
      ['beside', commit('mods/two/a.ts')],
    ]);
    mods.push({ name: 'One', path: join(world.repo, 'mods/one') });
    const { reply } = await world.call(names, 'mod:One', { commit: commits.get(which) });
    expect(reply.code).toBe(code);
  },
);

test('through an entry of the registry, a line that was written under another name in it has its origin', async () => {
  const mods: { name: string; path: string }[] = [];
  using world = makeToolWorld({
    policy: registryPolicy,
    session: { mods },
    files: { 'mods/one/a.ts': 'one\ntwo\nthree\n' },
  });
  mods.push({ name: 'One', path: join(world.repo, 'mods/one') });
  const written = git(world.repo, 'rev-parse', 'HEAD').trim();
  git(world.repo, 'mv', 'mods/one/a.ts', 'mods/one/b.ts');
  commitAll(world.repo, 'move');
  const { reply } = await world.call('git blame', 'mod:One/b.ts', { toLine: 1 });
  expect(reply.data.lines).toMatchObject([{ line: 1, text: 'one', commit: written }]);
});

describe('what is seen', () => {
  test('is in a log that people can read', async () => {
    using world = makeHistory();
    const { data } = await ask(world, 'git log', { maxCommits: 1 });
    expect(data).toMatchObject({ commits: 2, is_cut: true, depth: 'full' });
    expect(data.log).toEqual([
      {
        commit: world.both,
        author: 'A',
        date: '2026-01-01T00:00:00Z',
        subject: 'two',
        changed: ['root:repo/a.ts'],
        count: 1,
      },
    ]);
  });

  test('is in a commit, with what it says', async () => {
    using world = makeHistory();
    const { code, data } = await ask(world, 'git show', { commit: world.both.slice(0, 7) });
    expect([code, data.commit, data.subject, data.changed]).toEqual([
      'MCP-GIT-S-005',
      world.both,
      'two',
      ['root:repo/a.ts'],
    ]);
    expect(data.text).toMatch(/^two\n\nfor both\n\ndiff --git a\/a\.ts b\/a\.ts\n[\s\S]*\n-two\n\+TWO\n$/);
  });

  test.each<[unknown, readonly string[], readonly string[]]>([
    [{}, ['a.ts', 'src/b.ts'], ['-ONE', '+uno', '-b', '+B']],
    [{ staged: true }, ['a.ts'], ['-one', '-TWO', '+ONE']],
    [{ commit: 'both' }, ['a.ts', 'src/b.ts'], ['-one', '-TWO', '+uno', '-b', '+B']],
    [{ commit: 'both', staged: true }, ['a.ts'], ['-one', '-TWO', '+ONE']],
    [{ paths: ['src'] }, ['src/b.ts'], ['-b', '+B']],
    [{ paths: ['gone.ts'] }, [], []],
  ])('differs by %j', async (given, changed, lines) => {
    using world = makeHistory();
    writeFiles(world.repo, { 'a.ts': 'ONE\n' });
    git(world.repo, 'add', '--all');
    writeFiles(world.repo, { 'a.ts': 'uno\n', 'src/b.ts': 'B\n' });
    const { commit, ...others } = given as { commit?: string };
    const { code, data } = await ask(world, 'git diff', { ...others, ...(commit && { commit: world.both }) });
    expect([code, data.changed, data.count]).toEqual([
      'MCP-GIT-S-003',
      changed.map((path) => `root:repo/${path}`),
      changed.length,
    ]);
    expect(String(data.text).match(/^[+-](?![+-]).*/gm) ?? []).toEqual(lines);
  });

  test('is a merge as it came to its first parent, and the first commit as it came to nothing', async () => {
    using world = makeHistory();
    git(world.repo, 'checkout', '--quiet', '-b', 'side', 'HEAD^');
    writeFiles(world.repo, { 'side.ts': 'side\n' });
    commitAll(world.repo, 'side');
    git(world.repo, 'merge', '--quiet', '--no-edit', world.both);
    const [merge = '', first = ''] = git(world.repo, 'rev-list', '--max-count=1', 'HEAD')
      .concat(git(world.repo, 'rev-list', '--max-parents=0', 'HEAD'))
      .split('\n');
    expect((await ask(world, 'git show', { commit: merge })).data.changed).toEqual(['root:repo/a.ts']);
    expect((await ask(world, 'git show', { commit: first })).data.count).toBe(2);
  });

  test('is cut where it is too much', async () => {
    using world = makeHistory();
    writeFiles(world.repo, { 'a.ts': 'x'.repeat(toolLimits.diffBytes), 'src/b.ts': 'B\n' });
    const { data } = await ask(world, 'git diff');
    expect([data.is_cut, String(data.text).length, data.count]).toEqual([true, toolLimits.diffBytes, 2]);
    writeFiles(world.repo, { 'a.ts': '', ...Object.fromEntries(many.map((name) => [name, 'x'])) });
    git(world.repo, 'add', '--all');
    const staged = await ask(world, 'git diff', { staged: true });
    expect([staged.data.is_cut, staged.data.count]).toEqual([true, many.length + 2]);
    expect((staged.data.changed as unknown[]).length).toBe(toolLimits.comparedPaths);
  });

  test('is the origin of some lines only, of a tracked file only', async () => {
    using world = makeHistory();
    writeFiles(world.repo, { 'new.ts': 'x\n', 'long.ts': 'x\n'.repeat(toolLimits.blamedLines + 1) });
    git(world.repo, 'add', 'long.ts');
    git(world.repo, 'commit', '--quiet', '--message', 'long');
    const some = await ask(world, 'git blame', { fromLine: 2, toLine: 3 }, 'root:repo/long.ts');
    expect([(some.data.lines as unknown[]).length, some.data.is_cut]).toEqual([2, false]);
    const all = await ask(world, 'git blame', {}, 'root:repo/long.ts');
    expect([(all.data.lines as unknown[]).length, all.data.is_cut]).toEqual([toolLimits.blamedLines, true]);
    for (const [path, given] of [
      ['new.ts', {}],
      ['src', {}],
      ['a.ts', { fromLine: 9 }],
    ] as const)
      expect((await ask(world, 'git blame', given, `root:repo/${path}`)).code).toBe('MCP-GIT-I-001');
  });
});

const many = Array.from({ length: toolLimits.comparedPaths }, (_, index) => `many/${index}.ts`);

test('no reading writes anything below `.git`, also where files were only touched', async () => {
  using world = makeHistory();
  utimesSync(join(world.repo, 'a.ts'), 1, 1);
  const index = join(world.repo, '.git/index');
  const before = [statSync(index).ino, readFileSync(index).toString('hex')];
  for (const given of [{}, { staged: true }, { commit: world.both }])
    expect((await ask(world, 'git diff', given)).data.count).toBe(0);
  expect([statSync(index).ino, readFileSync(index).toString('hex')]).toEqual(before);
  // Git itself would have written.
  git(world.repo, '--no-optional-locks', 'diff');
  expect(statSync(index).ino).not.toBe(before[0]);
});

test('a change within the second of the last one is seen', async () => {
  using world = makeHistory();
  const file = join(world.repo, 'a.ts');
  const index = join(world.repo, '.git/index');
  git(world.repo, 'config', 'core.trustctime', 'false');
  for (const text of ['one\n', 'two\n']) {
    writeFiles(world.repo, { 'a.ts': text });
    utimesSync(file, 1000, 1000);
    if (text === 'one\n') git(world.repo, 'add', 'a.ts');
  }
  utimesSync(index, 1000, 1000);
  expect((await ask(world, 'git diff')).data.changed).toEqual(['root:repo/a.ts']);
});

describe('nothing in the arguments is taken for something else', () => {
  test.each<[string, unknown]>([
    ['git show', { commit: '--output=/tmp/x' }],
    ['git show', { commit: '-cdeadbeef' }],
    ['git show', { commit: 'main' }],
    ['git show', { commit: 'HEAD' }],
    ['git show', { commit: 'HEAD~1' }],
    ['git show', { commit: 'dead..beef' }],
    ['git show', { commit: '@{1}' }],
    ['git show', { commit: 'dead:a.ts' }],
    ['git show', { commit: 'deadbeef\n--output=x' }],
    ['git show', { commit: 'abc' }],
    ['git show', {}],
    ['git diff', { commit: ':/two' }],
    ['git diff', { commit: ['dead'] }],
    ['git diff', { contextLines: '3 --output=x' }],
    ['git diff', { contextLines: -1 }],
    ['git diff', { paths: [] }],
    ['git diff', { paths: ['a\0b'] }],
    ['git diff', { output: 'x' }],
    ['git blame', { fromLine: '1,2' }],
    ['git blame', { fromLine: 3, toLine: 2 }],
    ['git log', { maxCommits: '1 --all' }],
    ['git add', { paths: [], force: true }],
    ['git commit', { paths: ['a.ts'], message: ' ' }],
    ['git commit', { paths: ['a.ts'], message: 'x', author: { name: 'A <b>', email: 'a@b' } }],
    ['git commit', { paths: ['a.ts'], message: 'x', author: { name: 'A', email: 'a@b> x' } }],
    ['git push', { force: true }],
    ['git push', { remote: 'ext::sh' }],
    ['git pull', { 'upload-pack': 'sh' }],
  ])('`%s` refuses %j', async (names, given) => {
    using world = makeGitWorld({ files: { 'a.ts': '' }, targets: ['**'] });
    expect((await ask(world, names, given)).code).toBe('MCP-CALL-I-001');
  });

  test.each(['../a.ts', '/a.ts', 'x//y', 'a\\b', '.'])('a path `%s` is no path', async (path) => {
    using world = makeGitWorld({ files: { 'a.ts': '' }, targets: ['**'] });
    for (const names of ['git diff', 'git add'])
      expect((await ask(world, names, { paths: [path] })).code).toBe('WA-RES-I-001');
  });

  test.each(['--output=x', '-cx', ':(top)a.ts', '*', '--', 'a b'])(
    'a file called `%s` is a file',
    async (name) => {
      using world = makeGitWorld({ files: { [name]: '1\n', 'other.ts': '1\n' }, targets: ['**'] });
      writeFiles(world.repo, { [name]: '2\n', 'other.ts': '2\n' });
      const { data } = await ask(world, 'git diff', { paths: [name] });
      expect(data.changed).toEqual([`root:repo/${name}`]);
      expect(String(data.text).match(/^\+2$/gm)).toHaveLength(1);
      expect((await ask(world, 'git blame', {}, `root:repo/${name}`)).code).toBe('MCP-GIT-S-004');
      expect((await ask(world, 'git add', { paths: [name] })).code).toBe('MCP-GIT-S-006');
      expect(git(world.repo, 'diff', '--cached', '--name-only', '-z')).toBe(`${name}\0`);
    },
  );

  test('a branch whose name looks like an id is none', async () => {
    using world = makeHistory();
    git(world.repo, 'branch', 'beef');
    expect((await ask(world, 'git show', { commit: 'beef' })).code).toBe('MCP-GIT-I-002');
  });
});

test('what a repository says of the host is told as it is', async () => {
  using world = makeGitWorld({ files: { 'a.ts': '' } });
  writeFiles(world.repo, { 'a.ts': `${world.repo}/x\n` });
  git(
    world.repo,
    '-c',
    `user.name=${world.repo}`,
    'commit',
    '--quiet',
    '--all',
    '--message',
    `in ${world.repo}`,
  );
  mkdirSync(join(world.repo, 'empty'));
  const commit = git(world.repo, 'rev-parse', 'HEAD').trim();
  const address = 'root:repo/a.ts';
  for (const [names, given] of [
    ['git log', {}],
    ['git show', { commit }],
    ['git blame', {}],
  ] as const) {
    const { code, all } = await ask(world, names, given, address);
    expect(code).toMatch(/^MCP-GIT-S/);
    expect(all).toContain(world.repo);
  }
});
