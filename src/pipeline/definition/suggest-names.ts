/** Suggestions for unknown names within bounds: whoever misspelt a thousand names is not told a thousand near ones. */
import { didYouMean } from '../../kernel/index.ts';

/** Returns ` (did you mean …?)` for a name, or nothing. */
export type SuggestName = (name: string, known: Iterable<string>) => string;

/** How many names get a suggestion: each is compared with every known one. */
const MAX_SUGGESTIONS = 10;

/** Makes a way to suggest names that stops after a few. */
export function suggestNames(): SuggestName {
  let left = MAX_SUGGESTIONS;
  return (name, known) => (left-- > 0 ? didYouMean(name, known) : '');
}
