/**
 * The capability to one visible place. It is minted by a world's `resolve` alone, shows nothing but its address, and
 * leads to its place only through the world that minted it; nothing keeps it from being forgotten.
 */
import type { DiskPlace } from './disk.ts';

declare const refBrand: unique symbol;

/** An unforgeable reference to a place that was visible; its text is the address. */
export type VisibilityRef = {
  readonly [refBrand]: true;
  toString(): string;
  toJSON(): string;
};

/** Where a reference leads; `path` is relative to the root, whichever namespace the address is in. */
export type RefPlace = {
  readonly address: string;
  readonly root: string;
  readonly subdirectory: string | null;
  readonly path: string;
  readonly entry: string | null;
  readonly disk: DiskPlace;
};

type Minted = { readonly place: RefPlace; readonly owner: object };

const minted = new WeakMap<object, Minted>();
const prototype = Object.freeze(
  Object.assign(Object.create(null), {
    toString(this: object): string {
      return minted.get(this)?.place.address ?? '';
    },
    toJSON(this: object): string {
      return minted.get(this)?.place.address ?? '';
    },
  }),
);

/** Mints a reference for its owner. */
export function mintRef(place: RefPlace, owner: object): VisibilityRef {
  const ref = Object.freeze(Object.create(prototype));
  minted.set(ref, { place: Object.freeze(place), owner });
  return ref;
}

/** Returns where a reference leads, or null where the owner did not mint it. */
export function readRef(ref: VisibilityRef, owner: object): RefPlace | null {
  const found = minted.get(ref);
  return found?.owner === owner ? found.place : null;
}
