/**
 * What tells a changed file from an unchanged one without reading it.
 * INVARIANT (no racy stamp is trusted): clocks tick coarsely, so an entry changed in the tick in which it was read can
 * look unchanged ever after. A stamp not older than the reading is therefore never kept; the entry is read again.
 */

/** Size, times in nanoseconds and inode of an entry. */
export type FileStamp = {
  readonly size: bigint;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  readonly ino: bigint;
};

/** A stamp that no entry has: what carries it is read again. */
export const NO_STAMP: FileStamp = { size: 0n, mtimeNs: 0n, ctimeNs: 0n, ino: 0n };

/** Returns the stamp to keep of an entry read after a moment of the file system's clock. */
export function keptStamp(stamp: FileStamp, readAfterNs: bigint | undefined): FileStamp {
  const isOlder = readAfterNs !== undefined && stamp.mtimeNs < readAfterNs && stamp.ctimeNs < readAfterNs;
  return isOlder ? stamp : { ...NO_STAMP, size: stamp.size };
}

/** Tells whether a stamp is one that entries can have. */
export function isKept(stamp: FileStamp): boolean {
  return stamp.ctimeNs !== 0n || stamp.mtimeNs !== 0n || stamp.ino !== 0n;
}

/** Tells whether two stamps are equal. */
export function sameStamp(left: FileStamp, right: FileStamp): boolean {
  return (
    left.mtimeNs === right.mtimeNs &&
    left.ctimeNs === right.ctimeNs &&
    left.ino === right.ino &&
    left.size === right.size
  );
}
