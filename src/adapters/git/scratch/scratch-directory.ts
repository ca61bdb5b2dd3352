/**
 * The private directory of one run. Its name identifies the owning process, so that the next start can remove
 * the directories of killed ones; nothing outside is followed or removed.
 */
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
  rmSync,
  unlinkSync,
} from 'node:fs';
import { hostname, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { PenumbraError } from '../../../kernel/index.ts';
import { isWithin, realPathOf } from '../../paths/index.ts';

/** The process, its start, and the host that assigned its number. */
const OWNED = /^run-([1-9]\d{0,9})-(\d{0,20})-([0-9a-f]{12})-[0-9a-f]{12}$/;
const HINT = 'set TMPDIR to a directory of your own outside the repository';

/** A directory that is removed when it is closed. */
export type ScratchDirectory = { readonly path: string; close(): void };

/** Makes a directory for this process outside a work tree, and removes those of processes that are gone. */
export function openScratchDirectory(top: string, parent = defaultParent()): ScratchDirectory {
  const home = realPathOf(parent);
  if (isWithin(home, [realPathOf(top)]))
    throw new PenumbraError('invalid-configuration', 'scratch states would lie in the workspace', {
      hint: HINT,
    });
  try {
    mkdirSync(home, { recursive: true, mode: 0o700 });
    const stat = lstatSync(home);
    const isOwn = process.getuid === undefined || stat.uid === process.getuid();
    if (!stat.isDirectory() || !isOwn) throw new Error('it belongs to somebody else');
    removeLeft(home);
    const path = join(
      home,
      `run-${process.pid}-${startOf(process.pid) ?? ''}-${hostMark()}-${randomBytes(6).toString('hex')}`,
    );
    mkdirSync(path, { mode: 0o700 });
    return { path, close: () => leaveForLater(() => removeTree(path)) };
  } catch (cause) {
    throw directoryFault(cause);
  }
}

/** Returns the fault for an operation that the disk refused, with the original error as its cause. */
export function directoryFault(cause: unknown): PenumbraError {
  const isFull = ['ENOSPC', 'EDQUOT'].includes((cause as NodeJS.ErrnoException).code ?? '');
  const hint = isFull ? `make room for temporary files, or ${HINT}` : HINT;
  const message = isFull ? 'no room is left for scratch states' : 'scratch states cannot be put on the disk';
  return new PenumbraError('unwritable-output', message, { hint, cause });
}

function defaultParent(): string {
  return join(tmpdir(), `penumbra-scratch-${process.getuid?.() ?? userInfo().username}`);
}

/**
 * What cannot be removed now, for example because something is still writing there, is left to the next
 * start.
 */
function leaveForLater(remove: () => void): void {
  try {
    remove();
  } catch {
    // The result matters more than leftovers.
  }
}

function removeLeft(home: string): void {
  for (const name of readdirSync(home)) {
    const [, processId, start, host] = OWNED.exec(name) ?? [];
    if (processId === undefined || host !== hostMark()) continue;
    const current = startOf(Number(processId));
    if (current !== null && (start === '' || current === '' || current === start)) continue;
    endRuns(join(home, name));
    leaveForLater(() => removeTree(join(home, name)));
  }
}

/**
 * Ends the test runs that a killed process left behind: without a sandbox they do not end with it. They are
 * recognized by the working directory they were started with, which is private to the run; if the system does
 * not report it, they keep running.
 */
function endRuns(directory: string): void {
  const isRun = (environment: string) =>
    environment.split('\0').some((variable) => variable.startsWith(`PWD=${directory}/`));
  for (const name of processIds())
    try {
      if (isRun(readFileSync(`/proc/${name}/environ`, 'latin1'))) process.kill(Number(name), 'SIGKILL');
    } catch {
      // It belongs to another user, or is gone.
    }
}

function processIds(): readonly string[] {
  try {
    return readdirSync('/proc').filter((name) => /^[1-9]\d*$/.test(name));
  } catch {
    return [];
  }
}

/** When a process started, in the system's units; empty if unknown, null if there is no such process. */
function startOf(processId: number): string | null {
  try {
    const stat = readFileSync(`/proc/${processId}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return isAlive(processId) ? '' : null;
  }
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Containers on one host can share its name, but each numbers its own processes. */
function hostMark(): string {
  let processes = '';
  try {
    processes = readlinkSync('/proc/self/ns/pid');
  } catch {
    // Systems without this file have a single numbering of processes.
  }
  return createHash('sha256').update(`${hostname()}\n${processes}`).digest('hex').slice(0, 12);
}

/**
 * Removes a directory and everything in it, including what a test made inaccessible. INVARIANT (nothing
 * outside): links are removed and never followed, and only our own directories are made accessible.
 */
export function removeTree(place: string | Buffer): void {
  try {
    rmSync(place, { recursive: true, force: true });
  } catch {
    removeClosed(Buffer.from(place));
  }
}

/** Names need not be text, and entries can only be removed from writable directories. */
function removeClosed(path: Buffer): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return;
  if (!stat.isDirectory()) {
    unlinkSync(path);
    return;
  }
  if ((stat.mode & 0o700) !== 0o700) chmodSync(path, 0o700);
  for (const name of readdirSync(path, { encoding: 'buffer' }))
    removeClosed(Buffer.concat([path, Buffer.from('/'), name]));
  rmdirSync(path);
}
