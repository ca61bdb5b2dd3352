/** Waits for something only as long as the caller does. */

/** The signal of a caller who waits to the end. */
export const neverAborted: AbortSignal = new AbortController().signal;

/**
 * Returns what a function returns, or throws once nobody waits, also where the function goes on. What `isHeld` says must be
 * waited for is waited for all the same.
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
