/** The tracked files as git lists them, searched without taking the list apart: most scans ask about a few paths. */
import type { ByteText } from './byte-text.ts';
import { fromBytes } from './byte-text.ts';

/** Answers what is tracked. */
export type TrackedPaths = {
  has(path: ByteText): boolean;
  /** Tells whether anything below a directory is tracked. */
  hasBelow(directory: ByteText): boolean;
};

const readBefore = new WeakMap<Uint8Array, TrackedPaths>();

/** Reads a list of paths sorted by bytes, each with a zero byte at its end; the same list is read once. */
export function readTrackedPaths(list: Uint8Array): TrackedPaths {
  const paths = readBefore.get(list) ?? searchList(list);
  readBefore.set(list, paths);
  return paths;
}

function searchList(list: Uint8Array): TrackedPaths {
  const text = fromBytes(list);
  const startsAt = (sought: string) => text.startsWith(sought, lowerBound(text, sought));
  return {
    has: (path) => startsAt(`${path}\0`),
    hasBelow: (directory) => startsAt(`${directory}/`),
  };
}

/** Returns where the first path that is not before the sought one begins. */
function lowerBound(text: string, sought: string): number {
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const start = middle === 0 ? 0 : text.lastIndexOf('\0', middle - 1) + 1;
    const end = text.indexOf('\0', start) + 1;
    if (text.slice(start, end) < sought) low = end;
    else high = start;
  }
  return low;
}
