/**
 * Where things stand in a directory's record, in the machine's own byte order: eight 32-bit numbers; the directory's
 * stamp, the stamp of its rules, the size of all below it, and its digest; then by column the entries' stamps, digests
 * and kinds; then the path, and the names with `/` between them.
 */
import type { Sha256 } from '../../kernel/index.ts';
import { nodeKinds } from './node-kind.ts';

/** What a directory with nothing in it to scan is as an entry; other entries are kinds of nodes by number. */
export const HOLLOW = nodeKinds.length;
/** The number of the kind `directory`. */
export const DIRECTORY = nodeKinds.indexOf('directory');
/** The number of the kind `link`. */
export const LINK = nodeKinds.indexOf('link');

/** Facts about a record. */
export const recordFlags = {
  /** The entries are all there is, so the listing can be used again while the directory's stamp is the same. */
  complete: 1,
  /** Entries were left out because they are ignored and git does not track them. */
  ignored: 2,
  /** It has a `.gitignore`. */
  gitignore: 4,
  /** It has a `.penumbraignore`. */
  penumbraignore: 8,
  /** It holds nothing but hollow directories. */
  hollow: 16,
} as const;

/** The index of each number at the head, in 32-bit steps. */
export const numberAt = { length: 0, count: 1, flags: 2, path: 3, names: 4, files: 5, links: 6 } as const;

export const WORD_BYTES = 8;
const STAMP_BYTES = 32;
export const DIGEST_BYTES = 32;
/** The offset of each part of the head, in bytes. */
export const headAt = { stamp: 32, rules: 64, size: 72, digest: 80 } as const;
export const HEAD_BYTES = 112;

/** Fills a digest's place where there is none. */
export const NO_DIGEST = '0'.repeat(2 * DIGEST_BYTES) as Sha256;

/** Returns where an entry's stamp begins. */
export function stampAt(index: number): number {
  return HEAD_BYTES + index * STAMP_BYTES;
}

/** Returns where an entry's digest begins, of so many entries. */
export function digestAt(count: number, index: number): number {
  return HEAD_BYTES + count * STAMP_BYTES + index * DIGEST_BYTES;
}

/** Returns where an entry's kind stands, of so many entries. */
export function kindAt(count: number, index: number): number {
  return HEAD_BYTES + count * (STAMP_BYTES + DIGEST_BYTES) + index;
}

/** Returns the least multiple of eight that is not below a length. */
export function padded(length: number): number {
  return Math.ceil(length / WORD_BYTES) * WORD_BYTES;
}
