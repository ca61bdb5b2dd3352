/**
 * The port to the files of a workspace. Calls are synchronous: a promise per file costs several times the work itself.
 * Paths are bytes relative to the root, with `/` between names; the root's path is empty. Nothing follows a link below
 * the root. What goes wrong with one entry is a reason to skip it, never a throw.
 */
import type { Sha256 } from '../../kernel/index.ts';
import type { ByteText } from './byte-text.ts';
import type { FileStamp } from './file-stamp.ts';
import type { SkipReason } from './skipped.ts';

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
