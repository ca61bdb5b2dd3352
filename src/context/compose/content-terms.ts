/** The terms of a content or query: those of prose, and words with digits as a whole, such as `404` or `E1234`. */
import { sourceText } from '../producers/source-text.ts';
import { proseTerms, type TermCounts } from '../producers/terms.ts';

const RUN = /[\p{L}\p{M}\p{N}_$]+/gu;
const DIGIT = /\p{N}/u;

/** Counts the terms of a text. */
export function textTerms(text: string): TermCounts {
  const counts = proseTerms(text);
  for (const run of text.match(RUN) ?? []) {
    if (!DIGIT.test(run)) continue;
    const term = run.toLowerCase();
    counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return counts;
}

/** Counts the terms of a content's first bytes; what is no text has none. */
export function contentTerms(content: Uint8Array): TermCounts {
  const text = sourceText(content);
  return text === undefined ? new Map() : textTerms(text);
}
