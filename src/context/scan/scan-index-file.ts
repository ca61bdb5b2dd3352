/** The port to where the scan's index is kept. The index is derived: losing it costs one full scan and nothing else. */

/** The bytes of an index as they were found. */
export type FoundIndex = {
  readonly bytes: Uint8Array;
  /** Whether the file system is seen to change a directory's time when an entry in it changes. */
  readonly hasDirectoryTimes: boolean;
};

/** Keeps one index. */
export interface ScanIndexFile {
  /** Names the kind of machine; an index of another kind is not used. */
  readonly platform: string;
  load(): FoundIndex | undefined;
  /** Returns the time of the clock that stamps the workspace's files, in nanoseconds, or nothing if it cannot tell. */
  now(): bigint | undefined;
  /** Replaces the index, whole or not at all; what goes wrong is not worth failing a scan for. */
  save(bytes: Uint8Array): void;
}
