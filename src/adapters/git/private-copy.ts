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
// The names come from git, in its own spelling.
const HOLDING = { isByDescriptor: hasDescriptorPaths(), isNameChecked: false };
const MAX_BYTES = 1024 * 1024 * 1024;
const chunk = Buffer.allocUnsafeSlow(1024 * 1024);

/**
 * Allows a copy to skip files instead of failing: those that are too large, over the total, or unreadable.
 */
export type CopyBounds = { readonly fileBytes: number; readonly onUnread: (path: string) => void };

/**
 * Calls with options under which git finds the named files of a workspace and no others; null if they are too
 * large. Git checks a file's path before opening it, so a link swapped in between could redirect it; the copy
 * is made without following links, and nobody else can reach it.
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

/** The attribute files that tell git how to read the named files, for example their line endings. */
function attributesOf(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => {
    const names = path.split('/');
    return names.map((_, depth) => [...names.slice(0, depth), '.gitattributes'].join('/'));
  });
}

type Copy = { readonly to: string; readonly bytesLeft: number };

/** Copies a file if it is within the limits, and reports it otherwise. */
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

/** Errors for a path that leads to nothing; any other error is a fault of the copy. */
const NOTHING_THERE: ReadonlySet<string | undefined> = new Set([
  'ENOENT',
  'ENOTDIR',
  'ELOOP',
  'ENXIO',
  'EEXIST',
  'ENAMETOOLONG',
]);

/**
 * Returns how many bytes were copied; a file that is missing or behind a link is also missing in the copy.
 */
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

/** A link is copied as a link, because git compares its target and does not follow it. */
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

/** Copies up to one byte over the limit, which reveals that the limit was exceeded. */
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
 * Calls with an environment that names a copy of the index, which is removed afterwards. When comparing with
 * the work tree, git updates the index, but reading must not write anything below `.git`.
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

/** Copies an index if there is one: without one nothing is staged, and git treats a missing file as empty. */
export function copyIndex(from: string, to: string): void {
  try {
    const seconds = Math.floor(statSync(from).mtimeMs / 1000);
    copyFileSync(from, to);
    // Git trusts its cached data about files older than the index, so the copy must not have a newer
    // timestamp.
    utimesSync(to, seconds, seconds);
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'ENOENT') throw fault;
  }
}

/** Runs some work and then cleans up, even if it fails; for a promise, once it has settled. */
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
