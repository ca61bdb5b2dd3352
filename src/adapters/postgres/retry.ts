/** Tries again what may succeed the next time, with growing pauses of random length so that workers do not march in step. */
import { setTimeout as pause } from 'node:timers/promises';

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

/** Runs work until it succeeds, fails for good, or has been tried `attempts` times. */
export async function retry<Result>(
  work: () => Promise<Result>,
  options: { readonly attempts: number; readonly isTransient: (error: unknown) => boolean },
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= options.attempts || !options.isTransient(error)) throw error;
    }
    await pause(pauseMs(attempt));
  }
}

/** Returns how long to wait after a failed attempt: up to twice as long each time. */
function pauseMs(attempt: number): number {
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1));
  return longest * (0.5 + Math.random() / 2);
}
