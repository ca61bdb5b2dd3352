/** Assertions for what must be true if the program is right; never for what a caller or the world can get wrong. */

/** Throws when an invariant does not hold. */
export function assertInvariant(holds: unknown, invariant: string): asserts holds {
  if (!holds) throw new Error(`broken invariant: ${invariant}`);
}
