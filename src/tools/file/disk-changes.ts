/**
 * What the tools ask of a disk to change it. The files adapter implements it: everything happens in held directories,
 * whole files are put in place by a rename, and links are never followed.
 */
import type { DiskPlace } from '../../guard/index.ts';
import type { ContentId } from '../../kernel/index.ts';
import type { DiskEntry, DiskFault } from './disk-files.ts';

/** Why a place cannot be changed. */
export type ChangeFault =
  | DiskFault
  /** Something is there where nothing was expected. */
  | 'exists'
  /** What is there is not what was expected. */
  | 'changed'
  /** The file has further names, and changing it would change what they name. */
  | 'hard-linked'
  /** The two places do not lie on one device. */
  | 'other-device'
  | 'unwritable';

/** What must stand at a place for a change to be made: nothing, a file of certain bytes, or whatever there is. */
export type Expected = ContentId | 'nothing' | 'anything';

/** A disk, as far as the tools change it. */
export interface DiskChanges {
  /** Writes a file whole, and the directories that lead to it. */
  writeFile(place: DiskPlace, bytes: Uint8Array, expected: Expected): ChangeFault | null;
  /** Renames a file; what stands at the new place is never replaced. */
  moveFile(ends: {
    readonly from: DiskPlace;
    readonly to: DiskPlace;
    readonly expected: Expected;
  }): ChangeFault | null;
  deleteFile(place: DiskPlace, expected: Expected): ChangeFault | null;
  /** Removes a directory in which exactly these entries are; each directory comes before what is in it. */
  removeDirectory(place: DiskPlace, entries: readonly DiskEntry[]): ChangeFault | null;
}
