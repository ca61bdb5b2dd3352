/**
 * Locks: files that only one process can make. One whose maker is gone is taken away at once, and one that is too old
 * for what is done under it, too, for its maker was killed.
 */
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import { isOfGoneProcess, isStale, markProcess } from './process-mark.ts';

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
