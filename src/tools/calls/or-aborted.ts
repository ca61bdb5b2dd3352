/** Waits for a result only as long as the caller does. */

/** The signal of a caller who never gives up. */
export const neverAborted: AbortSignal = new AbortController().signal;

/**
 * Returns the result of a function, or throws once the caller gives up, even if the function is still
 * running. While `isHeld` returns true, it keeps waiting.
 */
export async function orAborted<Value>(
  signal: AbortSignal,
  run: () => Value | Promise<Value>,
  isHeld: () => boolean = () => false,
): Promise<Value> {
  if (signal === neverAborted) return run();
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => {
    if (!isHeld()) reject(signal.reason);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([run(), promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
