/** Whether a directory lies where agents can reach, also through links, and also before it is made. */
import { isWithin, realPathOf } from '../paths/index.ts';

/** Returns the first of some roots that a directory is or lies in; null where it lies in none. */
export function liesWithin(directory: string, roots: readonly string[]): string | null {
  const place = realPathOf(directory);
  return roots.find((root) => isWithin(place, [realPathOf(root)])) ?? null;
}
