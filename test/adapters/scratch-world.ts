// A user's repository for the tests of scratch states, watched: whatever a test does, nothing of it may have changed.

import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import {
  openScratchPool,
  openStateSpace,
  type ScratchPool,
  type ScratchStates,
} from '../../src/adapters/git/scratch/index.ts';
import { commitAll, git, makeFolder, writeFiles } from '../context/workspace.ts';

/** A repository and its states; both go away with their scope, after it was seen that the repository is untouched. */
export type ScratchWorld = AsyncDisposable & {
  readonly repo: string;
  /** Where scratch states are kept. */
  readonly scratch: string;
  /** Opens the states as the repository is now, and watches it from now on. */
  open(workspace?: string): ScratchStates;
  pool(space: ScratchStates): ScratchPool;
};

type Making = { readonly files?: Readonly<Record<string, string>>; readonly init?: readonly string[] };

/** Makes a repository with files in one commit; without files, with no commit. */
export function makeScratchWorld({ files, init = [] }: Making = {}): ScratchWorld {
  const folder = makeFolder();
  const [repo, scratch] = ['repo', 'scratch'].map((name) => join(folder.path, name)) as [string, string];
  mkdirSync(repo);
  git(repo, 'init', '--quiet', ...init);
  if (files !== undefined) {
    writeFiles(repo, files);
    commitAll(repo);
  }
  const closing: (() => void)[] = [];
  return {
    repo,
    scratch,
    open: (workspace = repo) => {
      const before = [repo, workspace].map(everythingOf);
      const space = openStateSpace(workspace, { directory: scratch });
      closing.push(() => {
        space.close();
        expect([repo, workspace].map(everythingOf)).toEqual(before);
      });
      return space;
    },
    pool: (space) => {
      const pool = openScratchPool(space);
      closing.push(() => pool.close());
      return pool;
    },
    [Symbol.asyncDispose]: async () => {
      try {
        for (const close of closing.reverse()) close();
        if (existsSync(scratch)) expect(readdirSync(scratch)).toEqual([]);
      } finally {
        folder[Symbol.dispose]();
      }
    },
  };
}

/** Every entry below a directory, `.git` included, with its kind, mode, times, and a digest of what it holds. */
export function everythingOf(directory: string): readonly string[] {
  return entriesOf(Buffer.from(directory)).sort();
}

function entriesOf(path: Buffer): string[] {
  const stat = lstatSync(path, { bigint: true });
  const told = [path.toString('latin1'), stat.mode, stat.mtimeNs, stat.size, stat.ino].join(' ');
  if (stat.isSymbolicLink()) return [`${told} ${readlinkSync(path)}`];
  if (stat.isFile()) return [`${told} ${digestOf(path)}`];
  if (!stat.isDirectory()) return [told];
  const names = readdirSync(path, { encoding: 'buffer' });
  return [told, ...names.flatMap((name) => entriesOf(Buffer.concat([path, Buffer.from('/'), name])))];
}

function digestOf(path: Buffer): string {
  try {
    return createHash('sha256').update(readFileSync(path)).digest('hex');
  } catch {
    return 'closed';
  }
}

/** Returns the files of a directory by their paths: their text, the target of a link, and `+x` where it can be run. */
export function filesOf(directory: string, below = ''): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(join(directory, below), { withFileTypes: true })) {
    if (entry.name.includes('\ufffd')) continue;
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    const place = join(directory, path);
    if (path === '.git') continue;
    if (entry.isSymbolicLink()) found[path] = `-> ${readlinkSync(place)}`;
    else if (entry.isFile()) {
      const isProgram = (lstatSync(place).mode & 0o100) !== 0;
      found[path] = `${isProgram ? '+x ' : ''}${readFileSync(place, 'latin1')}`;
    } else Object.assign(found, filesOf(directory, path));
  }
  return found;
}
