/** Sizes for people. */

const units = ['kB', 'MB', 'GB', 'TB', 'PB'];
const STEP = 1_000;

/** Writes a number of bytes, for instance `812 B` and `3.2 kB`. */
export function sizeWords(bytes: number): string {
  if (bytes < STEP) return `${bytes} B`;
  let [value, unit] = [bytes / STEP, 0];
  // What would be written as 1000.0 is one of the next unit.
  while (value >= STEP - 0.05 && unit < units.length - 1) [value, unit] = [value / STEP, unit + 1];
  return `${value.toFixed(1)} ${units[unit]}`;
}
