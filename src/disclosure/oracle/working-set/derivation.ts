/** Derived locks as the compiler keeps them while it works. */

/** What of an item is locked because it told of others: its payload, or its gist as well. */
type Derivation = { readonly by: ReadonlySet<string>; readonly isGistLocked: boolean };

/** Derived locks by handle. */
export type Derivations = ReadonlyMap<string, Derivation>;
