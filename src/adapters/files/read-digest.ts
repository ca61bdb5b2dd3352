/** Hashes a regular file in bounded memory, and notices when it is not the file its stat was taken of. */
import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, type PathLike, readSync } from 'node:fs';
import {
  type DigestRead,
  type FileStamp,
  type SkipReason,
  sameStamp,
  scanLimits,
} from '../../context/index.ts';
import { type Sha256, sha256 } from '../../kernel/index.ts';

/** Opening never follows a link, and never waits for the other end of a pipe. */
export const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

// One more than a chunk, so that a file of a whole chunk shows its end in one read.
const chunk = Buffer.allocUnsafeSlow(scanLimits.chunkBytes + 1);

/** Returns the digest of a file's bytes, provided that the file is still as its stamp says after reading. */
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

/** Returns the reason to skip an entry, from what a file call threw. */
export function skipReasonOf(error: unknown): SkipReason {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'vanished';
    case 'ENAMETOOLONG':
      return 'path-too-long';
    // A link or a directory where a file was; links are not followed.
    case 'ELOOP':
    case 'EISDIR':
      return 'changing';
    default:
      return 'unreadable';
  }
}
