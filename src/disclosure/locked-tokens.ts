/** Which words of a locked item must not be told: its named leaves, or all that are long enough to be telling. */
import type { CanonicalValue } from '../kernel/index.ts';
import { WHOLE_TOKEN_CHARACTERS } from './guard-entry.ts';
import { scalarLeaves, valueAt } from './json-pointer.ts';
import { normalizeText, normalKey } from './normalize-text.ts';

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
  if (precise.length > 0) {
    const named = precise.map((pointer) => valueAt(payload, pointer));
    return unique(named.flatMap((value) => (value === undefined ? [] : scalarLeaves(value))));
  }
  return unique(scalarLeaves(payload).filter((leaf) => isTelling(leaf) && !vocabulary?.has(normalKey(leaf))));
}

function isTelling(leaf: string): boolean {
  const { characters, isNumber } = normalizeText(leaf);
  return characters >= (isNumber ? TELLING_DIGITS : WHOLE_TOKEN_CHARACTERS);
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].filter((text) => text.trim() !== '');
}
