/** A clock for tests that only moves when told to. */
import type { Clock } from '../kernel/index.ts';

/** A clock moved manually, forward or back. */
export type FakeClock = Clock & {
  /** Moves the clock by milliseconds; negative ones move it back. */
  advance(byMs: number): void;
};

/** Creates a clock, starting at 2026-01-01 by default. */
export function createFakeClock(startMs: number = Date.UTC(2026, 0, 1)): FakeClock {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    advance(byMs) {
      nowMs += byMs;
    },
  };
}
