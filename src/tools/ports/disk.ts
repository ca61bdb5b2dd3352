/**
 * What the tools ask of a disk: reading at a place that the world resolved. The files adapter implements it; a place
 * is a token and a relative path, so no tool ever holds a path of the host.
 */
import type { DiskPlace } from '../../guard/index.ts';
import type { ContentId } from '../../kernel/index.ts';

/** Why a place cannot be read. */
export type DiskFault = 'absent' | 'link' | 'not-a-file' | 'not-a-directory' | 'unreadable';

/** What a directory's entry is; a link is never followed to find out what it leads to. */
export type DiskEntryKind = 'file' | 'directory' | 'link' | 'other';

/** One entry of a directory; a name that is not UTF-8 holds lone surrogates, and so is in no address. */
export type DiskEntry = { readonly name: string; readonly kind: DiskEntryKind };

/** The first bytes of a file; `size` is that of the whole. */
export type FileRead = { readonly bytes: Uint8Array; readonly isCut: boolean; readonly size: number };

/** How much of a file is read. */
export type ReadBounds = { readonly maxBytes: number };

/** Reads many files below one place; holds the directories on the way to the last one until it is disposed of. */
export interface DiskReader extends Disposable {
  /** Reads the file at a path below the place. */
  readFile(path: string, bounds: ReadBounds): FileRead | DiskFault;
}

/** A disk, as far as the tools need to read it; no link is followed, and only regular files are read. */
export interface DiskFiles {
  /** Reads the first bytes of a file. */
  readFile(place: DiskPlace, bounds: ReadBounds): FileRead | DiskFault;
  /** Lists a directory in no particular order, and every entry in it. */
  listDirectory(place: DiskPlace): readonly DiskEntry[] | DiskFault;
  /** Opens a reader of many files, quickest where they come directory by directory. */
  openReader(place: DiskPlace): DiskReader;
}

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
