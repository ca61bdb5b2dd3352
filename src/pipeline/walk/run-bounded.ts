/**
 * Runs something that may hang, throw or be called off, and always comes back with what became of it. The time of a walk is
 * measured by the clock that was given, and guarded by a timer where an ask never comes back.
 */

import type { Clock } from '../../kernel/index.ts';
import { reasonText } from '../step/walker-state.ts';

/** What became of a bounded run. */
export type BoundedRun<Value> =
  | { readonly outcome: 'finished'; readonly value: Value }
  | { readonly outcome: 'threw'; readonly error: unknown }
  | { readonly outcome: 'timed-out' }
  | { readonly outcome: 'time-up' }
  | { readonly outcome: 'cancelled'; readonly reason: unknown };

/** What bounds a run: its own time, the time of the whole it belongs to, and whoever waits for it. */
export type RunBounds = {
  readonly timeoutMs: number;
  readonly deadline: AbortSignal;
  readonly signal?: AbortSignal | undefined;
};

/** Runs work until it ends, its time is up, or it is called off; its signal tells it when nobody waits any more. */
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

/** Returns what was thrown where it can be read, and an error in its place where reading it throws in turn. */
function readable(error: unknown): unknown {
  try {
    if (error instanceof Error && typeof error.message === 'string') return error;
  } catch {
    // A trap that throws tells nothing; what can be said of it is said below.
  }
  return new Error(reasonText(error));
}

/** Calls back after a time, unless released; a time longer than a timer can hold counts as without end. */
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
