/**
 * Locks: files that only one process can make. One whose maker is gone is taken away at once, and one that is too old
 * for what is done under it, too, for its maker was killed.
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

/** A lock that is held. */
export type FileLock = { release(): void };

/** Makes a lock; null where another process holds it. */
export function takeFileLock(lock: string): FileLock | null {
  const mark = markProcess();
  if (!make(lock, mark)) {
    breakLeft(lock);
    if (!make(lock, mark)) return null;
  }
  return {
    release: () => {
      // Whoever took this for left behind holds one of their own by now.
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

/** Takes away what was left; where another process was faster, what was taken is its fresh one, and is given back. */
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
    // A third process has made its own.
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

/** What is made for a moment and is older than this was left by somebody who was killed. */
const STALE_MS = 5_000;
const MARK = /^([1-9][0-9]{0,9})-([0-9a-f]{16})-[0-9a-f]{16}$/;

/** Returns a new mark of this process for a lock or draft, so that others see when it is gone; no two are alike. */
export function markProcess(): string {
  return `${process.pid}-${hostMark()}-${randomBytes(8).toString('hex')}`;
}

/** Tells whether a mark is of a process of this host that is gone; of others nothing is known. */
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

/** Tells whether a time is too far from now for something made for a moment; clocks are set back, too. */
export function isStale(atMs: number): boolean {
  return Math.abs(Date.now() - atMs) > STALE_MS;
}

/** Containers on one host can share its name, and number processes each for itself. */
function hostMark(): string {
  let processes = '';
  try {
    processes = readlinkSync('/proc/self/ns/pid');
  } catch {
    // Systems without such a file number all processes together.
  }
  return createHash('sha256').update(`${hostname()}\n${processes}`).digest('hex').slice(0, 16);
}
