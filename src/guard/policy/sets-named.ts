/** What a row's `allow` names: a base set, or an area, which stands for all its sets. */
import type { Area } from './policy.ts';

/** Returns the sets a word stands for. */
export function setsNamed<Set extends { readonly name: string; readonly area: Area }>(
  word: string,
  sets: readonly Set[],
): readonly Set[] {
  return sets.filter(({ name, area }) => name === word || area === word);
}
