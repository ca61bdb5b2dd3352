/** Lets the writers of one process in one after the other, in the order they came, without polling or a deadline. */

/** Waits for every earlier writer and returns the function that lets the next one in. */
export type Turnstile = () => Promise<() => void>;

/** Creates a turnstile with nobody inside. */
export function createTurnstile(): Turnstile {
  let last: Promise<void> = Promise.resolve();
  return async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const earlier = last;
    last = promise;
    await earlier;
    return resolve;
  };
}
