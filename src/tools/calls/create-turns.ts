/** Long work gives way to other work now and then, so that no call holds up all others. */

const UNITS_PER_TURN = 500;

/** Makes a function that is told of each unit of work, about as much as looking at one entry of a directory. */
export function createTurns(): (units?: number) => Promise<void> | undefined {
  let left = UNITS_PER_TURN;
  return (units = 1) => {
    left -= units;
    if (left > 0) return undefined;
    left = UNITS_PER_TURN;
    return new Promise((resolve) => setImmediate(resolve));
  };
}
