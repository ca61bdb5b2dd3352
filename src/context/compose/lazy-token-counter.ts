/** The port to a pinned tokenizer that may be large and is loaded when it first counts; equal name and version mean equal counts. */

/** Counts the tokens of texts. */
export interface LazyTokenCounter {
  readonly name: string;
  readonly version: string;
  /** How many bytes one token stands for at most: what is too long for the tokens that remain needs no counting. */
  readonly longestTokenBytes: number;
  /** Returns how many tokens a text has, a whole number. */
  count(text: string): Promise<number>;
}
