/**
 * The working set: what the oracle passes to the lens as canonical bytes. It is already ordered, cut and
 * disclosed. It contains everything the lens needs to decide for any consumer, and nothing that is locked.
 */
import type { CanonicalValue } from '../../kernel/index.ts';
import type { MaskMatrix } from '../rules/mask-matrix.ts';
import type { ConsumerTiers, FieldTiers } from '../rules/tier.ts';
import type { Visibility, VisibilityClass } from '../rules/visibility.ts';

/** The place in the story where a working set was compiled. */
export type Scope = {
  readonly world_id: string;
  readonly campaign_id: string;
  readonly scene_id: string;
  readonly session_id: string;
  readonly mode: string;
};

/** The policies of a working set, each by the hash of its document. */
export type PolicyIds = {
  readonly mask_matrix_id: string;
  readonly ordering_policy_id: string;
  readonly truncation_policy_id: string;
  readonly budget_policy_id: string;
  readonly compaction_policy_id: string;
};

/** The origin of an item. */
export type Provenance = {
  readonly source: string;
  readonly event_ids: readonly string[];
  readonly rule_refs: readonly string[];
};

/** The kind and visibility class of an item that something was made from. */
export type MadeFrom = { readonly kind: string; readonly visibility: VisibilityClass };

/**
 * One item of a slice. A locked item has no payload, but may have a gist, and has an ordinal instead of its
 * handle.
 */
export type WorkingSetItem = {
  readonly handle: string;
  readonly kind: string;
  readonly payload?: CanonicalValue;
  readonly gist?: CanonicalValue;
  readonly provenance: Provenance;
  readonly visibility: Visibility;
  readonly owner?: string;
  readonly entity?: string;
  readonly tiers?: FieldTiers;
  /** What a compaction was made from. It is only disclosed where all of that is disclosed in full. */
  readonly made_from?: readonly MadeFrom[];
  /** A memory rather than an established fact; goes to the memory channel. */
  readonly recall?: true;
  /** A matter of rules, which a director does not see. */
  readonly mechanical?: true;
  readonly synthesized?: true;
  readonly stale?: true;
};

/** The requirements for the reply. */
export type OutputClass = {
  readonly type: string;
  readonly length?: { readonly min_characters?: number; readonly max_characters?: number };
  readonly forbidden_tokens?: readonly string[];
  readonly required_elements?: readonly string[];
  readonly schema?: CanonicalValue;
};

/** The bounds of each channel, and content the reply must not contain. */
type ChannelRules = {
  readonly bounds?: CanonicalValue;
  readonly forbidden_content?: readonly string[];
};

/** The oracle's instructions for the answer, apart from the facts. */
export type Directives = {
  readonly output_class: OutputClass;
  readonly channel_rules: ChannelRules;
  readonly why_rule: string;
};

/** The whole working set, in its wire format. */
export type WorkingSet = Scope & {
  readonly policy_ids: PolicyIds;
  readonly pins_snapshot: { readonly [pin: string]: CanonicalValue };
  readonly mask_matrix: MaskMatrix;
  readonly tiers: ConsumerTiers;
  readonly allowmention_handles: readonly string[];
  readonly locked_precision_handles: readonly string[];
  readonly facts_slice: readonly WorkingSetItem[];
  readonly state_slice: readonly WorkingSetItem[];
  readonly compactions_slice: readonly WorkingSetItem[];
  readonly directives: Directives;
};

/** The bytes of a working set and their id. */
export type WorkingSetBytes = { readonly bytes: Uint8Array; readonly id: string };

const RULE = 'rule_ref:';

/** Returns the handle of a rule, which facts may name with or without the prefix. */
export function ruleHandle(name: string): string {
  return name.startsWith(RULE) ? name : `${RULE}${name}`;
}

/** Returns the name of a locked item, which reveals nothing about it. */
export function lockedOrdinal(number: number): string {
  return `locked:${number}`;
}

const ordinals: string[] = [];

/**
 * Returns the names of the first `count` locked items. They are cached, because every compilation uses them.
 */
export function lockedOrdinals(count: number): readonly string[] {
  while (ordinals.length < count) ordinals.push(lockedOrdinal(ordinals.length + 1));
  return ordinals.slice(0, count);
}
