/** The port that counts tokens. A budget names its counter, so the same policy cuts the same way everywhere. */
import { PenumbraError } from '../../../kernel/index.ts';

/** Counts the tokens of a text: a pure function, never less for a longer text. */
export type TokenCounter = { readonly name: string; count(text: string): number };

const BYTES_PER_TOKEN = 3;

/** Counts one token for every three bytes begun: more than tokenizers find in prose, and about what they find in JSON. */
export const byteCounter: TokenCounter = Object.freeze({
  name: 'bytes/3',
  count: (text: string) => Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN),
});

/** Returns the counter a budget names, or throws. */
export function requireCounter(counters: readonly TokenCounter[], name: string): TokenCounter {
  const counter = counters.find((known) => known.name === name);
  if (counter) return counter;
  throw new PenumbraError('invalid-configuration', 'the budget names an unknown token counter', {
    data: { counter: name, known: counters.map((known) => known.name) },
    hint: `known counters: ${counters.map((known) => known.name).join(', ')}`,
  });
}
