// Git changed through the tools: what is staged and committed is named, covered and nothing else; pushing and pulling
// need the whole root and only go forward; and everything is on record before it is done.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openGitChanges, openGitReader } from '../../src/adapters/git/index.ts';
import { sha256 } from '../../src/kernel/index.ts';
import { commitAll, git, writeFiles } from '../context/workspace.ts';
import { commitElsewhere, commitOf, type GitWorld, makeGitWorld, makeOrigin } from './git-world.ts';

const files = { 'a.ts': '1\n', 'b.ts': '1\n', 'src/c.ts': '1\n', 'src/secret/key': '1\n' };

const stagedIn = ({ repo }: GitWorld) =>
  git(repo, 'diff', '--cached', '--name-only').split('\n').filter(Boolean);
const headOf = (repo: string, ref = 'HEAD') => git(repo, 'rev-parse', ref).trim();

async function ask(world: GitWorld, names: string, given?: unknown, address = 'root:repo') {
  const { reply } = await world.call(names, address, given);
  return { code: reply.code, data: reply.data, all: JSON.stringify(reply) };
}

describe('staging', () => {
  test('takes what was named, new, changed and deleted, and puts it on record first', async () => {
    using world = makeGitWorld({ files, targets: ['*.ts', 'src/*'] });
    writeFiles(world.repo, { 'a.ts': '2\n', 'new.ts': '', 'src/secret/key': '2\n', 'src/d.ts': '' });
    rmSync(join(world.repo, 'src/c.ts'));
    const { code, data } = await ask(world, 'git add', { paths: ['a.ts', 'new.ts', 'src/c.ts'] });
    expect([code, data.staged]).toEqual([
      'MCP-GIT-S-006',
      ['root:repo/a.ts', 'root:repo/new.ts', 'root:repo/src/c.ts'],
    ]);
    expect(stagedIn(world)).toEqual(['a.ts', 'new.ts', 'src/c.ts']);
    expect(world.entries).toMatchObject([
      { decision: 'EN-GIT-S-001', answer: null, intent: { paths: ['a.ts', 'new.ts', 'src/c.ts'] } },
    ]);
  });

  test('takes the place itself where no path is named', async () => {
    using world = makeGitWorld({ files, targets: ['src/c.ts'] });
    rmSync(join(world.repo, 'src/c.ts'));
    expect((await ask(world, 'git add', {}, 'root:repo/src/c.ts')).code).toBe('MCP-GIT-S-006');
    expect(stagedIn(world)).toEqual(['src/c.ts']);
  });

  test.each<[string, readonly string[], string]>([
    ['not covered', ['a.ts', 'b.ts'], 'EN-OPEN-D-002'],
    ['hidden', ['src/secret/key'], 'WA-RES-I-003'],
    ['below `.git`', ['.git/config'], 'WA-RES-I-003'],
    ['not changed', ['src/c.ts'], 'MCP-GIT-I-004'],
    ['nowhere', ['src/gone.ts'], 'MCP-GIT-I-004'],
    ['a directory', ['src'], 'MCP-GIT-I-004'],
    ['ignored', ['src/x.log'], 'MCP-GIT-I-004'],
  ])('takes nothing where a path is %s', async (_name, paths, code) => {
    using world = makeGitWorld({
      files: { ...files, '.gitignore': '*.log\n' },
      targets: ['a.ts', 'src', 'src/**'],
    });
    writeFiles(world.repo, { 'a.ts': '2\n', 'b.ts': '2\n', 'src/secret/key': '2\n', 'src/x.log': '' });
    expect((await ask(world, 'git add', { paths })).code).toBe(code);
    expect(stagedIn(world)).toEqual([]);
  });

  test('does not drop what lies below a file that was a directory', async () => {
    using world = makeGitWorld({ files, targets: ['**'] });
    rmSync(join(world.repo, 'src'), { recursive: true });
    writeFiles(world.repo, { src: 'file\n' });
    expect((await ask(world, 'git add', { paths: ['src'] })).code).toBe('MCP-GIT-E-001');
    expect(stagedIn(world)).toEqual([]);
  });

  test('needs a contract', async () => {
    using world = makeGitWorld({ files });
    writeFiles(world.repo, { 'a.ts': '2\n' });
    for (const [names, given] of [
      ['git add', { paths: ['a.ts'] }],
      ['git commit', { paths: ['a.ts'], message: 'x' }],
      ['git push', {}],
      ['git pull', {}],
    ] as const)
      expect((await ask(world, names, given)).code).toBe('EN-GIT-D-002');
  });
});

