/**
 * The only module that loads the tokenizer and its table of ranks; it is imported when a token is first
 * counted.
 */
import { clearMergeCache, countTokens } from 'gpt-tokenizer/encoding/o200k_base';

/** Nothing is special: a text that spells a control token is counted like any other text. */
const PLAIN_TEXT = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

/** Counts the tokens of a text in linear time. */
export function countTextTokens(text: string): number {
  let tokens = 0;
  for (const part of cutRuns(text)) tokens += countTokens(part, PLAIN_TEXT);
  // Its keys are slices that keep the whole text in memory.
  clearMergeCache();
  return tokens;
}

/**
 * How many characters of a run stay together; in longer runs, a count may be a few tokens higher for each
 * cut. The tokenizer merges each run in quadratic time, so that 10 MB of one letter would take days. Words
 * and lines are shorter than this, and a text without a long run is one part: its count is exactly the
 * tokenizer's.
 */
export const LONGEST_RUN = 256;

// No piece of the tokenizer spans more than the end of one such run and the whole of the next. The quantifier
// is bounded because an unbounded repetition over a long text overflows the regex engine's stack.
const RUN = new RegExp(`[\\p{L}\\p{M}]{1,${LONGEST_RUN}}|[^\\p{L}\\p{N}]{1,${LONGEST_RUN}}`, 'gu');

/** Yields the consecutive parts of a text. */
export function* cutRuns(text: string): Generator<string> {
  let start = 0;
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (run.length < LONGEST_RUN) continue;
    const end = index + run.length;
    yield text.slice(start, end);
    start = end;
  }
  if (start < text.length) yield text.slice(start);
}
