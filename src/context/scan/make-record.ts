/** Makes the record of a directory from its entries: bytes first, digest only if the bytes are new. */
import { digestOf, makeId, type Sha256 } from '../../kernel/index.ts';
import { type ByteText, nodeName } from './byte-text.ts';
import { type DirectoryRecord, recordAt, recordBlock, recordBytes } from './directory-record.ts';
import type { FileStamp } from './file-stamp.ts';
import { nodeKinds } from './node-kind.ts';
import {
  DIGEST_BYTES,
  DIRECTORY,
  digestAt,
  HOLLOW,
  headAt,
  kindAt,
  LINK,
  numberAt,
  padded,
  recordFlags,
  stampAt,
  WORD_BYTES,
} from './record-layout.ts';
import { directoryContentId } from './tree-ids.ts';

/** An entry of a directory; of a directory, the stamp has only the size of all below it. */
export type RecordEntry = {
  readonly name: ByteText;
  /** A kind of node by its number, or hollow. */
  readonly kind: number;
  readonly stamp: FileStamp;
  readonly digest: Sha256;
};

/** What a record is made of. */
export type RecordParts = {
  readonly path: ByteText;
  readonly stamp: FileStamp;
  readonly rules: bigint;
  readonly flags: number;
  /** In the order of the tree. */
  readonly entries: readonly RecordEntry[];
};

/** Makes a record, or returns the known one if nothing in it would differ. */
export function makeRecord(parts: RecordParts, known: DirectoryRecord | undefined): DirectoryRecord {
  const bytes = writeRecord(parts);
  if (known && isSame(bytes, recordBytes(known))) return known;
  bytes.write(contentDigest(parts.entries), headAt.digest, 'hex');
  return recordAt(recordBlock(bytes), 0);
}

function writeRecord({ path, stamp, rules, flags, entries }: RecordParts): Buffer {
  const count = entries.length;
  const names = entries.map((entry) => entry.name).join('/');
  const pathAt = kindAt(count, count);
  const length = padded(pathAt + path.length + names.length);
  const { bytes, words, integers } = recordBlock(Buffer.from(new ArrayBuffer(length)));
  const isHollow = entries.every(({ kind }) => kind === HOLLOW);
  const allFlags = isHollow ? flags | recordFlags.hollow : flags;
  integers.set([length, count, allFlags, path.length, names.length]);
  integers[numberAt.files] = entries.filter(({ kind }) => kind < DIRECTORY).length;
  integers[numberAt.links] = entries.filter(({ kind }) => kind === LINK).length;
  writeStamp(words, headAt.stamp, stamp);
  words[headAt.rules / WORD_BYTES] = rules;
  words[headAt.size / WORD_BYTES] = entries.reduce((sum, entry) => sum + entry.stamp.size, 0n);
  for (const [index, entry] of entries.entries()) {
    writeStamp(words, stampAt(index), entry.stamp);
    bytes.write(entry.digest, digestAt(count, index), 'hex');
    bytes[kindAt(count, index)] = entry.kind;
  }
  bytes.write(path, pathAt, 'latin1');
  bytes.write(names, pathAt + path.length, 'latin1');
  return bytes;
}

function writeStamp(words: BigUint64Array, offset: number, stamp: FileStamp): void {
  words.set([stamp.size, stamp.mtimeNs, stamp.ctimeNs, stamp.ino], offset / WORD_BYTES);
}

/** Compares all but the digest, which the rest decides. */
function isSame(left: Buffer, right: Buffer): boolean {
  const end = headAt.digest + DIGEST_BYTES;
  return (
    left.subarray(0, headAt.digest).equals(right.subarray(0, headAt.digest)) &&
    left.subarray(end).equals(right.subarray(end))
  );
}

function contentDigest(entries: readonly RecordEntry[]): Sha256 {
  const lines = entries.flatMap(({ name, kind, digest }) => {
    const nodeKind = nodeKinds[kind];
    return nodeKind ? [[nodeName(name), nodeKind, makeId('content', digest)] as const] : [];
  });
  return digestOf(directoryContentId(lines));
}
