/** Lets one process at a time read and replace a file, by a lock beside it. */
import { setTimeout as delay } from 'node:timers/promises';
import { type FileLock, takeFileLock } from '../../../adapters/keys/index.ts';
import { cite, PenumbraError } from '../../../kernel/index.ts';

const STEP_MS = 20;
const MAX_WAIT_MS = 10_000;

/** Runs work while no other process runs any on the same file. */
export async function withFileLock<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  const lock = await waitFor(file);
  try {
    return await work();
  } finally {
    lock.release();
  }
}

async function waitFor(file: string): Promise<FileLock> {
  const name = `${file}.lock`;
  for (let waitedMs = 0; waitedMs < MAX_WAIT_MS; waitedMs += STEP_MS) {
    const lock = takeFileLock(name);
    if (lock !== null) return lock;
    await delay(STEP_MS);
  }
  throw new PenumbraError('store-busy', `another process held ${cite(file)} for too long`, {
    hint: `end it, or remove ${cite(name)} if there is none`,
  });
}