describe('a commit', () => {
  test('is of what was named, by whom it was said, and made by the agent', async () => {
    using world = makeGitWorld({ files, targets: ['a.ts', 'src/c.ts'] });
    const before = headOf(world.repo);
    writeFiles(world.repo, { 'a.ts': '2\n', 'b.ts': '2\n', 'src/c.ts': '2\n' });
    git(world.repo, 'add', 'a.ts', 'src/c.ts');
    const message = '-m subject\n\n# kept\n\n';
    const given = {
      paths: ['src/c.ts', 'a.ts'],
      message,
      author: { name: 'Å. Person', email: 'p@example.org' },
    };
    const { code, data } = await ask(world, 'git commit', given);
    expect([code, data.commit, data.count]).toEqual(['MCP-GIT-S-007', headOf(world.repo), 2]);
    expect(git(world.repo, 'log', '-1', '--format=%ae|%cn|%P|%B').trimEnd()).toBe(
      `p@example.org|Penumbra agent|${before}|${message.trimEnd()}`,
    );
    expect(git(world.repo, 'status', '--porcelain')).toBe(' M b.ts\n');
    expect(world.entries).toMatchObject([
      {
        intent: {
          paths: ['src/c.ts', 'a.ts'],
          message: sha256(message),
          author: 'Å. Person <p@example.org>',
        },
      },
    ]);
  });

  test('can be the first one', async () => {
    using world = makeGitWorld({ files, targets: ['**'] });
    git(world.repo, 'update-ref', '-d', 'HEAD');
    git(world.repo, 'rm', '--quiet', '--cached', '-r', '.');
    git(world.repo, 'add', 'a.ts');
    expect((await ask(world, 'git commit', { paths: ['a.ts'], message: 'first' })).code).toBe(
      'MCP-GIT-S-007',
    );
    expect(git(world.repo, 'ls-tree', '-r', '--name-only', 'HEAD')).toBe('a.ts\n');
  });

  test.each<[string, readonly string[], readonly string[], object]>([
    ['nothing is staged', [], ['a.ts'], { reason: 'nothing-to-do' }],
    ['less is staged', ['a.ts'], ['a.ts', 'b.ts'], { not_staged: 1, further_staged: 0 }],
    ['more is staged', ['a.ts', 'b.ts'], ['a.ts'], { not_staged: 0, further_staged: 1 }],
    [
      'something hidden is staged',
      ['a.ts', 'src/secret/key'],
      ['a.ts'],
      { not_staged: 0, further_staged: 0 },
    ],
  ])('is not made where %s', async (_name, staged, paths, data) => {
    using world = makeGitWorld({ files, targets: ['**'] });
    const before = headOf(world.repo);
    writeFiles(world.repo, { 'a.ts': '2\n', 'b.ts': '2\n', 'src/secret/key': '2\n' });
    if (staged.length > 0) git(world.repo, 'add', ...staged);
    const answer = await ask(world, 'git commit', { paths, message: 'x' });
    expect([answer.code, answer.data]).toEqual(['MCP-GIT-I-004', expect.objectContaining(data)]);
    expect(answer.all).not.toMatch(/secret|key/);
    expect(headOf(world.repo)).toBe(before);
  });

  test('is not made of what was staged after it was checked', () => {
    using world = makeGitWorld({ files });
    writeFiles(world.repo, { 'a.ts': '2\n', 'b.ts': '2\n' });
    git(world.repo, 'add', 'a.ts', 'b.ts');
    const request = commitOf('a.ts');
    const changes = openGitChanges(world.repo);
    expect(changes.commit(request)).toBe('otherwise-staged');
  });

  test('is not made in the middle of a merge', () => {
    using world = makeGitWorld({ files });
    writeFiles(world.repo, { 'a.ts': '2\n' });
    git(world.repo, 'add', 'a.ts');
    writeFileSync(join(world.repo, '.git/MERGE_HEAD'), `${headOf(world.repo)}\n`);
    const request = commitOf('a.ts');
    expect(openGitChanges(world.repo).commit(request)).toBe('failed');
  });
});

