/** What finds secrets in texts. An adapter brings the rules; whoever keeps or tells a text screens it first. */

/** A secret as it stands in a text, and what kind of secret it is, in words for people. */
export type FoundSecret = { readonly kind: string; readonly value: string };

/** Finds secrets; the same text gives the same secrets in the same order. */
export type SecretScanner = {
  /** Goes up with every change of what is found. */
  readonly version: string;
  /** Returns the secrets of a text, each once, by where they begin. */
  find(text: string): readonly FoundSecret[];
};
