/**
 * The words of this product's own formats: fields of working sets, packs and envelopes, classes and forms, and the
 * keywords of JSON Schema. They stand around every fact, so that none of them tells anything; a leaf that is one counts
 * only where it is named. Words too short to count anyway are left out.
 */
import { normalKey } from './normalize-text.ts';

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
export function isFormatWord(key: string): boolean {
  return words.has(key);
}
