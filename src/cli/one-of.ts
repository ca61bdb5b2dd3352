/** For options that take one of a few words. */
import { cite, didYouMean, PenumbraError } from '../kernel/index.ts';

/** Makes the reader of an option's value that takes these words and no other. */
export function oneOf(option: string, names: readonly string[]): (text: string) => string {
  return (text) => {
    if (names.includes(text)) return text;
    throw new PenumbraError('usage', `${cite(text)} is nothing for ${option}${didYouMean(text, names)}`, {
      hint: `use one of: ${names.join(', ')}`,
    });
  };
}
