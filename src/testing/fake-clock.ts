/** Time as an object a test holds: it stands still until it is moved. */
import type { Clock } from '../kernel/index.ts';

/** A clock that is moved by hand, forward or back. */
export type FakeClock = Clock & {
  /** Moves the clock by milliseconds; negative ones move it back. */
  advance(byMs: number): void;
};

/** Creates a clock that shows a time, 2026-01-01 unless another is given. */
export function createFakeClock(startMs: number = Date.UTC(2026, 0, 1)): FakeClock {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    advance(byMs) {
      nowMs += byMs;
    },
  };
}
