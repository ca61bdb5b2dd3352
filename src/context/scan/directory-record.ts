/**
 * The scan result for one directory as a block of bytes. The same block serves as the tree's node, the stat
 * cache's entry and the index file's record, so an unchanged directory is never parsed or rebuilt.
 */
import type { Sha256 } from '../../kernel/index.ts';
import type { ByteText } from './byte-text.ts';
import type { FileStamp } from './file-tree.ts';
import { nodeKinds } from './tree-ids.ts';

/** A buffer of records with views for its three number sizes. */
export type RecordBlock = {
  readonly bytes: Buffer;
  readonly words: BigUint64Array;
  readonly integers: Uint32Array;
};

/** One record: its offset in the block and its most used fields. */
export type DirectoryRecord = {
  readonly block: RecordBlock;
  readonly start: number;
  readonly path: ByteText;
  readonly count: number;
  readonly flags: number;
};

/** The digest of a directory's content, the total size below it, and its number of files and links. */
export type RecordSummary = {
  readonly digest: Sha256;
  readonly size: bigint;
  readonly files: number;
  readonly links: number;
};

/** Wraps bytes as a record block; records are aligned to eight bytes in memory. */
export function recordBlock(bytes: Buffer): RecordBlock {
  const { buffer, byteOffset, byteLength } = bytes;
  return {
    bytes,
    words: new BigUint64Array(buffer, byteOffset, Math.floor(byteLength / WORD_BYTES)),
    integers: new Uint32Array(buffer, byteOffset, Math.floor(byteLength / 4)),
  };
}

/** Reads the record at an offset, or throws a RangeError if there cannot be one. */
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

/** Returns the summary of a record. */
export function recordSummary({ block, start }: DirectoryRecord): RecordSummary {
  const at = start + headAt.digest;
  return {
    digest: block.bytes.toString('hex', at, at + DIGEST_BYTES) as Sha256,
    size: block.words[(start + headAt.size) / WORD_BYTES] ?? 0n,
    files: block.integers[start / 4 + numberAt.files] ?? 0,
    links: block.integers[start / 4 + numberAt.links] ?? 0,
  };
}

/** Returns the stamp of the ignore rules used when the directory was listed. */
export function rulesStamp({ block, start }: DirectoryRecord): bigint {
  return block.words[(start + headAt.rules) / WORD_BYTES] ?? 0n;
}

/** Returns the entry names in tree order. */
export function entryNames({ block, start, path, count }: DirectoryRecord): ByteText[] {
  if (count === 0) return [];
  const at = start + kindAt(count, count) + path.length;
  const length = block.integers[start / 4 + numberAt.names] ?? 0;
  return block.bytes.toString('latin1', at, at + length).split('/') as ByteText[];
}

/** Returns the kind of an entry, as a number. */
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

/** Checks whether an entry has the given stamp. */
export function hasStamp({ block, start }: DirectoryRecord, index: number, stamp: FileStamp): boolean {
  return isStampAt(block.words, (start + stampAt(index)) / WORD_BYTES, stamp);
}

/** Checks whether the directory itself has the given stamp. */
export function hasOwnStamp({ block, start }: DirectoryRecord, stamp: FileStamp): boolean {
  return isStampAt(block.words, (start + headAt.stamp) / WORD_BYTES, stamp);
}

function isStampAt(words: BigUint64Array, at: number, stamp: FileStamp): boolean {
  return (
    words[at + 1] === stamp.mtimeNs &&
    words[at + 2] === stamp.ctimeNs &&
    words[at + 3] === stamp.ino &&
    words[at] === stamp.size &&
    // A stamp that was not kept has time zero, and must not match a file system that reports no times.
    stamp.ctimeNs !== 0n
  );
}

/** The entry kind of a directory with nothing to scan in it. Other kinds are indexes into `nodeKinds`. */
export const HOLLOW = nodeKinds.length;
/** The number of the kind `directory`. */
export const DIRECTORY = nodeKinds.indexOf('directory');
/** The number of the kind `link`. */
export const LINK = nodeKinds.indexOf('link');

