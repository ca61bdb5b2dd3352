/** The reading part of a disk: what only reads holds nothing to change anything with. */
import type { DiskFiles } from '../../../tools/index.ts';

/** Returns a disk that reads and does nothing else. */
export function readingOf({ readFile, listDirectory, openReader }: DiskFiles): DiskFiles {
  return { readFile, listDirectory, openReader };
}
