/**
 * The disk access that a world needs. The files adapter implements it and is the only code that knows host
 * paths: a directory is passed in once, when the world is created, and is a token from then on.
 */

declare const diskRootBrand: unique symbol;

/** A real directory, as a token of the adapter that opened it. */
export type DiskRoot = { readonly [diskRootBrand]: true };

/** A path below a real directory. */
export type DiskPlace = { readonly root: DiskRoot; readonly path: string };

/** What is at a place: something, nothing, or a link (along the path or at its end). */
export type DiskAnswer = 'present' | 'absent' | 'link';

/** The disk as the world needs it. */
export interface Disk {
  /** Resolves a directory, following links this once; null if it does not exist. */
  openRoot(directory: string): DiskRoot | null;
  /** Resolves a directory and finds the deepest of some roots that contains it; null if none does. */
  locate(directory: string, roots: readonly DiskRoot[]): DiskPlace | null;
  /** Looks up a place component by component, without following links. */
  lookUp(place: DiskPlace): DiskAnswer;
}
