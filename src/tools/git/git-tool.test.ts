/** Git through the tools: history and status without what is hidden, and answers where git cannot tell. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { git, writeFiles } from '../../../test/context/workspace.ts';
import { makeToolWorld } from '../../../test/guard/tool-world.ts';
import type { ChangeHistory } from '../../context/index.ts';

/** A repository that once tracked what the policy hides. */
function makeHistory() {
  const world = makeToolWorld({ files: { 'a.ts': '1', 'src/b.ts': '1' } });
  writeFiles(world.repo, { '.penumbra/secret.js': 'x' });
  git(world.repo, 'add', '--force', '.penumbra/secret.js');
  git(world.repo, 'commit', '--quiet', '--message', 'hidden alone');
  writeFiles(world.repo, { '.penumbra/secret.js': 'y', 'src/b.ts': '2' });
  git(world.repo, 'commit', '--quiet', '--all', '--message', 'hidden among others');
  return world;
}

const pathsOf = (value: unknown) => (value as ChangeHistory).changes.map(({ paths }) => paths);

describe('the history', () => {
  test.each<[string, string, unknown]>([
    ['git log', 'root:repo', undefined],
    ['context get', 'root:repo', { producer: 'history' }],
  ])(
    'by `%s` at %s has no commit of hidden files alone, and no hidden file',
    async (names, address, given) => {
      using world = makeHistory();
      const { reply, value } = await world.call(names, address, given);
      expect(pathsOf(value)).toEqual([['src/b.ts'], ['a.ts', 'src/b.ts']]);
      expect(reply.data.commits).toBe(2);
      expect(JSON.stringify(reply)).not.toMatch(/penumbra|secret/);
    },
  );

  test('of a directory is of what lies in it', async () => {
    using world = makeHistory();
    const { reply, value } = await world.call('git log', 'root:repo/src');
    expect([reply.data.commits, reply.data.depth]).toEqual([2, 'full']);
    expect(pathsOf(value)).toEqual([['src/b.ts'], ['src/b.ts']]);
  });

  test('is not there without a commit', async () => {
    using world = makeToolWorld({ isCommitted: false });
    expect((await world.call('git log', 'root:repo')).reply.code).toBe('MCP-GIT-I-001');
  });
});

describe('the status', () => {
  test('shows what changed and is visible', async () => {
    using world = makeHistory();
    writeFiles(world.repo, { 'src/b.ts': '3', 'src/new.ts': '', '.penumbra/secret.js': 'z' });
    writeFileSync(join(world.repo, 'top'), '');
    const { reply, value } = await world.call('git status', 'root:repo');
    expect(value).toEqual(['src/b.ts', 'src/new.ts', 'top']);
    expect(reply.data).toMatchObject({
      changed: ['root:repo/src/b.ts', 'root:repo/src/new.ts', 'root:repo/top'],
      count: 3,
      is_cut: false,
    });
    const below = await world.call('git status', 'root:repo/src');
    expect(below.value).toEqual(['src/b.ts', 'src/new.ts']);
  });

  test('cannot be told without a repository', async () => {
    using world = makeToolWorld({ means: { git: new Map() } });
    expect((await world.call('git status', 'root:repo')).reply.code).toBe('MCP-GIT-I-001');
  });
});
