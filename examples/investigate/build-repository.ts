/**
 * Builds the demo's repository: a small shop in three languages, with the same authors, dates and commit ids on every
 * machine, and the reports of its failed CI run.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';

const COMMITTER = { GIT_COMMITTER_NAME: 'Shop', GIT_COMMITTER_EMAIL: 'shop@shop.example' };

/** Writes the shop's history and its recorded reports to a folder, and returns the revision that is checked out. */
export function buildRepository(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const git = (...args: readonly string[]): string =>
    execFileSync('git', [...settings(), ...args], {
      cwd: folder,
      env: environment(),
      encoding: 'utf8',
      stdio: 'pipe',
    });
  git('init', '--quiet', '--template=', '--initial-branch=main');
  git('am', '--quiet', '--keep', '--committer-date-is-author-date', ...patches());
  cpSync(join(import.meta.dirname, 'reports'), join(folder, 'reports'), { recursive: true });
  return git('rev-parse', 'HEAD').trim();
}

/** The commits in order, as patches with author, date and message. */
function patches(): readonly string[] {
  const directory = join(import.meta.dirname, 'history');
  return globSync('*.patch', { cwd: directory })
    .sort()
    .map((file) => join(directory, file));
}

/** Settings that a system's own configuration could change about a commit. */
function settings(): readonly string[] {
  const values = {
    'commit.gpgSign': 'false',
    'core.autocrlf': 'false',
    'core.hooksPath': devNull,
    'gc.auto': '0',
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** The caller's environment without its git settings, repository and identity. */
function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  return {
    ...Object.fromEntries(own),
    ...COMMITTER,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
    TZ: 'UTC',
  };
}
