// Workspaces for the tests of scanning: real folders, real git, and what git itself says belongs to them.

import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openFileTree, openScanIndex } from '../../src/adapters/files/index.ts';
import { openRepository } from '../../src/adapters/git/index.ts';
import { type Scan, type ScanOptions, scanTree } from '../../src/context/index.ts';

/** A folder that goes away with its scope. */
export type Folder = Disposable & { readonly path: string };

/** Makes an empty folder. */
export function makeFolder(): Folder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'penumbra-scan-')));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true, maxRetries: 3 }) };
}

/** Writes files below a folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Runs git without anyone's configuration. */
export function git(folder: string, ...args: string[]): string {
  const identity = [
    '-c',
    'user.name=A',
    '-c',
    'user.email=a@example.org',
    '-c',
    'protocol.file.allow=always',
  ];
  const options = ['-c', 'init.defaultBranch=main', '-c', 'core.excludesFile=/dev/null', '-c', 'gc.auto=0'];
  return execFileSync('git', [...identity, ...options, ...args], {
    cwd: folder,
    encoding: 'latin1',
    env: {
      PATH: process.env.PATH,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      // Ids of commits play no part, but a clock that stands still keeps runs alike.
      GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z',
      GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 1 << 28,
  });
}

/** Makes a repository of files and commits them. */
export function commitAll(folder: string, message = 'state'): void {
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--allow-empty', '--message', message);
}

/** Scans a folder as the engine does. */
export function scan(folder: string, options: ScanOptions = {}): Scan {
  const ports = {
    files: openFileTree(folder),
    repository: openRepository(folder),
    index: openScanIndex(folder),
  };
  return scanTree(ports, options);
}

/** Returns the paths of a scan's files and links. */
export function leavesOf({ tree }: Scan): string[] {
  return [...tree.walk()].filter(({ kind }) => kind !== 'directory').map(({ path }) => path);
}

/** Returns what git says belongs to a work tree: tracked files that are there, and untracked ones not ignored. */
export function listedByGit(folder: string): string[] {
  const tracked = git(folder, 'ls-files', '-z', '--cached');
  const untracked = git(folder, 'ls-files', '-z', '--others', '--exclude-standard');
  const paths = new Set(`${tracked}${untracked}`.split('\0').filter(Boolean));
  return [...paths]
    .map((path) => Buffer.from(path, 'latin1').toString('utf8'))
    .filter((path) => !path.split('/').includes('.penumbra') && isLeaf(folder, path));
}

function isLeaf(folder: string, path: string): boolean {
  const stat = lstatSync(join(folder, path), { throwIfNoEntry: false });
  return stat !== undefined && !stat.isDirectory();
}

/** Waits until the clock that stamps files has moved on, so that what was written before is no longer racy. */
export function letClockTick(folder: string): void {
  const probe = join(folder, '..', `penumbra-tick-${process.pid}`);
  const now = () => {
    writeFileSync(probe, '');
    return lstatSync(probe, { bigint: true }).mtimeNs;
  };
  const start = now();
  while (now() <= start);
  rmSync(probe);
}
