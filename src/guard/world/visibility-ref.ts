/**
 * A capability for one visible place. Only `resolve` of a world mints it; it shows nothing but its address
 * and only works with the world that minted it. It can be garbage-collected at any time.
 */
import type { DiskPlace } from './disk.ts';

declare const refBrand: unique symbol;

/** An unforgeable reference to a place that was visible; its text is the address. */
export type VisibilityRef = {
  readonly [refBrand]: true;
  toString(): string;
  toJSON(): string;
};

/** The place of a reference; `path` is relative to the root, in any namespace. */
export type RefPlace = {
  readonly address: string;
  readonly root: string;
  readonly subdirectory: string | null;
  readonly path: string;
  readonly entry: string | null;
  readonly disk: DiskPlace;
};

/** The place is a private field, so no other object passes for a reference. */
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
// INVARIANT (only `resolve` mints): a reference gives no access to its constructor.
Reflect.deleteProperty(Ref.prototype, 'constructor');
Object.freeze(Object.setPrototypeOf(Ref.prototype, null));

/** Mints a reference for its owner. */
export function mintRef(place: RefPlace, owner: object): VisibilityRef {
  return new Ref(place, owner) as unknown as VisibilityRef;
}

/** Returns the place of a reference, or null if the owner did not mint it. */
export function readRef(ref: VisibilityRef, owner: object): RefPlace | null {
  // A caller may pass anything.
  return Object(ref) === ref ? Ref.read(ref, owner) : null;
}
