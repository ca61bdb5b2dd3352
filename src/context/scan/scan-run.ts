/** One scan under way: its ports, what the last scan knew, and what has been found so far. */
import { type ByteText, decodeText, fromBytes, isAscii, showText, toByteText } from './byte-text.ts';
import type { DirectoryRecord } from './directory-record.ts';
import {
  type FileStamp,
  type FileTree,
  isKept,
  keptStamp,
  type Skipped,
  type SkipReason,
  sameStamp,
} from './file-tree.ts';
import type { ScanIndex, ScanIndexFile, TrackedList } from './scan-index.ts';

const KIBI = 1024;
const MEBI = KIBI * KIBI;
const GIBI = KIBI * MEBI;

/**
 * The documented limits; sizes in bytes unless the name says otherwise. What is beyond one is reported as skipped.
 */
export const scanLimits = {
  /** The largest file that is hashed, unless a scan is given another limit. */
  fileBytes: 16 * GIBI,
  /** How much of a file is in memory at once. */
  chunkBytes: MEBI,
  /** The largest file of ignore rules. */
  rulesBytes: MEBI,
  /** How often a file that changes while it is read is read again. */
  readAttempts: 3,
  /** The largest list of tracked files that is taken from git. */
  trackedBytes: GIBI,
} as const;

/** What a scan reads from and writes to. */
export type ScanPorts = {
  readonly files: FileTree;
  /** Without it nothing is tracked, and every directory with a `.git` is another repository. */
  readonly repository?: Repository | undefined;
  /** Where the index is kept; without it every scan reads everything. */
  readonly index?: ScanIndexFile | undefined;
};

/** A scan under way. */
export type ScanRun = {
  readonly files: FileTree;
  readonly repository: Repository | undefined;
  readonly maxFileBytes: bigint;
  readonly previous: ScanIndex;
  /** Where something may have moved; without it, anywhere. */
  readonly hints: HintedPaths | undefined;
  /** Every directory walked, by path. */
  readonly directories: Map<ByteText, DirectoryRecord>;
  readonly skipped: Skipped[];
  readonly counts: { read: number; reused: number };
  skip(path: ByteText, reason: SkipReason): undefined;
  /** Returns a moment before anything was read, by the clock of the files. */
  readAfterNs(): bigint | undefined;
  /** Tells whether git's list of tracked files is the one of the last scan. */
  isTrackedListSame(): boolean;
  /** Returns the tracked files; asks git only when first called, and only if its list is new. */
  tracked(): TrackedPaths;
  /** Returns the list of tracked files for the next scan, as far as it is known. */
  trackedList(): TrackedList | undefined;
  /** Tells whether the list of tracked files played a part so far. */
  needsTracked(): boolean;
};

/** What a scan begins with. */
export type ScanStart = {
  readonly previous: ScanIndex;
  readonly maxFileBytes: number;
  readonly hints?: HintedPaths;
};

const NOTHING_TRACKED: TrackedList = { stamp: undefined, paths: new Uint8Array() };
const GIT_DIRECTORY = toByteText('.git');

/** Begins a scan. */
export function beginScan(ports: ScanPorts, { previous, maxFileBytes, hints }: ScanStart): ScanRun {
  const { files, repository, index } = ports;
  const skipped: Skipped[] = [];
  const skip = (path: ByteText, reason: SkipReason) => void skipped.push({ path: showText(path), reason });
  const readAfterNs = once(() => index?.now());
  const stamp = once(() => repository?.trackedStamp());

  const isTrackedListSame = once(() => {
    const [before, now] = [previous.tracked?.stamp, stamp()];
    return previous.tracked !== undefined && (before && now ? sameStamp(before, now) : before === now);
  });
  const askedList = once((): TrackedList | undefined => {
    if (isTrackedListSame()) return previous.tracked;
    const listStamp = stamp();
    if (!listStamp) return NOTHING_TRACKED;
    const kept = keptStamp(listStamp, readAfterNs());
    const paths = repository?.trackedPaths();
    if (!paths) return skip(GIT_DIRECTORY, 'tracked-unknown');
    return { stamp: kept, paths };
  });
  let [isAsked, isNeeded] = [false, false];
  const tracked = once(() => {
    isAsked = true;
    return readTrackedPaths((askedList() ?? NOTHING_TRACKED).paths);
  });
  const trackedList = () => {
    // Nobody needed the list, so git is not asked for the next scan's sake alone.
    if (!isAsked && !isTrackedListSame() && stamp()) return undefined;
    const list = askedList();
    return list?.stamp && !isKept(list.stamp) ? undefined : list;
  };

  return {
    files,
    repository,
    maxFileBytes: BigInt(maxFileBytes),
    previous,
    hints,
    directories: new Map(),
    skipped,
    counts: { read: 0, reused: 0 },
    skip,
    readAfterNs,
    isTrackedListSame: () => {
      isNeeded = true;
      return isTrackedListSame();
    },
    tracked,
    trackedList,
    needsTracked: () => isAsked || isNeeded,
  };
}

