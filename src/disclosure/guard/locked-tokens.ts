/** Which words of a locked item must not be told: its named leaves, or all that are long enough to be telling. */
import type { CanonicalValue } from '../../kernel/index.ts';
import { scalarLeaves, valueAt } from '../rules/json-pointer.ts';
import { isFormatWord } from './format-words.ts';
import { normalizeText, normalKey } from './normalize-text.ts';
import { TELLING_WEIGHT } from './script-rules.ts';

/** What tokens are taken from. */
export type LockedContent = {
  readonly payload: CanonicalValue;
  /** JSON pointers of the leaves that are locked; without any, the telling ones are. */
  readonly precise?: readonly string[] | undefined;
  /** Normalised words that are never tokens unless they are named. */
  readonly vocabulary?: ReadonlySet<string>;
};

const TELLING_DIGITS = 4;

/** Returns the tokens of a locked item, each once. */
export function lockedTokens({ payload, precise = [], vocabulary }: LockedContent): readonly string[] {
  const named = precise.flatMap((pointer) => valueAt(payload, pointer) ?? []).flatMap(scalarLeaves);
  // Names that lead to no text or number guard nothing, so that all telling leaves do.
  if (named.length > 0) return unique(named);
  const isKnown = (key: string): boolean => isFormatWord(key) || (vocabulary?.has(key) ?? false);
  return unique(scalarLeaves(payload).filter((leaf) => isTelling(leaf) && !isKnown(normalKey(leaf))));
}

function isTelling(leaf: string): boolean {
  const { characters, weight, isNumber } = normalizeText(leaf);
  return isNumber ? characters >= TELLING_DIGITS : weight >= TELLING_WEIGHT;
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].filter((text) => text.trim() !== '');
}
