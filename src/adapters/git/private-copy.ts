/** Lets git work on private copies: of named files of a workspace, and of its index. */
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readlinkSync,
  readSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { hasDescriptorPaths, holdOnce, type RealRoot, realPathOf } from '../paths/index.ts';
import type { RepositoryPlaces } from './find-repository.ts';
import type { GitRunOptions, OpenedGit } from './open-git.ts';

const FILE_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
// The names come from git, which knows them in their own spelling.
const HOLDING = { isByDescriptor: hasDescriptorPaths(), isNameChecked: false };
const MAX_BYTES = 1024 * 1024 * 1024;
const chunk = Buffer.allocUnsafeSlow(1024 * 1024);

/** Lets files be left out of a copy instead of failing it: those that are larger, past the total, or unreadable. */
export type CopyBounds = { readonly fileBytes: number; readonly onUnread: (path: string) => void };

/**
 * Calls with options under which git finds the named files of a workspace, and no others; null where they are too large.
 * Git itself checks the path to a file and opens it afterwards, so that a link swapped in between would lead it anywhere;
 * the copy is made without following one, and nobody else reaches it.
 */
export function withNamedCopy<Result>(
  { root, prefix }: OpenedGit,
  paths: readonly string[],
  use: (options: Required<Pick<GitRunOptions, 'currentDirectory' | 'environment'>>) => Result,
  bounds?: CopyBounds,
): Result | null {
  const top = mkdtempSync(join(tmpdir(), 'penumbra-files-'));
  const work = () => {
    const currentDirectory = join(top, prefix);
    mkdirSync(currentDirectory, { recursive: true });
    let bytesLeft = MAX_BYTES;
    const from = { path: realPathOf(root), holding: HOLDING };
    for (const path of new Set([...paths, ...attributesOf(paths)]))
      bytesLeft -= copyWithin(bounds, from, path, { to: join(currentDirectory, path), bytesLeft });
    return bytesLeft < 0 ? null : use({ currentDirectory, environment: { GIT_WORK_TREE: top } });
  };
  return thenClean(work, () => rmSync(top, { recursive: true, force: true }));
}

/** The files on the way that tell git how to read the named ones, for instance where their lines end. */
function attributesOf(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => {
    const names = path.split('/');
    return names.map((_, depth) => [...names.slice(0, depth), '.gitattributes'].join('/'));
  });
}

type Copy = { readonly to: string; readonly bytesLeft: number };

/** Copies a file if it is within the bounds, and says so where it is not. */
function copyWithin(bounds: CopyBounds | undefined, root: RealRoot, path: string, copy: Copy): number {
  if (bounds === undefined) return copyFrom(root, path, copy);
  const { fileBytes, onUnread } = bounds;
  const bytesLeft = Math.min(fileBytes, copy.bytesLeft);
  const copied = tryCopy(root, path, { ...copy, bytesLeft });
  if (copied >= 0 && copied <= bytesLeft) return copied;
  rmSync(copy.to, { force: true });
  onUnread(path);
  return 0;
}

function tryCopy(root: RealRoot, path: string, copy: Copy): number {
  try {
    return copyFrom(root, path, copy);
  } catch {
    return -1;
  }
}

/** What a path that leads to nothing answers; any other fault is one of the copy. */
const NOTHING_THERE: ReadonlySet<string | undefined> = new Set([
  'ENOENT',
  'ENOTDIR',
  'ELOOP',
  'ENXIO',
  'EEXIST',
  'ENAMETOOLONG',
]);

/** Returns how many bytes were copied; what is not there, or behind a link, is not there in the copy, either. */
function copyFrom(root: RealRoot, path: string, copy: Copy): number {
  const slash = path.lastIndexOf('/');
  const held = holdOnce(root, path.slice(0, Math.max(slash, 0)));
  if (held === 'unreadable') throw new Error('a directory of the workspace cannot be read');
  if (typeof held === 'string') return 0;
  try {
    mkdirSync(dirname(copy.to), { recursive: true });
    return copyLeaf(`${held.path}/${path.slice(slash + 1)}`, copy);
  } catch (error) {
    if (NOTHING_THERE.has((error as NodeJS.ErrnoException).code)) return 0;
    throw error;
  } finally {
    held.release();
  }
}

/** A link is copied as one, for git compares where it leads and does not follow it. */
function copyLeaf(path: string, { to, bytesLeft }: Copy): number {
  if (lstatSync(path).isSymbolicLink()) {
    symlinkSync(readlinkSync(path), to);
    return 0;
  }
  const from = openSync(path, FILE_FLAGS);
  try {
    const stat = fstatSync(from);
    return stat.isFile() ? copyBytes(from, { to, mode: stat.mode, bytesLeft }) : 0;
  } finally {
    closeSync(from);
  }
}

/** Copies up to one byte more than is left, which tells that it is too much. */
function copyBytes(from: number, { to, mode, bytesLeft }: Copy & { readonly mode: number }): number {
  const target = openSync(to, 'wx');
  try {
    let copied = 0;
    for (let count = -1; count !== 0 && copied <= bytesLeft; copied += count) {
      count = readSync(from, chunk);
      for (let written = 0; written < count; ) written += writeSync(target, chunk, written, count - written);
    }
    return copied;
  } finally {
    closeSync(target);
    chmodSync(to, (mode & 0o777) | 0o600);
  }
}

/**
 * Calls with an environment that names a copy of the index, which goes away afterwards. Comparing with the work
 * tree, git writes what it learned back into the index, and whoever only reads writes nothing below `.git`.
 */
export function withIndexCopy<Result>(
  { gitDirectory }: RepositoryPlaces,
  use: (environment: Readonly<Record<string, string>>) => Result,
): Result {
  const folder = mkdtempSync(join(tmpdir(), 'penumbra-index-'));
  const work = () => {
    const copy = join(folder, 'index');
    copyIndex(join(gitDirectory, 'index'), copy);
    return use({ GIT_INDEX_FILE: copy });
  };
  return thenClean(work, () => rmSync(folder, { recursive: true, force: true }));
}

/**
 * Copies an index where there is one: a repository without one has nothing staged, and git takes a missing file for an
 * empty one.
 */
export function copyIndex(from: string, to: string): void {
  try {
    const seconds = Math.floor(statSync(from).mtimeMs / 1000);
    copyFileSync(from, to);
    // Git trusts what it remembers of a file that is older than the index, so the copy must not look younger.
    utimesSync(to, seconds, seconds);
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'ENOENT') throw fault;
  }
}

/** Runs some work and then cleans up, also where it fails; where the work goes on, once it has ended. */
function thenClean<Result>(work: () => Result, clean: () => void): Result {
  let result: Result;
  try {
    result = work();
  } catch (error) {
    clean();
    throw error;
  }
  if (result instanceof Promise) return result.finally(clean) as Result;
  clean();
  return result;
}
