/**
 * What the world asks of a disk. The files adapter implements it and alone knows host paths: a directory goes in once,
 * when the world is made, and from then on is a token.
 */

declare const diskRootBrand: unique symbol;

/** A real directory, as a token of the adapter that opened it. */
export type DiskRoot = { readonly [diskRootBrand]: true };

/** A path below a real directory. */
export type DiskPlace = { readonly root: DiskRoot; readonly path: string };

/** What is at a place: something, nothing, or a link on the way or at its end. */
export type DiskAnswer = 'present' | 'absent' | 'link';

/** A disk, as far as the world needs to ask it. */
export interface Disk {
  /** Makes a directory real, following links this once; null where there is none. */
  openRoot(directory: string): DiskRoot | null;
  /** Makes a directory real and finds the deepest of some roots it lies in; null where it lies in none. */
  locate(directory: string, roots: readonly DiskRoot[]): DiskPlace | null;
  /** Looks at a place, component by component, without following a link. */
  lookUp(place: DiskPlace): DiskAnswer;
}
