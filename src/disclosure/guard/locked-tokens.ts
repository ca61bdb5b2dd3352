/**
 * Which words of a locked item must not be told: its named leaves, or all that are long enough to be telling, and the
 * keys above and below them. A key is a token by the same length, named or not, unless open items have it as well: those
 * say that it is the name of a field.
 */
import type { CanonicalValue } from '../../kernel/index.ts';
import { memberKeys, parsePointer, scalarLeaves, valueAt } from '../rules/json-pointer.ts';
import { TELLING_WEIGHT } from './fold-character.ts';
import { normalizeText, normalKey } from './normalize-text.ts';

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

/**
 * The words of this product's own formats: fields of working sets, packs and envelopes, classes and forms, and the keywords
 * of JSON Schema. They stand around every fact, so none of them tells anything; a leaf that is one counts only where it is
 * named. Words too short to count anyway are left out.
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

/** Tells whether a normal key is a word of the formats. */
function isFormatWord(key: string): boolean {
  return words.has(key);
}
