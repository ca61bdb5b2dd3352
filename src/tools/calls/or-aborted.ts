/** Runs what a host wrote, a tool's function or schema, and waits for it only as long as the caller does. */

/** Returns what a function returns, or throws once nobody waits, also where the function goes on. */
export async function orAborted<Value>(
  signal: AbortSignal,
  run: () => Value | Promise<Value>,
): Promise<Value> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([run(), promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
