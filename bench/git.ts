// Git as the other side of a row: its whole process, measured from outside, without the helpers that a watcher or a
// cache of untracked files would be.

import { execFileSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launched } from './cpu.ts';
import type { Contestant } from './row.ts';

const settings = {
  'core.untrackedCache': 'false',
  'core.fsmonitor': 'false',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'core.autocrlf': 'false',
  'core.excludesFile': '/dev/null',
  'user.name': 'bench',
  'user.email': 'bench@example.invalid',
  'commit.gpgSign': 'false',
};
const git = ['git', ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];

/** Commits all files of a tree, unless that was done, so that git knows them and their times. */
export function commitAll(root: string): void {
  if (existsSync(join(root, '.git'))) return;
  const run = (...args: readonly string[]) =>
    execFileSync('git', [...git.slice(1), ...args], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  run('init', '--quiet');
  writeFileSync(join(root, '.git/info/exclude'), '.penumbra/\n');
  run('add', '.');
  run('commit', '--quiet', '--message', 'all');
  run('status');
}

/** Asks git for the status of a tree that it knows. */
export function gitStatus(root: string): Contestant {
  return { run: launched([...git, 'status'], root) };
}

/** Adds all files of a tree to a repository that was empty, which lies beside it. */
export function gitAdd(root: string): Contestant {
  const repository = `${root}.git`;
  const place = [...git, `--git-dir=${repository}`, `--work-tree=${root}`];
  const add = launched([...place, 'add', '.'], root);
  const clear = () => rmSync(repository, { recursive: true, force: true });
  return {
    async run(times) {
      let total = 0;
      for (let turn = 0; turn < times; turn++) {
        clear();
        execFileSync('git', [...place.slice(1), 'init', '--quiet'], { cwd: root });
        total += await add(1);
      }
      return total;
    },
    close: clear,
  };
}
