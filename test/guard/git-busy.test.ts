// A repository that another is changing: it is told as busy, with what to do, and nothing is done.

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openGitChanges } from '../../src/adapters/git/index.ts';
import { git, writeFiles } from '../context/workspace.ts';
import { commitOf, makeGitWorld } from './git-world.ts';

const files = { 'a.ts': '1\n' };
const busy = { reason: 'busy', remedy: 'try again' };

test.each<[string, unknown, string]>([
  ['git add', { paths: ['a.ts'] }, 'index.lock'],
  ['git commit', { paths: ['a.ts'], message: 'x' }, 'index.lock'],
  ['git commit', { paths: ['a.ts'], message: 'x' }, 'HEAD.lock'],
])('`%s` of %j answers so while there is `%s`, and is done afterwards', async (names, given, lock) => {
  using world = makeGitWorld({ files, targets: ['a.ts'] });
  writeFiles(world.repo, { 'a.ts': '2\n' });
  if (names === 'git commit') git(world.repo, 'add', 'a.ts');
  const held = join(world.repo, '.git', lock);
  const before = git(world.repo, 'rev-parse', 'HEAD');
  writeFileSync(held, '');
  const { reply } = await world.call(names, 'root:repo', given);
  expect([reply.code, reply.data]).toMatchObject(['MCP-GIT-E-001', busy]);
  rmSync(held);
  expect(git(world.repo, 'rev-parse', 'HEAD')).toBe(before);
  const later = await world.call(names, 'root:repo', given);
  expect(later.reply.type).toBe('S');
});

test('a fault that is no lock is not told as busy', () => {
  using world = makeGitWorld({ files });
  writeFiles(world.repo, { 'a.ts': '2\n' });
  git(world.repo, 'add', 'a.ts');
  rmSync(join(world.repo, '.git/objects'), { recursive: true });
  writeFiles(world.repo, { '.git/objects/none': '' });
  expect(openGitChanges(world.repo).commit(commitOf('a.ts'))).toBe('failed');
});