describe('a workspace below the top of its repository', () => {
  test('is staged and committed by its own paths, and neither pushed nor pulled', () => {
    using world = makeGitWorld({ files });
    makeOrigin(world);
    writeFiles(world.repo, { 'src/c.ts': '2\n', 'a.ts': '2\n' });
    const changes = openGitChanges(join(world.repo, 'src'), { protocols: ['file'] });
    const request = commitOf('c.ts');
    expect(changes.stage(['c.ts'])).toBe(null);
    git(world.repo, 'add', 'a.ts');
    const staged = openGitReader(join(world.repo, 'src')).comparePaths({ kind: 'staged' });
    expect([staged, changes.commit(request)]).toEqual([['c.ts'], 'otherwise-staged']);
    git(world.repo, 'reset', '--quiet', 'a.ts');
    expect(changes.commit(request)).toEqual({ commit: headOf(world.repo) });
    expect([changes.push(), changes.pull()]).toEqual(['no-repository', 'no-repository']);
  });

  test('is not there without a repository', () => {
    using world = makeGitWorld();
    mkdirSync(join(world.folder, 'bare'));
    const changes = openGitChanges(join(world.folder, 'bare'));
    expect([changes.stage(['a']), changes.push()]).toEqual(['no-repository', 'no-repository']);
  });
});

describe('pushing and pulling', () => {
  test('need the whole root', async () => {
    using world = makeGitWorld({ files, targets: ['*', 'src/**'] });
    makeOrigin(world);
    for (const names of ['git push', 'git pull'])
      expect((await ask(world, names)).code).toBe('EN-OPEN-D-002');
  });

  test('go forward', async () => {
    using world = makeGitWorld({ files, targets: ['**'] });
    const origin = makeOrigin(world);
    expect((await ask(world, 'git push')).data).toEqual({ reason: 'nothing-to-do' });
    expect((await ask(world, 'git pull')).code).toBe('MCP-GIT-I-004');
    writeFiles(world.repo, { 'a.ts': '2\n' });
    commitAll(world.repo, 'mine');
    const pushed = await ask(world, 'git push');
    expect([pushed.code, pushed.data.commit]).toEqual(['MCP-GIT-S-008', headOf(origin, 'main')]);
    expect(pushed.all).not.toContain(world.folder);
    const theirs = commitElsewhere(world.folder, origin, { 'd.ts': 'd\n' });
    const pulled = await ask(world, 'git pull');
    expect([pulled.code, pulled.data.commit, headOf(world.repo)]).toEqual(['MCP-GIT-S-009', theirs, theirs]);
    expect(git(world.repo, 'status', '--porcelain')).toBe('');
    expect(world.entries.filter(({ intent }) => intent !== null)).toHaveLength(4);
  });

  test('do nothing where the histories have parted', async () => {
    using world = makeGitWorld({ files, targets: ['**'] });
    const origin = makeOrigin(world);
    const theirs = commitElsewhere(world.folder, origin, { 'd.ts': 'd\n' });
    writeFiles(world.repo, { 'a.ts': '2\n' });
    commitAll(world.repo, 'mine');
    const mine = headOf(world.repo);
    for (const names of ['git push', 'git pull']) {
      const { code, data } = await ask(world, names);
      expect([code, data]).toEqual(['MCP-GIT-I-005', { reason: 'not-forward' }]);
    }
    expect([headOf(world.repo), headOf(origin, 'main')]).toEqual([mine, theirs]);
  });

  test('do not overwrite what is not committed', async () => {
    using world = makeGitWorld({ files, targets: ['**'] });
    const origin = makeOrigin(world);
    commitElsewhere(world.folder, origin, { 'a.ts': 'theirs\n' });
    writeFiles(world.repo, { 'a.ts': 'mine\n' });
    expect((await ask(world, 'git pull')).code).toBe('MCP-GIT-E-001');
    expect(git(world.repo, 'diff', '--name-only')).toBe('a.ts\n');
  });

  test.each<[string, (world: GitWorld) => void]>([
    ['there is no remote', ({ repo }) => void git(repo, 'config', '--unset', 'remote.origin.url')],
    ['it is not there', ({ repo }) => void git(repo, 'config', 'remote.origin.url', '/nowhere/at/all')],
    ['there are two of it', ({ repo }) => void git(repo, 'config', '--add', 'remote.origin.url', '/x')],
    ['no branch is at hand', ({ repo }) => void git(repo, 'checkout', '--quiet', '--detach')],
  ])('reach nothing where %s', async (_name, arrange) => {
    using world = makeGitWorld({ files, targets: ['**'] });
    makeOrigin(world);
    arrange(world);
    for (const names of ['git push', 'git pull']) {
      const { code, data } = await ask(world, names);
      expect([code, data]).toEqual(['MCP-GIT-I-005', { reason: 'unreachable' }]);
    }
  });
});
