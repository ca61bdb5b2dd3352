/** The state of a running scan: its ports, the previous index, and the results so far. */
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
 * The documented limits, in bytes unless the name says otherwise. Entries beyond a limit are reported as
 * skipped.
 */
export const scanLimits = {
  /** The largest file hashed by default. */
  fileBytes: 16 * GIBI,
  /** How much of a file is held in memory at once. */
  chunkBytes: MEBI,
  /** The largest ignore file. */
  rulesBytes: MEBI,
  /** How often a file that changes while being read is tried. */
  readAttempts: 3,
  /** The largest list of tracked files accepted from git. */
  trackedBytes: GIBI,
} as const;

/** The ports a scan uses. */
export type ScanPorts = {
  readonly files: FileTree;
  /** Without it nothing is tracked, and every directory with a `.git` counts as another repository. */
  readonly repository?: Repository | undefined;
  /** Where the index is stored; without it every scan reads everything. */
  readonly index?: ScanIndexFile | undefined;
};

/** A running scan. */
export type ScanRun = {
  readonly files: FileTree;
  readonly repository: Repository | undefined;
  readonly maxFileBytes: bigint;
  readonly previous: ScanIndex;
  /** The paths that may have changed; undefined means anywhere. */
  readonly hints: HintedPaths | undefined;
  /** Every walked directory by path. */
  readonly directories: Map<ByteText, DirectoryRecord>;
  readonly skipped: Skipped[];
  readonly counts: { read: number; reused: number };
  skip(path: ByteText, reason: SkipReason): undefined;
  /** Returns a time before any read, by the file system's clock. */
  readAfterNs(): bigint | undefined;
  /** Checks whether git's list of tracked files is unchanged since the last scan. */
  isTrackedListSame(): boolean;
  /** Returns the tracked files; asks git only on first use and only if its list changed. */
  tracked(): TrackedPaths;
  /** Returns the list of tracked files for the next scan, if known. */
  trackedList(): TrackedList | undefined;
  /** Checks whether the list of tracked files was used so far. */
  needsTracked(): boolean;
};

/** The inputs of a scan. */
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
    // Nothing needed the list, so git is not asked just for the next scan's sake.
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

/** Memoises a function without arguments. */
function once<Value>(compute: () => Value): () => Value {
  let held: { readonly value: Value } | undefined;
  return () => {
    held ??= { value: compute() };
    return held.value;
  };
}

/** Looks up tracked paths. */
type TrackedPaths = {
  has(path: ByteText): boolean;
  /** Checks whether anything below a directory is tracked. */
  hasBelow(directory: ByteText): boolean;
};

const readBefore = new WeakMap<Uint8Array, TrackedPaths>();

/** Parses a sorted list of zero-terminated paths; an unchanged list is parsed once. */
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

/** Returns the position of the first path not before the given one. */
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

/** An ignore file above or beside the workspace, and the directory its rules are relative to. */
export type OuterRules = {
  /** Relative to the top of the repository, with a trailing slash; empty for the top. */
  readonly base: ByteText;
  readonly text: ByteText;
};

/** Git's view of a workspace. */
export interface Repository {
  /** The root's path below the top of the repository, with a trailing slash; empty for the top. */
  readonly prefix: ByteText;
  /**
   * Returns rules from outside the workspace: `info/exclude`, then each `.gitignore` from the top down to the
   * root's parent.
   */
  outerRules(): readonly OuterRules[];
  /** Returns the stamp of the list of tracked files, or undefined if no file is tracked. */
  trackedStamp(): FileStamp | undefined;
  /**
   * Returns the tracked paths below the root, sorted by bytes and zero-terminated; undefined if git fails.
   */
  trackedPaths(): Uint8Array | undefined;
  /** Checks whether a directory containing a `.git` is a repository's work tree. */
  isWorkTree(directory: ByteText): boolean;
}

/** The paths named by hints. */
type HintedPaths = {
  /** Checks whether a path is a hint. */
  has(path: ByteText): boolean;
  /** Checks whether a path is a hint or an ancestor of one. */
  isOnWay(path: ByteText): boolean;
};

/**
 * Parses hints: paths relative to the root, separated by `/`. Paths outside the root are ignored. They are
 * compared in Unicode normal form C, because a file watcher may spell a name differently from the directory
 * listing.
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
