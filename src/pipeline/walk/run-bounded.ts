/**
 * Runs work that may hang, throw or be cancelled, and always returns a result. A walk's time is measured by
 * the given clock and enforced by a timer in case an ask never returns.
 */

import type { Clock } from '../../kernel/index.ts';
import { reasonText } from '../step/walker-state.ts';

/** The result of a bounded run. */
export type BoundedRun<Value> =
  | { readonly outcome: 'finished'; readonly value: Value }
  | { readonly outcome: 'threw'; readonly error: unknown }
  | { readonly outcome: 'timed-out' }
  | { readonly outcome: 'time-up' }
  | { readonly outcome: 'cancelled'; readonly reason: unknown };

/** The limits of a run: its own time, the walk's remaining time, and cancellation. */
export type RunBounds = {
  readonly timeoutMs: number;
  readonly deadline: AbortSignal;
  readonly signal?: AbortSignal | undefined;
};

/** Runs work until it ends, times out, or is cancelled; its signal aborts when nobody waits any more. */
export async function runBounded<Value>(
  work: (signal: AbortSignal) => Value | Promise<Value>,
  { timeoutMs, deadline, signal }: RunBounds,
): Promise<BoundedRun<Value>> {
  if (signal?.aborted) return { outcome: 'cancelled', reason: signal.reason };
  const controller = new AbortController();
  const { promise, resolve } = Promise.withResolvers<BoundedRun<Value>>();
  const cancel = () => resolve({ outcome: 'cancelled', reason: signal?.reason });
  const endTime = () => resolve({ outcome: 'time-up' });
  const release = [
    startTimer(timeoutMs, () => resolve({ outcome: 'timed-out' })),
    onAbort(signal, cancel),
    onAbort(deadline, endTime),
  ];
  const run = async () => work(controller.signal);
  run().then(
    (value) => resolve({ outcome: 'finished', value }),
    (error: unknown) => resolve({ outcome: 'threw', error: readable(error) }),
  );
  const result = await promise;
  for (const one of release) one();
  if (result.outcome !== 'finished' && result.outcome !== 'threw') controller.abort(result.outcome);
  return result;
}

/** Returns what was thrown if it can be inspected, otherwise a substitute error. */
function readable(error: unknown): unknown {
  try {
    if (error instanceof Error && typeof error.message === 'string') return error;
  } catch {
    // A throwing proxy trap gives no information; the fallback is below.
  }
  return new Error(reasonText(error));
}

/** Calls back after a delay unless released; a delay beyond the timer's maximum is treated as infinite. */
function startTimer(timeoutMs: number, callback: () => void): () => void {
  if (timeoutMs >= 2 ** 31) return () => {};
  const timer = setTimeout(callback, timeoutMs);
  return () => clearTimeout(timer);
}

function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (signal?.aborted) callback();
  signal?.addEventListener('abort', callback, { once: true });
  return () => signal?.removeEventListener('abort', callback);
}

/** The remaining time of a walk. */
export type WalkTime = {
  readonly now: () => number;
  readonly remainingMs: () => number;
  /** Aborts when time is up, even if an ask hangs. */
  readonly deadline: AbortSignal;
  readonly release: () => void;
};

/** Starts the time of a walk; without a clock, only the timer ends it. */
export function startTime(timeoutMs: number, clock: Clock | undefined): WalkTime {
  let last = 0;
  const now = () => {
    const told = Math.trunc(clock?.now() ?? 0);
    // Times are in whole milliseconds; other values are ignored.
    if (Number.isSafeInteger(told)) last = told;
    return last;
  };
  const startedAt = now();
  const controller = new AbortController();
  const release = startTimer(timeoutMs, () => controller.abort());
  const remainingMs = () => (controller.signal.aborted ? 0 : Math.max(0, timeoutMs - (now() - startedAt)));
  return { now, remainingMs, deadline: controller.signal, release };
}
