/**
 * Writes named files. A regular file appears whole or not at all, at the end of all links; a pipe or device
 * receives the bytes directly and is not replaced.
 */

import { constants } from 'node:fs';
import {
  access,
  type FileHandle,
  open,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  stat,
} from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { cite, PenumbraError } from '../kernel/index.ts';
import { outputFault } from './system-fault.ts';

let partials = 0;

/** A place to write to. */
export type WriteTarget = {
  readonly path: string;
  /** The permissions of the file to be replaced; null for a new one. */
  readonly mode: number | null;
  readonly isRegular: boolean;
};

/** Finds the file that a name leads to. */
export async function findTarget(file: string): Promise<WriteTarget> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (found === null) return { path: await absentPath(file), mode: null, isRegular: true };
  if (found.isDirectory())
    throw new PenumbraError('usage', `${cite(file)} is a directory`, { hint: 'name a file in it' });
  // Something other than a file may have no path of its own, such as the pipe behind /dev/stdout.
  if (!found.isFile()) return { path: file, mode: null, isRegular: false };
  return { path: await realpath(file), mode: found.mode & 0o777, isRegular: true };
}

/** Writes chunks to a target. */
export async function writeTarget(target: WriteTarget, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  if (target.isRegular) return writeWhole(target, chunks);
  await using handle = await open(target.path, 'w');
  await writeAll(handle, chunks);
}

/**
 * Returns where a file would be created: at its name, or at the end of a chain of links that leads to nothing
 * yet.
 */
async function absentPath(file: string): Promise<string> {
  const path = join(await realpath(dirname(file)), basename(file));
  const link = await readlink(path).catch(() => null);
  return link === null ? path : absentPath(resolve(dirname(path), link));
}

/** Writes beside the target and renames once everything is on disk. */
async function writeWhole({ path, mode }: WriteTarget, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  await removeRemains(path);
  partials += 1;
  const partial = `${path}.${process.pid}.${partials}.partial`;
  const handle = await open(partial, 'wx');
  try {
    await fill(handle, mode, chunks);
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

async function fill(
  handle: FileHandle,
  mode: number | null,
  chunks: AsyncIterable<Uint8Array>,
): Promise<void> {
  await using closing = handle;
  if (mode !== null) await closing.chmod(mode);
  await writeAll(closing, chunks);
  await closing.sync();
}

async function writeAll(handle: FileHandle, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const chunk of chunks) await handle.writeFile(chunk);
}

/** Removes the partial files of processes that were killed while writing this file. */
async function removeRemains(path: string): Promise<void> {
  const [directory, beginning] = [dirname(path), `${basename(path)}.`];
  const names = await readdir(directory).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(beginning))) {
    const pid = /^(\d+)\.\d+\.partial$/.exec(name.slice(beginning.length))?.[1];
    const file = join(directory, name);
    if (pid !== undefined && (await isRemnant(file, Number(pid)))) await rm(file, { force: true });
  }
}

/** In containers every run may have the same process id, so a file with our own id is judged by its age. */
async function isRemnant(file: string, pid: number): Promise<boolean> {
  if (pid === process.pid) return (await stat(file)).mtimeMs < performance.timeOrigin;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** Rejects a place that cannot be written to, before long work whose output goes there. */
export async function requireWritable(file: string): Promise<void> {
  await explained(file, async () => {
    const { path, isRegular } = await findTarget(file);
    await access(isRegular ? dirname(path) : path, constants.W_OK);
  });
}

/** Writes a text to a file, whole or not at all; a pipe or device receives it directly. */
export async function writeTextFile(file: string, text: string): Promise<void> {
  await explained(file, async () => writeTarget(await findTarget(file), bytesOf(text)));
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

async function explained(file: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw outputFault(cite(file), error);
  }
}
