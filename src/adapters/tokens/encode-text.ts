/** The one module that loads the tokenizer and its table of ranks; it is imported when a token is first counted. */
import { clearMergeCache, countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { cutRuns } from './cut-runs.ts';

/** Nothing is special: a text that spells a control token is counted like any other text. */
const PLAIN_TEXT = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

/** Counts the tokens of a text in time that grows with its length alone. */
export function countTextTokens(text: string): number {
  let tokens = 0;
  for (const part of cutRuns(text)) tokens += countTokens(part, PLAIN_TEXT);
  // Its keys are slices that keep the whole text in memory.
  clearMergeCache();
  return tokens;
}
