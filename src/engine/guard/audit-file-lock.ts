/** Lets one process at a time read and replace a file, by a second file that only one of them can make. */
import { open, rm, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { cite, PenumbraError } from '../../kernel/index.ts';

const STEP_MS = 20;
/** The work under a lock takes milliseconds; who holds one for so long was killed. */
const STALE_MS = 5_000;
const MAX_WAIT_MS = 10_000;

/** Runs work while no other process runs any on the same file. */
export async function withFileLock<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  const lock = `${file}.lock`;
  for (let waitedMs = 0; !(await take(lock)); waitedMs += STEP_MS) {
    if (waitedMs >= MAX_WAIT_MS)
      throw new PenumbraError('store-busy', `another process held ${cite(file)} for too long`, {
        hint: `end it, or remove ${cite(lock)} if there is none`,
      });
    await delay(STEP_MS);
    await removeStale(lock);
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function take(lock: string): Promise<boolean> {
  try {
    await (await open(lock, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function removeStale(lock: string): Promise<void> {
  const found = await stat(lock).catch(() => null);
  if (found !== null && Date.now() - found.mtimeMs > STALE_MS) await rm(lock, { force: true });
}
