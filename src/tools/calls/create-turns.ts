/** Makes long work yield to other work regularly, so that no call blocks the others. */

const UNITS_PER_TURN = 500;

/**
 * Creates a function to be called for each unit of work, which is about as much as looking at one directory
 * entry.
 */
export function createTurns(): (units?: number) => Promise<void> | undefined {
  let left = UNITS_PER_TURN;
  return (units = 1) => {
    left -= units;
    if (left > 0) return undefined;
    left = UNITS_PER_TURN;
    return new Promise((resolve) => setImmediate(resolve));
  };
}
