/** The reading part of a disk: what only reads holds nothing to change anything with. */
import type { DiskFiles } from '../../../tools/index.ts';

/** Returns a disk that reads and does nothing else. */
export function readingOf(disk: DiskFiles): DiskFiles {
  return {
    // Asked as what it is, for its methods may be those of a class.
    readFile: (place, bounds) => disk.readFile(place, bounds),
    listDirectory: (place) => disk.listDirectory(place),
    openReader: (place) => disk.openReader(place),
  };
}
