/** The time of a walk: measured by the clock that was given, and guarded by a timer where an ask never comes back. */
import type { Clock } from '../../kernel/index.ts';
import { startTimer } from './run-bounded.ts';

/** What is left of a walk's time. */
export type WalkTime = {
  readonly now: () => number;
  readonly remainingMs: () => number;
  /** Aborts when the time is up, also while an ask hangs. */
  readonly deadline: AbortSignal;
  readonly release: () => void;
};

/** Starts the time of a walk; without a clock only the timer ends it. */
export function startTime(timeoutMs: number, clock: Clock | undefined): WalkTime {
  let last = 0;
  const now = () => {
    const told = Math.trunc(clock?.now() ?? 0);
    // Times are counted in whole milliseconds; what is none is no news.
    if (Number.isSafeInteger(told)) last = told;
    return last;
  };
  const startedAt = now();
  const controller = new AbortController();
  const release = startTimer(timeoutMs, () => controller.abort());
  const remainingMs = () => (controller.signal.aborted ? 0 : Math.max(0, timeoutMs - (now() - startedAt)));
  return { now, remainingMs, deadline: controller.signal, release };
}
