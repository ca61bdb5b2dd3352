/**
 * Waiting for locks that other processes hold, without blocking the event loop. Pauses are short, random and do not
 * grow, so one who waits long asks as often as one who has just come, and writers that collide drift apart.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { isBusy, toFault } from './sqlite-fault.ts';

/** How long to wait for a lock, and the chance that spreads the attempts. */
export type Patience = {
  readonly maxWaitMs: number;
  /** Returns a number from 0 up to 1. */
  readonly random: () => number;
};

const SHORTEST_PAUSE_MS = 1;
const PAUSE_SPREAD_MS = 7;

/** Runs a synchronous piece of work, again and again while the store is locked, and throws faults. */
export async function whenFree<Result>(
  work: () => Result,
  location: string,
  patience: Patience,
): Promise<Result> {
  for (let waitedMs = 0; ; ) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || waitedMs >= patience.maxWaitMs) throw toFault(error, location);
    }
    const pauseMs = SHORTEST_PAUSE_MS + patience.random() * PAUSE_SPREAD_MS;
    await pause(pauseMs);
    waitedMs += pauseMs;
  }
}
