/**
 * The working set: what the oracle hands to the lens, as canonical bytes. Ordered, cut and disclosed already, it holds
 * all the lens needs to decide for any consumer, and nothing that is locked.
 */
import type { CanonicalValue } from '../../kernel/index.ts';
import type { MaskMatrix } from '../rules/mask-matrix.ts';
import type { ConsumerTiers, FieldTiers } from '../rules/tier.ts';
import type { Visibility, VisibilityClass } from '../rules/visibility.ts';

/** Where in the story a working set was taken. */
export type Scope = {
  readonly world_id: string;
  readonly campaign_id: string;
  readonly scene_id: string;
  readonly session_id: string;
  readonly mode: string;
};

/** The policies a working set was made under, each by the hash of its document. */
export type PolicyIds = {
  readonly mask_matrix_id: string;
  readonly ordering_policy_id: string;
  readonly truncation_policy_id: string;
  readonly budget_policy_id: string;
  readonly compaction_policy_id: string;
};

/** Where an item comes from. */
export type Provenance = {
  readonly source: string;
  readonly event_ids: readonly string[];
  readonly rule_refs: readonly string[];
};

/** A kind and class of visibility under which something was told. */
export type MadeFrom = { readonly kind: string; readonly visibility: VisibilityClass };

/** One item of a slice. A locked item has a gist and no payload, and an ordinal in place of its handle. */
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
  /** What a compaction was made from: it is told to whoever is told all of that in full. */
  readonly made_from?: readonly MadeFrom[];
  /** Its kind is remembered rather than established: it goes to memory. */
  readonly recall?: true;
  /** Its kind is a matter of rules: a director does not see it. */
  readonly mechanical?: true;
  readonly synthesized?: true;
  readonly stale?: true;
};

/** What the reply must keep to. */
export type OutputClass = {
  readonly type: string;
  readonly length?: { readonly min_characters?: number; readonly max_characters?: number };
  readonly forbidden_tokens?: readonly string[];
  readonly required_elements?: readonly string[];
  readonly schema?: CanonicalValue;
};

/** What each channel may hold and the reply may not. */
type ChannelRules = {
  readonly bounds?: CanonicalValue;
  readonly forbidden_content?: readonly string[];
};

/** What the oracle says about the answer, beside the facts. */
export type Directives = {
  readonly output_class: OutputClass;
  readonly channel_rules: ChannelRules;
  readonly why_rule: string;
};

/** The whole, in its wire format. */
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

/** The bytes of a working set with the id they are known by. */
export type WorkingSetBytes = { readonly bytes: Uint8Array; readonly id: string };

const RULE = 'rule_ref:';

/** Returns the handle of a rule, which facts may name with or without its type. */
export function ruleHandle(name: string): string {
  return name.startsWith(RULE) ? name : `${RULE}${name}`;
}

/** Returns the name of a locked item that tells nothing about it. */
export function lockedOrdinal(number: number): string {
  return `locked:${number}`;
}

const ordinals: string[] = [];

/** Returns the names of so many locked items, from the first; every compilation names them. */
export function lockedOrdinals(count: number): readonly string[] {
  while (ordinals.length < count) ordinals.push(lockedOrdinal(ordinals.length + 1));
  return ordinals.slice(0, count);
}
