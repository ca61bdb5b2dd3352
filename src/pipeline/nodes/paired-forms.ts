/**
 * Two objects that are forms of one thing, each known from the other for as long as it lives. A private field carries
 * that: unlike a property it is neither seen, copied nor forged, and unlike an entry of a weak map, of which every
 * artifact of every walk would need two, it costs a collection of garbage nothing.
 */

/** Constructs nothing: a class that extends it puts its private fields on the object it is given. */
const Given = function given(object: object): object {
  return object;
} as unknown as new (
  object: object,
) => object;

class Paired extends Given {
  readonly #other: object;

  constructor(object: object, other: object) {
    super(object);
    this.#other = other;
  }

  static other(object: object): object | undefined {
    return #other in object ? object.#other : undefined;
  }
}

/** Pairs two objects; each can be paired once. */
export function pairForms(one: object, other: object): void {
  new Paired(one, other);
  new Paired(other, one);
}

/** Returns the other form of an object, where it has been paired. */
export function otherForm(object: object): object | undefined {
  return Paired.other(object);
}
