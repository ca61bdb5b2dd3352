/** What finds secrets: the context's port, for which an adapter brings the rules. */

/**
 * A secret as it stands in a text, and what kind of secret it is, in words for people. Whoever
 * keeps or tells a text screens it first.
 */
export type FoundSecret = { readonly kind: string; readonly value: string };

/** Finds secrets; the same text gives the same secrets in the same order. */
export type SecretScanner = {
  /** Goes up with every change of what is found. */
  readonly version: string;
  /** Returns the secrets of a text, each once, by where they begin. */
  find(text: string): readonly FoundSecret[];
  /** Returns how many characters a secret lacks, where all of its form have one length; undefined where they have not. */
  lacking?(value: string): number | undefined;
};