/** Makes a function that computes its value when first called. */
function once<Value>(compute: () => Value): () => Value {
  let held: { readonly value: Value } | undefined;
  return () => {
    held ??= { value: compute() };
    return held.value;
  };
}

/** Answers what is tracked. */
type TrackedPaths = {
  has(path: ByteText): boolean;
  /** Tells whether anything below a directory is tracked. */
  hasBelow(directory: ByteText): boolean;
};

const readBefore = new WeakMap<Uint8Array, TrackedPaths>();

/** Reads a list of paths sorted by bytes, each with a zero byte at its end; the same list is read once. */
function readTrackedPaths(list: Uint8Array): TrackedPaths {
  const paths = readBefore.get(list) ?? searchList(list);
  readBefore.set(list, paths);
  return paths;
}

function searchList(list: Uint8Array): TrackedPaths {
  const text = fromBytes(list);
  const startsAt = (sought: string) => text.startsWith(sought, lowerBound(text, sought));
  return {
    has: (path) => startsAt(`${path}\0`),
    hasBelow: (directory) => startsAt(`${directory}/`),
  };
}

/** Returns where the first path that is not before the sought one begins. */
function lowerBound(text: string, sought: string): number {
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const start = middle === 0 ? 0 : text.lastIndexOf('\0', middle - 1) + 1;
    const end = text.indexOf('\0', start) + 1;
    if (text.slice(start, end) < sought) low = end;
    else high = start;
  }
  return low;
}

/** A file of ignore rules above or beside the workspace, and the directory its rules are relative to. */
export type OuterRules = {
  /** Relative to the top of the repository, with a slash at its end; empty for the top. */
  readonly base: ByteText;
  readonly text: ByteText;
};

/** What git knows of a workspace. */
export interface Repository {
  /** Where the root lies below the top of the repository, with a slash at its end; empty for the top. */
  readonly prefix: ByteText;
  /** Rules that are not in the workspace: `info/exclude`, then `.gitignore` from the top down to above the root. */
  outerRules(): readonly OuterRules[];
  /** Returns the stamp of the list of tracked files, or nothing where no file is tracked. */
  trackedStamp(): FileStamp | undefined;
  /** Returns the tracked paths below the root, sorted by bytes, each with a zero byte at its end; nothing if git fails. */
  trackedPaths(): Uint8Array | undefined;
  /** Tells whether a directory that has a `.git` is the work tree of a repository. */
  isWorkTree(directory: ByteText): boolean;
}

/** The places that hints name. */
type HintedPaths = {
  /** Tells whether a path is a hint. */
  has(path: ByteText): boolean;
  /** Tells whether a path is a hint or leads to one. */
  isOnWay(path: ByteText): boolean;
};

/**
 * Reads hints: paths relative to the root, with `/` between names. What leads out of the root is left aside. Hints
 * come from whoever watches the files; they are compared in Unicode normal form C, because a watcher may spell a
 * name otherwise than the directory does.
 */
export function readHints(hints: Iterable<string>): HintedPaths {
  const hinted = new Set<string>();
  const onWay = new Set<string>(['']);
  for (const hint of hints) {
    const names = namesOf(hint);
    if (!names) continue;
    const path = names.join('/');
    hinted.add(path);
    for (
      let end = path.length;
      end > 0 && !onWay.has(path.slice(0, end));
      end = path.lastIndexOf('/', end - 1)
    ) {
      onWay.add(path.slice(0, end));
    }
  }
  return { has: (path) => hinted.has(keyOf(path)), isOnWay: (path) => onWay.has(keyOf(path)) };
}

function namesOf(hint: string): readonly string[] | undefined {
  const names: string[] = [];
  for (const name of hint.normalize('NFC').split('/')) {
    if (name === '' || name === '.') continue;
    if (name !== '..') names.push(name);
    else if (names.pop() === undefined) return undefined;
  }
  return names;
}

function keyOf(path: ByteText): string {
  return isAscii(path) ? path : (decodeText(path)?.normalize('NFC') ?? path);
}
