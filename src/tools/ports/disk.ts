/**
 * The tools' port to the disk, implemented by the files adapter. A place is a token and a relative path, so
 * no tool ever has a host path.
 */
import type { DiskPlace } from '../../guard/index.ts';
import type { ContentId } from '../../kernel/index.ts';

/** Why a place cannot be read. */
export type DiskFault = 'absent' | 'link' | 'not-a-file' | 'not-a-directory' | 'unreadable';

/** The kind of a directory entry. Links are not followed to find out what they lead to. */
export type DiskEntryKind = 'file' | 'directory' | 'link' | 'other';

/** One entry of a directory. A name that is not UTF-8 contains lone surrogates, so no address leads to it. */
export type DiskEntry = { readonly name: string; readonly kind: DiskEntryKind };

/** The first bytes of a file; `size` is that of the whole file. */
export type FileRead = { readonly bytes: Uint8Array; readonly isCut: boolean; readonly size: number };

/** How much of a file to read. */
export type ReadBounds = { readonly maxBytes: number };

/** Reads many files below one place. It keeps the directories of the last path open until disposed. */
export interface DiskReader extends Disposable {
  /** Reads the file at a path below the place. */
  readFile(path: string, bounds: ReadBounds): FileRead | DiskFault;
}

/** The reading part of the disk. No link is followed, and only regular files are read. */
export interface DiskFiles {
  /** Reads the first bytes of a file. */
  readFile(place: DiskPlace, bounds: ReadBounds): FileRead | DiskFault;
  /** Lists every entry of a directory, in no particular order. */
  listDirectory(place: DiskPlace): readonly DiskEntry[] | DiskFault;
  /** Opens a reader for many files, which is fastest directory by directory. */
  openReader(place: DiskPlace): DiskReader;
}

/** Why a place cannot be changed. */
export type ChangeFault =
  | DiskFault
  /** Something exists where nothing was expected. */
  | 'exists'
  /** What exists is not what was expected. */
  | 'changed'
  /** The file has other names, whose content would change too. */
  | 'hard-linked'
  /** The two places are on different devices. */
  | 'other-device'
  | 'unwritable';

/** What must be at a place for a change: nothing, a file with certain bytes, or anything. */
export type Expected = ContentId | 'nothing' | 'anything';

/** The changing part of the disk. */
export interface DiskChanges {
  /** Replaces a whole file, creating its parent directories. */
  writeFile(place: DiskPlace, bytes: Uint8Array, expected: Expected): ChangeFault | null;
  /** Renames a file; anything at the new place is never replaced. */
  moveFile(ends: {
    readonly from: DiskPlace;
    readonly to: DiskPlace;
    readonly expected: Expected;
  }): ChangeFault | null;
  deleteFile(place: DiskPlace, expected: Expected): ChangeFault | null;
  /** Removes a directory that contains exactly these entries; each directory comes before its contents. */
  removeDirectory(place: DiskPlace, entries: readonly DiskEntry[]): ChangeFault | null;
}
