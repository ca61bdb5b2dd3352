/**
 * Discloses the items of a working set to one consumer. What is not allowed is absent, and what is locked is locked
 * whatever else is said of it; the rest is decided by visibility, matrix and tier.
 */
import {
  consumersOf,
  type DisclosureDenial,
  type DisclosureRules,
  discloseItem,
  nameOf,
  type Provenance,
  type Slices,
  type WorkingSet,
  type WorkingSetItem,
} from '../disclosure/index.ts';
import { cite, PenumbraError } from '../kernel/index.ts';
import { type Block, ruleHandle } from './prompt-pack.ts';

/** Why an item is not in a pack. */
export type ExclusionReason = 'not-allowed' | DisclosureDenial;

/** What became of an item. */
export type Outcome = { readonly item: WorkingSetItem } & (
  | { readonly block: Block }
  | { readonly excluded: ExclusionReason }
);

/** What became of every item of a working set. */
export type DisclosedSlices = Slices<Outcome>;

/** Discloses all slices, or throws `usage` for a consumer whom the matrix does not know. */
export function discloseSlices(workingSet: WorkingSet, consumer: string): DisclosedSlices {
  requireConsumer(workingSet, consumer);
  const { mask_matrix: maskMatrix, tiers, allowmention_handles, locked_precision_handles } = workingSet;
  const lists = { allowed: new Set(allowmention_handles), locked: new Set(locked_precision_handles) };
  const rules = { consumer, maskMatrix, tiers };
  const disclose = (items: readonly WorkingSetItem[]): readonly Outcome[] =>
    items.map((item) => discloseListed(item, lists, rules));
  return {
    facts: disclose(workingSet.facts_slice),
    state: disclose(workingSet.state_slice),
    compactions: disclose(workingSet.compactions_slice),
  };
}

function discloseListed(
  item: WorkingSetItem,
  { allowed, locked }: { readonly allowed: ReadonlySet<string>; readonly locked: ReadonlySet<string> },
  rules: DisclosureRules,
): Outcome {
  if (!allowed.has(item.handle)) return { item, excluded: 'not-allowed' };
  // INVARIANT (locked wins): being allowed as well opens nothing.
  const disclosure = discloseItem(locked.has(item.handle) ? withoutPayload(item) : item, rules);
  if ('excluded' in disclosure) return { item, excluded: disclosure.excluded };
  const { handle, kind, provenance, synthesized, stale } = item;
  return {
    item,
    block: {
      handle,
      kind,
      ...disclosure,
      provenance: withOpenRules(provenance, allowed),
      ...(synthesized && { synthesized }),
      ...(stale && { stale }),
    },
  };
}

/** A rule is named only while it is open, like anything else that can be cited. */
function withOpenRules(provenance: Provenance, allowed: ReadonlySet<string>): Provenance {
  const { rule_refs } = provenance;
  if (rule_refs.length === 0) return provenance;
  return { ...provenance, rule_refs: rule_refs.filter((name) => allowed.has(ruleHandle(name))) };
}

function withoutPayload({ payload: _payload, ...item }: WorkingSetItem): WorkingSetItem {
  return item;
}

function requireConsumer({ mask_matrix }: WorkingSet, consumer: string): void {
  const known = consumersOf(mask_matrix);
  const isName = nameOf(consumer);
  if (isName && (known.includes(consumer) || known.includes('*'))) return;
  const named = isName ? ` ${cite(consumer)}` : ' of that name';
  throw new PenumbraError('usage', `the mask matrix has no consumer${named}`, {
    data: { known },
    hint: known.length === 0 ? 'give the policy a mask matrix' : `it has ${known.join(', ')}`,
  });
}
