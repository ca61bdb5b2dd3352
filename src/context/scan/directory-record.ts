/**
 * What a scan found in one directory, as a block of bytes. The same block is the tree's node, the stat cache's entry
 * and the index file's record, so a directory that did not move is neither taken apart nor built again.
 */
import type { Sha256 } from '../../kernel/index.ts';
import type { ByteText } from './byte-text.ts';
import type { FileStamp } from './file-stamp.ts';
import {
  DIGEST_BYTES,
  digestAt,
  HEAD_BYTES,
  HOLLOW,
  headAt,
  kindAt,
  numberAt,
  stampAt,
  WORD_BYTES,
} from './record-layout.ts';

/** Bytes that hold records, seen as numbers of three sizes. */
export type RecordBlock = {
  readonly bytes: Buffer;
  readonly words: BigUint64Array;
  readonly integers: Uint32Array;
};

/** One record: where it begins in its block, and what is asked of it most. */
export type DirectoryRecord = {
  readonly block: RecordBlock;
  readonly start: number;
  readonly path: ByteText;
  readonly count: number;
  readonly flags: number;
};

/** The digest of a directory's content, the size of all below it, and how many files and links stand in it. */
export type RecordSummary = {
  readonly digest: Sha256;
  readonly size: bigint;
  readonly files: number;
  readonly links: number;
};

/** Sees bytes as records; in memory they begin at a multiple of eight. */
export function recordBlock(bytes: Buffer): RecordBlock {
  const { buffer, byteOffset, byteLength } = bytes;
  return {
    bytes,
    words: new BigUint64Array(buffer, byteOffset, Math.floor(byteLength / WORD_BYTES)),
    integers: new Uint32Array(buffer, byteOffset, Math.floor(byteLength / 4)),
  };
}

/** Reads the record that begins at a place of a block, or throws a RangeError if none can be there. */
export function recordAt(block: RecordBlock, start: number): DirectoryRecord {
  const numberOf = (index: number) => block.integers[start / 4 + index] ?? 0;
  const length = numberOf(numberAt.length);
  const count = numberOf(numberAt.count);
  const pathAt = kindAt(count, count);
  const namesAt = pathAt + numberOf(numberAt.path);
  const isWhole = namesAt + numberOf(numberAt.names) <= length && start + length <= block.bytes.length;
  if (!isWhole || length < HEAD_BYTES || length % WORD_BYTES > 0) throw new RangeError('not a record');
  const path = block.bytes.toString('latin1', start + pathAt, start + namesAt) as ByteText;
  return { block, start, path, count, flags: numberOf(numberAt.flags) };
}

/** Returns the bytes of a record. */
export function recordBytes({ block, start }: DirectoryRecord): Buffer {
  return block.bytes.subarray(start, start + (block.integers[start / 4 + numberAt.length] ?? 0));
}

/** Returns what a record comes to. */
export function recordSummary({ block, start }: DirectoryRecord): RecordSummary {
  const at = start + headAt.digest;
  return {
    digest: block.bytes.toString('hex', at, at + DIGEST_BYTES) as Sha256,
    size: block.words[(start + headAt.size) / WORD_BYTES] ?? 0n,
    files: block.integers[start / 4 + numberAt.files] ?? 0,
    links: block.integers[start / 4 + numberAt.links] ?? 0,
  };
}

/** Returns the stamp of the rules under which the directory was listed. */
export function rulesStamp({ block, start }: DirectoryRecord): bigint {
  return block.words[(start + headAt.rules) / WORD_BYTES] ?? 0n;
}

/** Returns the names of the entries, in the order of the tree. */
export function entryNames({ block, start, path, count }: DirectoryRecord): ByteText[] {
  if (count === 0) return [];
  const at = start + kindAt(count, count) + path.length;
  const length = block.integers[start / 4 + numberAt.names] ?? 0;
  return block.bytes.toString('latin1', at, at + length).split('/') as ByteText[];
}

/** Returns the number of an entry's kind. */
export function entryKind({ block, start, count }: DirectoryRecord, index: number): number {
  return block.bytes[start + kindAt(count, index)] ?? HOLLOW;
}

/** Returns the digest of an entry's content. */
export function entryDigest({ block, start, count }: DirectoryRecord, index: number): Sha256 {
  const at = start + digestAt(count, index);
  return block.bytes.toString('hex', at, at + DIGEST_BYTES) as Sha256;
}

/** Returns the stamp of an entry. */
export function entryStamp({ block, start }: DirectoryRecord, index: number): FileStamp {
  const at = (start + stampAt(index)) / WORD_BYTES;
  const [size = 0n, mtimeNs = 0n, ctimeNs = 0n, ino = 0n] = block.words.subarray(at, at + 4);
  return { size, mtimeNs, ctimeNs, ino };
}

/** Tells whether an entry's stamp is the given one. */
export function hasStamp({ block, start }: DirectoryRecord, index: number, stamp: FileStamp): boolean {
  return isStampAt(block.words, (start + stampAt(index)) / WORD_BYTES, stamp);
}

/** Tells whether the directory's own stamp is the given one. */
export function hasOwnStamp({ block, start }: DirectoryRecord, stamp: FileStamp): boolean {
  return isStampAt(block.words, (start + headAt.stamp) / WORD_BYTES, stamp);
}

function isStampAt(words: BigUint64Array, at: number, stamp: FileStamp): boolean {
  return (
    words[at + 1] === stamp.mtimeNs &&
    words[at + 2] === stamp.ctimeNs &&
    words[at + 3] === stamp.ino &&
    words[at] === stamp.size &&
    // A stamp that was not kept has no time, and must not match a file system that tells none.
    stamp.ctimeNs !== 0n
  );
}
