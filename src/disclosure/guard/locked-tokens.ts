/**
 * Which words of a locked item must not be told: its named leaves, or all that are long enough to be telling, and the
 * keys above and below them. A key is a token by the same length, named or not, unless open items have it as well: those
 * say that it is the name of a field.
 */
import type { CanonicalValue } from '../../kernel/index.ts';
import { memberKeys, parsePointer, scalarLeaves, valueAt } from '../rules/json-pointer.ts';
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
  /** Normalised keys of what is open. */
  readonly openKeys?: ReadonlySet<string>;
};

const TELLING_DIGITS = 4;

/** Returns the tokens of a locked item, each once. */
export function lockedTokens(content: LockedContent): readonly string[] {
  const { payload, precise = [], vocabulary, openKeys } = content;
  const isKnown = (word: string): boolean => isFormatWord(word) || (vocabulary?.has(word) ?? false);
  const isTellingLeaf = (leaf: string): boolean => isTelling(leaf) && !isKnown(normalKey(leaf));
  const isTellingKey = (key: string): boolean => isTellingLeaf(key) && !openKeys?.has(normalKey(key));
  const named = namedLeaves(content);
  // Names that lead to no text or number guard nothing, so that all telling leaves do.
  if (named.length > 0) return unique([...named, ...namedKeys(payload, precise).filter(isTellingKey)]);
  return unique([
    ...scalarLeaves(payload).filter(isTellingLeaf),
    ...memberKeys(payload).filter(isTellingKey),
  ]);
}

/** A longer word is nobody's by chance, and may be a part of another one. */
const LONGEST_COMMON_WORD = 9;
const ONE_WORD = new RegExp(
  `^[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}]{1,${LONGEST_COMMON_WORD}}$`,
  'u',
);

/**
 * Returns those of an item's tokens that count as words by themselves only: short plain ones that nobody named. `active`
 * is a part of `inactive` and of many other words, which tell nothing of it.
 */
export function lockedWords(content: LockedContent): ReadonlySet<string> {
  const named = new Set(namedLeaves(content));
  return new Set(lockedTokens(content).filter((token) => ONE_WORD.test(token) && !named.has(token)));
}

function namedLeaves({ payload, precise = [] }: LockedContent): readonly string[] {
  return precise.flatMap((pointer) => valueAt(payload, pointer) ?? []).flatMap(scalarLeaves);
}

/** Returns the keys on the way to what is named, and within it. */
function namedKeys(payload: CanonicalValue, precise: readonly string[]): readonly string[] {
  return precise.flatMap((pointer) => {
    const value = valueAt(payload, pointer);
    return value === undefined ? [] : [...parsePointer(pointer), ...memberKeys(value)];
  });
}

function isTelling(leaf: string): boolean {
  const { characters, weight, isNumber } = normalizeText(leaf);
  return isNumber ? characters >= TELLING_DIGITS : weight >= TELLING_WEIGHT;
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].filter((text) => text.trim() !== '');
}
