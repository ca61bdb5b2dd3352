/**
 * The port to the files of a workspace. Calls are synchronous: a promise per file costs several times the work itself.
 * Paths are bytes relative to the root, with `/` between names; the root's path is empty. Nothing follows a link below
 * the root. What goes wrong with one entry is a reason to skip it, never a throw.
 */
import { compareCodePoints, deepFreeze, type Sha256 } from '../../kernel/index.ts';
import type { ByteText } from './byte-text.ts';

/** An entry of a directory as its listing has it. */
export type ListedEntry = { readonly name: ByteText; isDirectory(): boolean };

/** What the system knows of an entry, with the mode bits of POSIX. */
export type EntryStat = FileStamp & { readonly mode: bigint };

/** A digest of bytes that were read, or the reason why not. */
export type DigestRead =
  | { readonly digest: Sha256; readonly reason?: undefined }
  | { readonly digest?: undefined; readonly reason: SkipReason };

/** Bytes that were read, or the reason why not. */
export type BytesRead =
  | { readonly bytes: ByteText; readonly reason?: undefined }
  | { readonly bytes?: undefined; readonly reason: SkipReason };

/** Reads the files below one root. */
export interface FileTree {
  list(directory: ByteText): readonly ListedEntry[] | SkipReason;
  stat(path: ByteText): EntryStat | SkipReason;
  /** Returns the digest of a regular file's bytes, provided that it still is as its stat says. */
  digest(path: ByteText, stat: EntryStat): DigestRead;
  readLink(path: ByteText): BytesRead;
  /** Returns the bytes of a small regular file. */
  readSmall(path: ByteText, limitBytes: number): BytesRead;
}

const TYPE_BITS = 0o170000n;
const OWNER_MAY_EXECUTE = 0o100n;

/** What an entry is, by its mode; other types are special files. */
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
 * Size, times in nanoseconds and inode of an entry. INVARIANT (no racy stamp is trusted): clocks tick coarsely, so
 * an entry changed in the tick in which it was read can look unchanged ever after. A stamp not older than the
 * reading is therefore never kept; the entry is read again.
 */
export type FileStamp = {
  readonly size: bigint;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  readonly ino: bigint;
};

/** A stamp that no entry has: what carries it is read again. */
export const NO_STAMP: FileStamp = { size: 0n, mtimeNs: 0n, ctimeNs: 0n, ino: 0n };

/** Returns the stamp to keep of an entry read after a moment of the file system's clock. */
export function keptStamp(stamp: FileStamp, readAfterNs: bigint | undefined): FileStamp {
  const isOlder = readAfterNs !== undefined && stamp.mtimeNs < readAfterNs && stamp.ctimeNs < readAfterNs;
  return isOlder ? stamp : { ...NO_STAMP, size: stamp.size };
}

/** Tells whether a stamp is one that entries can have. */
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

/** Every reason for leaving an entry out, with its meaning in one sentence. */
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

/** Why an entry was left out. */
export type SkipReason = keyof typeof skipReasons;

/** An entry that was left out; the path is decoded, but not normalised. */
export type Skipped = { readonly path: string; readonly reason: SkipReason };

const NOTHING: Skipped = { path: '', reason: 'vanished' };

/** Returns what was left out as a frozen list by path, each thing once. */
export function sortSkipped(skipped: readonly Skipped[]): readonly Skipped[] {
  const order = (left: Skipped, right: Skipped) =>
    compareCodePoints(left.path, right.path) || compareCodePoints(left.reason, right.reason);
  const sorted = skipped.toSorted(order);
  return deepFreeze(sorted.filter((entry, index) => order(entry, sorted[index - 1] ?? NOTHING) !== 0));
}