/** Flags of a record. */
export const recordFlags = {
  /** The entries are complete, so the listing can be reused while the directory's stamp is unchanged. */
  complete: 1,
  /** Some entries were left out because they are ignored and not tracked by git. */
  ignored: 2,
  /** Has a `.gitignore`. */
  gitignore: 4,
  /** Has a `.penumbraignore`. */
  penumbraignore: 8,
  /** Contains only hollow directories. */
  hollow: 16,
} as const;

/** The index of each number in the header, in 32-bit steps. */
export const numberAt = { length: 0, count: 1, flags: 2, path: 3, names: 4, files: 5, links: 6 } as const;

export const WORD_BYTES = 8;
const STAMP_BYTES = 32;
export const DIGEST_BYTES = 32;
/** The byte offset of each part of the header. */
export const headAt = { stamp: 32, rules: 64, size: 72, digest: 80 } as const;
const HEAD_BYTES = 112;

/** The digest stored where there is none. */
export const NO_DIGEST = '0'.repeat(2 * DIGEST_BYTES) as Sha256;

/** Returns the offset of an entry's stamp. */
export function stampAt(index: number): number {
  return HEAD_BYTES + index * STAMP_BYTES;
}

/** Returns the offset of an entry's digest, given the number of entries. */
export function digestAt(count: number, index: number): number {
  return HEAD_BYTES + count * STAMP_BYTES + index * DIGEST_BYTES;
}

/** Returns the offset of an entry's kind, given the number of entries. */
export function kindAt(count: number, index: number): number {
  return HEAD_BYTES + count * (STAMP_BYTES + DIGEST_BYTES) + index;
}

/** Rounds a length up to a multiple of eight. */
export function padded(length: number): number {
  return Math.ceil(length / WORD_BYTES) * WORD_BYTES;
}

/** Records by directory path, in two layers that are merged when the upper one grows too large. */
export type Records = Pick<ReadonlyMap<ByteText, DirectoryRecord>, 'get' | 'size' | 'values'>;

/** Changed records by directory; undefined if the directory is gone. */
export type RecordChanges = ReadonlyMap<ByteText, DirectoryRecord | undefined>;

type Layers = { readonly base: Records; readonly over: RecordChanges };

const LEAST_OVER = 64;
const layersOf = new WeakMap<Records, Layers>();

/** Returns the records with changes applied, leaving the original unchanged. */
export function layerRecords(records: Records, changes: RecordChanges): Records {
  if (changes.size === 0) return records;
  const { base, over: before } = layersOf.get(records) ?? { base: records, over: new Map() };
  const over = new Map([...before, ...changes]);
  // The upper map is copied on every change, both maps on a merge; merging at about the square root is
  // cheapest overall.
  return over.size > LEAST_OVER + 4 * Math.sqrt(base.size) ? merge({ base, over }) : layered({ base, over });
}

function layered(layers: Layers): Records {
  const { base, over } = layers;
  let merged: Records | undefined;
  const all = () => {
    merged ??= merge(layers);
    return merged;
  };
  const records: Records = {
    get: (path) => (over.has(path) ? over.get(path) : base.get(path)),
    get size() {
      return all().size;
    },
    values: () => all().values(),
  };
  layersOf.set(records, layers);
  return records;
}

function merge({ base, over }: Layers): Records {
  const merged = new Map<ByteText, DirectoryRecord>();
  for (const record of base.values()) if (!over.has(record.path)) merged.set(record.path, record);
  for (const [path, record] of over) if (record) merged.set(path, record);
  return merged;
}

/** Node counts; the root counts as a directory, hollow directories do not. */
export type NodeCounts = { readonly files: number; readonly directories: number; readonly links: number };

/** Counts the nodes of records. */
export function countNodes(records: Iterable<DirectoryRecord>): NodeCounts {
  const counts = { files: 0, directories: 0, links: 0 };
  for (const record of records) {
    if ((record.flags & recordFlags.hollow) !== 0 && record.path !== '') continue;
    const { files, links } = recordSummary(record);
    counts.directories++;
    counts.files += files;
    counts.links += links;
  }
  return counts;
}

/** Adds and subtracts counts. */
export function changeCounts(
  before: NodeCounts,
  { gone, come }: { readonly gone: NodeCounts; readonly come: NodeCounts },
): NodeCounts {
  return {
    files: before.files - gone.files + come.files,
    directories: before.directories - gone.directories + come.directories,
    links: before.links - gone.links + come.links,
  };
}
