/**
 * The index a scan saves for the next one: all directory records and git's list of tracked files.
 * INVARIANT (derived): an index that is missing, truncated, altered, or from another version or kind of
 * machine is ignored; a digest over all of it detects this.
 */
import { sha256 } from '../../kernel/index.ts';
import { type ByteText, fromBytes } from './byte-text.ts';
import {
  DIGEST_BYTES,
  type DirectoryRecord,
  padded,
  type RecordBlock,
  type Records,
  recordAt,
  recordBlock,
  recordBytes,
  WORD_BYTES,
} from './directory-record.ts';
import type { FileStamp } from './file-tree.ts';
import type { Tree } from './tree.ts';

/** Git's list of tracked files and its stamp; no stamp if nothing is tracked. */
export type TrackedList = { readonly stamp: FileStamp | undefined; readonly paths: Uint8Array };

/** What one scan passes to the next. */
export type ScanIndex = {
  readonly directories: Records;
  /** Undefined if git was not asked, or too recently to trust the stamp. */
  readonly tracked: TrackedList | undefined;
  /** Whether an unchanged directory stamp means unchanged entries. */
  readonly hasDirectoryTimes: boolean;
};

/** An empty index. */
export const EMPTY_INDEX: ScanIndex = {
  directories: new Map(),
  tracked: undefined,
  hasDirectoryTimes: false,
};

const VERSION = 1;
const HEAD_BYTES = 64;
const TRACKED_STAMP_AT = 24;
/**
 * The numbers in the header, in 32-bit steps: the version is followed by eight bytes for the kind of machine.
 */
const numberAt = { version: 0, directories: 3, trackedState: 4, trackedLength: 5 } as const;
const trackedStates = { unknown: 0, nothing: 1, stamped: 2 } as const;

/** Serialises an index. */
export function encodeIndex(index: Pick<ScanIndex, 'directories' | 'tracked'>, platform: string): Uint8Array {
  const { directories, tracked } = index;
  const paths = tracked?.paths ?? new Uint8Array();
  const head = recordBlock(Buffer.from(new ArrayBuffer(HEAD_BYTES + padded(paths.length))));
  head.integers[numberAt.version] = VERSION;
  head.bytes.write(platformTag(platform), 4, 'latin1');
  head.integers[numberAt.directories] = directories.size;
  head.integers[numberAt.trackedState] = trackedState(tracked);
  head.integers[numberAt.trackedLength] = paths.length;
  if (tracked?.stamp) {
    const { size, mtimeNs, ctimeNs, ino } = tracked.stamp;
    head.words.set([size, mtimeNs, ctimeNs, ino], TRACKED_STAMP_AT / WORD_BYTES);
  }
  head.bytes.set(paths, HEAD_BYTES);
  const body = Buffer.concat([head.bytes, ...Array.from(directories.values(), recordBytes)]);
  return Buffer.concat([body, Buffer.from(sha256(body), 'hex')]);
}

/** Parses an index; returns the empty one if it is invalid. */
export function decodeIndex(found: FoundIndex | undefined, platform: string): ScanIndex {
  if (!found || found.bytes.length < HEAD_BYTES + DIGEST_BYTES) return EMPTY_INDEX;
  const end = found.bytes.length - DIGEST_BYTES;
  const body = found.bytes.subarray(0, end);
  const block = recordBlock(aligned(body));
  const isOurs =
    block.integers[numberAt.version] === VERSION &&
    block.bytes.toString('latin1', 4, 4 + WORD_BYTES) === platformTag(platform) &&
    sha256(body) === Buffer.from(found.bytes.subarray(end)).toString('hex');
  if (!isOurs) return EMPTY_INDEX;
  try {
    return { ...readBody(block), hasDirectoryTimes: found.hasDirectoryTimes };
  } catch (error) {
    // A valid digest does not prove that a scan wrote it.
    if (error instanceof RangeError) return EMPTY_INDEX;
    throw error;
  }
}

function readBody(block: RecordBlock): Pick<ScanIndex, 'directories' | 'tracked'> {
  const length = block.integers[numberAt.trackedLength] ?? 0;
  const paths = block.bytes.subarray(HEAD_BYTES, HEAD_BYTES + length);
  const state = block.integers[numberAt.trackedState];
  const directories = new Map<ByteText, DirectoryRecord>();
  let start = HEAD_BYTES + padded(length);
  for (let left = block.integers[numberAt.directories] ?? 0; left > 0; left--) {
    const record = recordAt(block, start);
    directories.set(record.path, record);
    start += recordBytes(record).length;
  }
  if (state === trackedStates.nothing) return { directories, tracked: { stamp: undefined, paths } };
  if (state !== trackedStates.stamped) return { directories, tracked: undefined };
  const at = TRACKED_STAMP_AT / WORD_BYTES;
  const [size = 0n, mtimeNs = 0n, ctimeNs = 0n, ino = 0n] = block.words.subarray(at, at + 4);
  return { directories, tracked: { stamp: { size, mtimeNs, ctimeNs, ino }, paths } };
}

function trackedState(tracked: TrackedList | undefined): number {
  if (!tracked) return trackedStates.unknown;
  return tracked.stamp ? trackedStates.stamped : trackedStates.nothing;
}

function platformTag(platform: string): string {
  return fromBytes(Buffer.from(sha256(platform), 'hex')).slice(0, WORD_BYTES);
}

/** Typed views require aligned bytes. */
function aligned(bytes: Uint8Array): Buffer {
  if (bytes.byteOffset % WORD_BYTES === 0) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const copy = Buffer.from(new ArrayBuffer(bytes.length));
  copy.set(bytes);
  return copy;
}

/** The raw bytes of an index. It is derived data: losing it costs one full scan and nothing else. */
export type FoundIndex = {
  readonly bytes: Uint8Array;
  /** Whether the file system updates a directory's time when an entry in it changes. */
  readonly hasDirectoryTimes: boolean;
};

/** Stores one index. */
export interface ScanIndexFile {
  /** The kind of machine; an index from another kind is not used. */
  readonly platform: string;
  load(): FoundIndex | undefined;
  /** Returns the time in nanoseconds of the clock that stamps workspace files, or undefined if unknown. */
  now(): bigint | undefined;
  /** Replaces the index atomically. Errors are ignored, as they are not worth failing a scan for. */
  save(bytes: Uint8Array): void;
}

/** Everything a later scan can reuse, and what must be unchanged for that. */
export type ScanState = {
  readonly index: ScanIndex;
  /** Whether git's list of tracked files was used. */
  readonly needsTracked: boolean;
  /** The workspace's path within its repository. */
  readonly prefix: ByteText | undefined;
  readonly maxFileBytes: number;
};

const scanStates = new WeakMap<Tree, ScanState>();

/** Stores the scan state for a tree. */
export function keepScanState(tree: Tree, state: ScanState): void {
  scanStates.set(tree, state);
}

/** Returns the scan state of a tree, if it was made by a scan. */
export function scanStateOf(tree: Tree): ScanState | undefined {
  return scanStates.get(tree);
}
