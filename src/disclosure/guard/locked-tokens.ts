/**
 * Chooses the words of a locked item that must not leak: its named leaves, or all leaves that are long enough
 * to be telling, and the keys above and below them. A key must be telling as well, and it does not count if
 * open items use it, since then it is an ordinary field name.
 */
import type { CanonicalValue } from '../../kernel/index.ts';
import { memberKeys, parsePointer, scalarLeaves, valueAt } from '../rules/json-pointer.ts';
import { TELLING_WEIGHT } from './fold-character.ts';
import { normalizeText, normalKey } from './normalize-text.ts';

/** The content that tokens are taken from. */
export type LockedContent = {
  readonly payload: CanonicalValue;
  /** JSON pointers of the locked leaves. Without any, all telling leaves are locked. */
  readonly precise?: readonly string[] | undefined;
  /** Normalized words that are tokens only if they are named. */
  readonly vocabulary?: ReadonlySet<string>;
  /** Normalized keys of open items. */
  readonly openKeys?: ReadonlySet<string>;
};

const TELLING_DIGITS = 4;

/** Returns the tokens of a locked item without duplicates. */
export function lockedTokens(content: LockedContent): readonly string[] {
  const { payload, precise = [], vocabulary, openKeys } = content;
  const isKnown = (word: string): boolean => isFormatWord(word) || (vocabulary?.has(word) ?? false);
  const isTellingLeaf = (leaf: string): boolean => isTelling(leaf) && !isKnown(normalKey(leaf));
  const isTellingKey = (key: string): boolean => isTellingLeaf(key) && !openKeys?.has(normalKey(key));
  const named = namedLeaves(content);
  // If the pointers lead to no text or number, they protect nothing, so all telling leaves are used.
  if (named.length > 0) return unique([...named, ...namedKeys(payload, precise).filter(isTellingKey)]);
  return unique([
    ...scalarLeaves(payload).filter(isTellingLeaf),
    ...memberKeys(payload).filter(isTellingKey),
  ]);
}

/** A longer word is not ordinary and may also be found inside other words. */
const LONGEST_COMMON_WORD = 9;
const ONE_WORD = new RegExp(
  `^[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}]{1,${LONGEST_COMMON_WORD}}$`,
  'u',
);

/**
 * Returns the tokens that only count as separate words: short plain ones that were not named. For example,
 * `active` is part of `inactive` and of many other words that reveal nothing.
 */
export function lockedWords(content: LockedContent): ReadonlySet<string> {
  const named = new Set(namedLeaves(content));
  return new Set(lockedTokens(content).filter((token) => ONE_WORD.test(token) && !named.has(token)));
}

function namedLeaves({ payload, precise = [] }: LockedContent): readonly string[] {
  return precise.flatMap((pointer) => valueAt(payload, pointer) ?? []).flatMap(scalarLeaves);
}

/** Returns the keys on the path to the named leaves, and those within them. */
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

/**
 * The words of Penumbra's own formats: fields of working sets, packs and envelopes, classes, forms and JSON
 * Schema keywords. They surround every fact and reveal nothing, so a leaf with such a value only counts if it
 * is named. Words that are too short to count are left out.
 */
const SET_FIELDS = `world_id campaign_id scene_id session_id policy_ids mask_matrix mask_matrix_id ordering_policy_id
  truncation_policy_id budget_policy_id compaction_policy_id pins_snapshot allowmention_handles
  locked_precision_handles facts_slice state_slice compactions_slice directives output_class channel_rules why_rule`;
const ITEM_FIELDS = `handle payload provenance visibility entity recall mechanical synthesized source event_ids
  rule_refs`;
const PACK_FIELDS = `schema compiler working_set_id consumer memory bounds forbidden_content
  contract length min_characters max_characters forbidden_tokens required_elements citations foreground
  allowed_handles locked_handles promptpack_hash text_hash excluded reason counts version`;
const VALUES =
  'public consumers system absent locked unlocked unknown heard_of fought studied rule-refs-only';
const JSON_SCHEMA = `$schema $defs $comment additionalProperties boolean contains contentEncoding default dependentRequired
  deprecated description examples exclusiveMaximum exclusiveMinimum format integer maximum maxItems maxLength
  maxProperties minimum minItems minLength minProperties multipleOf number object pattern patternProperties
  prefixItems properties propertyNames readOnly required string unevaluatedProperties uniqueItems writeOnly`;

const words: ReadonlySet<string> = new Set(
  [SET_FIELDS, ITEM_FIELDS, PACK_FIELDS, VALUES, JSON_SCHEMA].flatMap((list) =>
    list.split(/\s+/).map(normalKey),
  ),
);

/** Returns whether a normalized key is a word of the formats. */
function isFormatWord(key: string): boolean {
  return words.has(key);
}
