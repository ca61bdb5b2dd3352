/**
 * Reads from a held directory: the first bytes of a regular file, the kind of an entry, or the list of
 * entries.
 */

import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  type PathLike,
  readdirSync,
  readSync,
  type Stats,
} from 'node:fs';
import {
  type DigestRead,
  type FileStamp,
  type SkipReason,
  sameStamp,
  scanLimits,
} from '../../context/index.ts';
import type { DiskAnswer } from '../../guard/index.ts';
import { type Sha256, sha256 } from '../../kernel/index.ts';
import type { DiskEntry, DiskEntryKind, DiskFault, FileRead, ReadBounds } from '../../tools/index.ts';
import { diskFaultOf, type HeldDirectory, isComponent, nameOfBytes } from '../paths/index.ts';

/** Examines an entry of a held directory. */
export function lookAtEntry(parent: HeldDirectory, name: string): DiskAnswer {
  try {
    if (!isComponent(name) || !parent.hasName(name)) return 'absent';
    const stat = lstatSync(`${parent.path}/${name}`, { throwIfNoEntry: false });
    if (stat === undefined) return 'absent';
    return stat.isSymbolicLink() ? 'link' : 'present';
  } catch {
    return 'absent';
  }
}

/**
 * Reads the first bytes of a regular file in a held directory; without a name, the directory itself is meant.
 */
export function readHeldFile(
  parent: HeldDirectory,
  name: string | undefined,
  { maxBytes }: ReadBounds,
): FileRead | DiskFault {
  if (name === undefined) return 'not-a-file';
  let descriptor: number | undefined;
  try {
    if (!isComponent(name) || !parent.hasName(name)) return 'absent';
    const path = `${parent.path}/${name}`;
    descriptor = openSync(path, OPEN_FLAGS);
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) return 'not-a-file';
    if (!isOpenedWithoutLink(path, stat)) return 'link';
    const bytes = readUpTo(descriptor, Math.min(stat.size, maxBytes));
    return { bytes, isCut: stat.size > maxBytes, size: stat.size };
  } catch (error) {
    return diskFaultOf(error);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** INVARIANT (every name is seen by every check): lists a held directory completely, whatever the names. */
export function listHeld({ path }: HeldDirectory): readonly DiskEntry[] | DiskFault {
  try {
    return readdirSync(path, { encoding: 'buffer', withFileTypes: true }).map((entry) => ({
      name: nameOfBytes(entry.name),
      kind: kindOf(entry),
    }));
  } catch (error) {
    return diskFaultOf(error);
  }
}

function readUpTo(descriptor: number, length: number): Uint8Array {
  const bytes = Buffer.allocUnsafeSlow(length);
  let count = 0;
  while (count < length) {
    const read = readSync(descriptor, bytes, count, length - count, null);
    if (read === 0) break;
    count += read;
  }
  return bytes.subarray(0, count);
}

/** If the system cannot refuse links when opening, the opened file must be the one at the path. */
function isOpenedWithoutLink(path: string, opened: Stats): boolean {
  if (process.platform !== 'win32') return true;
  const stat = lstatSync(path);
  return !stat.isSymbolicLink() && stat.ino === opened.ino && stat.dev === opened.dev;
}

function kindOf(entry: Dirent<Buffer>): DiskEntryKind {
  if (entry.isSymbolicLink()) return 'link';
  if (entry.isDirectory()) return 'directory';
  return entry.isFile() ? 'file' : 'other';
}

/** Opening never follows a link, and never waits for the other end of a pipe. */
export const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

// One byte more than a chunk, so that a file of exactly one chunk shows its end in one read.
const chunk = Buffer.allocUnsafeSlow(scanLimits.chunkBytes + 1);

/** Returns the digest of a file's bytes, provided that the file still matches its stamp after reading. */
export function readDigest(path: PathLike, stamp: FileStamp): DigestRead {
  let descriptor: number;
  try {
    descriptor = openSync(path, OPEN_FLAGS);
  } catch (error) {
    return { reason: skipReasonOf(error) };
  }
  try {
    const { digest, length } = hashAll(descriptor, stamp.size);
    const isSame = length === stamp.size && sameStamp(fstatSync(descriptor, { bigint: true }), stamp);
    return isSame ? { digest } : { reason: 'changing' };
  } catch (error) {
    return { reason: skipReasonOf(error) };
  } finally {
    closeSync(descriptor);
  }
}

/** Hashes to the end, or until there is more than expected. */
function hashAll(descriptor: number, expected: bigint): { readonly digest: Sha256; readonly length: bigint } {
  const first = readSync(descriptor, chunk);
  if (first < chunk.length) return { digest: sha256(chunk.subarray(0, first)), length: BigInt(first) };
  const hash = createHash('sha256');
  let length = 0n;
  for (let count = first; count > 0 && length <= expected; count = readSync(descriptor, chunk)) {
    hash.update(chunk.subarray(0, count));
    length += BigInt(count);
  }
  return { digest: hash.digest('hex') as Sha256, length };
}

/** Returns the reason to skip an entry, based on the error of a file call. */
export function skipReasonOf(error: unknown): SkipReason {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'vanished';
    case 'ENAMETOOLONG':
      return 'path-too-long';
    // A link or a directory replaced the file; links are not followed.
    case 'ELOOP':
    case 'EISDIR':
      return 'changing';
    default:
      return 'unreadable';
  }
}
