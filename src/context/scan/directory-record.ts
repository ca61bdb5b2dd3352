/**
 * What a scan found in one directory, as a block of bytes. The same block is the tree's node, the stat cache's entry
 * and the index file's record, so a directory that did not move is neither taken apart nor built again.
 */
import type { Sha256 } from '../../kernel/index.ts';
import type { ByteText } from './byte-text.ts';
import type { FileStamp } from './file-tree.ts';
import { nodeKinds } from './tree-ids.ts';

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
const HEAD_BYTES = 112;

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

/**
 * Records by the paths of their directories. When the small one grows, both become one.
 */
export type Records = Pick<ReadonlyMap<ByteText, DirectoryRecord>, 'get' | 'size' | 'values'>;

/** What became of some directories; nothing where one is gone. */
export type RecordChanges = ReadonlyMap<ByteText, DirectoryRecord | undefined>;

type Layers = { readonly base: Records; readonly over: RecordChanges };

const LEAST_OVER = 64;
const layersOf = new WeakMap<Records, Layers>();

/** Returns the records after changes; the given ones stay as they are. */
export function layerRecords(records: Records, changes: RecordChanges): Records {
  if (changes.size === 0) return records;
  const { base, over: before } = layersOf.get(records) ?? { base: records, over: new Map() };
  const over = new Map([...before, ...changes]);
  // The small map is copied at each change, both when it is full: about the square root costs least together.
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

/** How many there are of each; the root is a directory, a hollow directory is none. */
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

/** Returns counts with others put to them and others taken away. */
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
