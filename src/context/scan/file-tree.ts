/**
 * The port to workspace files. Calls are synchronous, as a promise per file would cost several times the work
 * itself. Paths are bytes relative to the root, separated by `/`; the root's path is empty. Links below the
 * root are never followed. A problem with an entry is a reason to skip it and never throws.
 */
import { compareCodePoints, deepFreeze, type Sha256 } from '../../kernel/index.ts';
import type { ByteText } from './byte-text.ts';

/** A directory entry as listed. */
export type ListedEntry = { readonly name: ByteText; isDirectory(): boolean };

/** The stat of an entry, with POSIX mode bits. */
export type EntryStat = FileStamp & { readonly mode: bigint };

/** The digest of a file, or why it could not be read. */
export type DigestRead =
  | { readonly digest: Sha256; readonly reason?: undefined }
  | { readonly digest?: undefined; readonly reason: SkipReason };

/** The bytes of a file, or why it could not be read. */
export type BytesRead =
  | { readonly bytes: ByteText; readonly reason?: undefined }
  | { readonly bytes?: undefined; readonly reason: SkipReason };

/** Reads the files below one root. */
export interface FileTree {
  list(directory: ByteText): readonly ListedEntry[] | SkipReason;
  stat(path: ByteText): EntryStat | SkipReason;
  /** Hashes a regular file, provided it still matches its stat. */
  digest(path: ByteText, stat: EntryStat): DigestRead;
  readLink(path: ByteText): BytesRead;
  /** Returns the bytes of a small regular file. */
  readSmall(path: ByteText, limitBytes: number): BytesRead;
}

const TYPE_BITS = 0o170000n;
const OWNER_MAY_EXECUTE = 0o100n;

/** Returns the type of an entry by its mode; other types are special files. */
export function entryType(mode: bigint): 'file' | 'executable' | 'directory' | 'link' | 'special' {
  switch (mode & TYPE_BITS) {
    case 0o100000n:
      return (mode & OWNER_MAY_EXECUTE) === 0n ? 'file' : 'executable';
    case 0o040000n:
      return 'directory';
    case 0o120000n:
      return 'link';
    default:
      return 'special';
  }
}

/**
 * Size, times in nanoseconds and inode of an entry. INVARIANT (no racy stamp is trusted): file clocks are
 * coarse, so an entry changed in the same tick in which it was read would look unchanged forever. A stamp
 * that is not older than the read is therefore not kept, and the entry is read again.
 */
export type FileStamp = {
  readonly size: bigint;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  readonly ino: bigint;
};

/** A stamp that no entry has, so the entry is read again. */
export const NO_STAMP: FileStamp = { size: 0n, mtimeNs: 0n, ctimeNs: 0n, ino: 0n };

/** Returns the stamp to keep for an entry read after a given time of the file system's clock. */
export function keptStamp(stamp: FileStamp, readAfterNs: bigint | undefined): FileStamp {
  const isOlder = readAfterNs !== undefined && stamp.mtimeNs < readAfterNs && stamp.ctimeNs < readAfterNs;
  return isOlder ? stamp : { ...NO_STAMP, size: stamp.size };
}

/** Checks whether a stamp was kept. */
export function isKept(stamp: FileStamp): boolean {
  return stamp.ctimeNs !== 0n || stamp.mtimeNs !== 0n || stamp.ino !== 0n;
}

/** Tells whether two stamps are equal. */
export function sameStamp(left: FileStamp, right: FileStamp): boolean {
  return (
    left.mtimeNs === right.mtimeNs &&
    left.ctimeNs === right.ctimeNs &&
    left.ino === right.ino &&
    left.size === right.size
  );
}

/** The reasons for skipping an entry, with descriptions. */
export const skipReasons = {
  unreadable: 'It may not be read, or reading it failed.',
  vanished: 'It was there when its directory was listed and gone when it was read.',
  changing: 'It kept changing while it was read.',
  'special-file': 'It is a socket, a pipe or a device.',
  'name-not-utf8': 'Its name, or the target of the link, is not UTF-8.',
  'same-name': 'Another name in the directory is the same in Unicode normal form C.',
  'path-too-long': 'Its path is longer than the system takes.',
  'too-large': 'It is larger than the limit for files.',
  'rules-too-large': 'Its ignore rules are over the limit and were not applied.',
  'nested-repository': 'It is the work tree of another git repository.',
  'tracked-unknown': 'Git could not tell the tracked files, so ignored ones among them are missing.',
} as const;

/** Why an entry was skipped. */
export type SkipReason = keyof typeof skipReasons;

/** A skipped entry; its path is decoded but not normalised. */
export type Skipped = { readonly path: string; readonly reason: SkipReason };

const NOTHING: Skipped = { path: '', reason: 'vanished' };

/** Returns skipped entries sorted by path, deduplicated and frozen. */
export function sortSkipped(skipped: readonly Skipped[]): readonly Skipped[] {
  const order = (left: Skipped, right: Skipped) =>
    compareCodePoints(left.path, right.path) || compareCodePoints(left.reason, right.reason);
  const sorted = skipped.toSorted(order);
  return deepFreeze(sorted.filter((entry, index) => order(entry, sorted[index - 1] ?? NOTHING) !== 0));
}
