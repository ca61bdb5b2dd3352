/** Cleans up after work that ends now or later. */

/** Runs some work and then cleans up, also where it fails; where the work goes on, once it has ended. */
export function thenClean<Result>(work: () => Result, clean: () => void): Result {
  let result: Result;
  try {
    result = work();
  } catch (error) {
    clean();
    throw error;
  }
  if (result instanceof Promise) return result.finally(clean) as Result;
  clean();
  return result;
}
