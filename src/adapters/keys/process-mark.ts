/** Marks what a process leaves behind for a moment, a lock or a draft, so that others see when that process is gone. */
import { createHash, randomBytes } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** What is made for a moment and is older than this was left by somebody who was killed. */
const STALE_MS = 5_000;
const MARK = /^([1-9][0-9]{0,9})-([0-9a-f]{16})-[0-9a-f]{16}$/;

/** Returns a new mark of this process; no two are alike. */
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
