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

/** The place is a private field, so that no other object passes for a reference. */
class Ref {
  readonly #place: RefPlace;
  readonly #owner: object;

  constructor(place: RefPlace, owner: object) {
    this.#place = Object.freeze(place);
    this.#owner = owner;
    Object.freeze(this);
  }

  static read(value: object, owner: object): RefPlace | null {
    return #place in value && value.#owner === owner ? value.#place : null;
  }

  toString(): string {
    return #place in this ? this.#place.address : '';
  }

  toJSON(): string {
    return this.toString();
  }
}
// INVARIANT (only `resolve` mints): no reference leads to what makes references.
Reflect.deleteProperty(Ref.prototype, 'constructor');
Object.freeze(Object.setPrototypeOf(Ref.prototype, null));

/** Mints a reference for its owner. */
export function mintRef(place: RefPlace, owner: object): VisibilityRef {
  return new Ref(place, owner) as unknown as VisibilityRef;
}

/** Returns where a reference leads, or null where the owner did not mint it. */
export function readRef(ref: VisibilityRef, owner: object): RefPlace | null {
  // A caller may hand over anything.
  return Object(ref) === ref ? Ref.read(ref, owner) : null;
}
