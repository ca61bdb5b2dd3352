/**
 * Locks: files that only one process can create. A lock is removed at once if its owner is gone, or if it is
 * too old for the work it protects, because then its owner was killed.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import {
  closeSync,
  linkSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';

/** A held lock. */
export type FileLock = { release(): void };

/** Takes a lock; null if another process holds it. */
export function takeFileLock(lock: string): FileLock | null {
  const mark = markProcess();
  if (!make(lock, mark)) {
    breakLeft(lock);
    if (!make(lock, mark)) return null;
  }
  return {
    release: () => {
      // A process that considered this lock abandoned now holds its own.
      if (markIn(lock) === mark) rmSync(lock, { force: true });
    },
  };
}

function make(lock: string, mark: string): boolean {
  let descriptor: number;
  try {
    descriptor = openSync(lock, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  try {
    writeSync(descriptor, mark);
    return true;
  } catch (error) {
    rmSync(lock, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Removes an abandoned lock; if another process was faster, what was removed is its new lock, which is put
 * back.
 */
function breakLeft(lock: string): void {
  const mark = markIn(lock);
  const found = lookAt(lock);
  if (found === null || mark === null || !(isOfGoneProcess(mark) || isStale(found.mtimeMs))) return;
  const aside = `${lock}.${randomUUID()}`;
  try {
    renameSync(lock, aside);
  } catch {
    return;
  }
  try {
    if (markIn(aside) !== mark) linkSync(aside, lock);
  } catch {
    // A third process has taken the lock.
  }
  rmSync(aside, { force: true });
}

function markIn(lock: string): string | null {
  try {
    return readFileSync(lock, 'utf8');
  } catch {
    return null;
  }
}

function lookAt(lock: string): Stats | null {
  try {
    return statSync(lock, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

/** A short-lived file older than this was left by a killed process. */
const STALE_MS = 5_000;
const MARK = /^([1-9][0-9]{0,9})-([0-9a-f]{16})-[0-9a-f]{16}$/;

/**
 * Returns a new, unique mark of this process for a lock or draft, by which others can tell when it is gone.
 */
export function markProcess(): string {
  return `${process.pid}-${hostMark()}-${randomBytes(8).toString('hex')}`;
}

/**
 * Returns whether a mark belongs to a process of this host that is gone; nothing is known about other hosts.
 */
export function isOfGoneProcess(mark: string): boolean {
  const [, processId, host] = MARK.exec(mark) ?? [];
  if (processId === undefined || host !== hostMark()) return false;
  try {
    process.kill(Number(processId), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/**
 * Returns whether a time is too far from now for a short-lived file, in either direction, since clocks can be
 * set back.
 */
export function isStale(atMs: number): boolean {
  return Math.abs(Date.now() - atMs) > STALE_MS;
}

/** Containers on one host can share its name, but each numbers its own processes. */
function hostMark(): string {
  let processes = '';
  try {
    processes = readlinkSync('/proc/self/ns/pid');
  } catch {
    // Systems without this file have a single numbering of processes.
  }
  return createHash('sha256').update(`${hostname()}\n${processes}`).digest('hex').slice(0, 16);
}
