/**
 * The time of a trial. A step may take what is left of the court's time; when that runs out while a seat is silent,
 * the clock is moved to where the limit is exceeded, so that the walk's own rule ends the trial.
 */
import { type Clock, PenumbraError } from '../../kernel/index.ts';

/** A clock that can be told that time has run out. */
export type CourtClock = Clock & {
  /** Runs work for at most so long; it throws when the time is over first. */
  within<Value>(
    leftMs: number,
    work: (signal: AbortSignal) => Promise<Value>,
    signal: AbortSignal,
  ): Promise<Value>;
};

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Makes the clock of a trial from the one that is given; without one only silence counts. */
export function createCourtClock(clock: Clock | undefined): CourtClock {
  let aheadMs = 0;
  const now = () => (clock?.now() ?? 0) + aheadMs;
  return {
    now,
    async within(leftMs, work, signal) {
      const startedAt = now();
      const timer = new AbortController();
      const { promise, reject } = Promise.withResolvers<never>();
      const expire = () => {
        aheadMs += Math.max(0, startedAt + leftMs + 1 - now());
        timer.abort();
        reject(
          new PenumbraError('agent-failed', 'the time of the court is up', { hint: 'give it more time' }),
        );
      };
      const timeout = leftMs > LONGEST_TIMER_MS ? undefined : setTimeout(expire, Math.max(0, leftMs));
      try {
        return await Promise.race([work(AbortSignal.any([signal, timer.signal])), promise]);
      } finally {
        clearTimeout(timeout);
      }
    },
  };
}
