/**
 * Decides what one consumer gets of one item, in the fixed order: allowed, locked, visible, matrix, tier. What is not
 * told is absent, with nothing in its place, and has one reason.
 */
import {
  admits,
  fieldsAtTier,
  formFor,
  tierOf,
  visibilityClass,
  type WorkingSet,
  type WorkingSetItem,
} from '../disclosure/index.ts';
import type { CanonicalValue } from '../kernel/index.ts';
import type { Block } from './prompt-pack.ts';

/** Why an item is not in a pack. */
export type ExclusionReason = 'not-allowed' | 'locked' | 'not-visible' | 'not-in-matrix' | 'no-gist' | 'tier';

/** What became of an item. */
export type Disclosure = { readonly block: Block } | { readonly excluded: ExclusionReason };

/** What decides, beside the item. */
export type DisclosureRules = {
  readonly workingSet: WorkingSet;
  readonly consumer: string;
  readonly allowed: ReadonlySet<string>;
  readonly locked: ReadonlySet<string>;
};

/** Discloses an item to a consumer. */
export function discloseItem(item: WorkingSetItem, rules: DisclosureRules): Disclosure {
  const { workingSet, consumer, allowed, locked } = rules;
  if (!allowed.has(item.handle)) return { excluded: 'not-allowed' };
  // INVARIANT (locked wins): an item without a payload is locked, whatever the lists say.
  const isLocked = locked.has(item.handle) || item.payload === undefined;
  if (isLocked && item.gist === undefined) return { excluded: 'locked' };
  if (!admits(item.visibility, consumer, item.owner)) return { excluded: 'not-visible' };
  const visibility = visibilityClass(item.visibility);
  const form = formFor(workingSet.mask_matrix, { consumer, kind: item.kind, visibility });
  if (form === 'absent') return { excluded: 'not-in-matrix' };
  const isGist = isLocked || form === 'gist';
  if (isGist && item.gist === undefined) return { excluded: 'no-gist' };
  const whole = (isGist ? item.gist : item.payload) as CanonicalValue;
  const payload = atTier(item, whole, workingSet, consumer);
  if (isEmpty(payload) && !isEmpty(whole)) return { excluded: 'tier' };
  return { block: toBlock(item, isGist ? 'gist' : 'full', payload) };
}

function atTier(
  { entity, tiers }: WorkingSetItem,
  payload: CanonicalValue,
  { tiers: known }: WorkingSet,
  consumer: string,
): CanonicalValue {
  if (tiers === undefined) return payload;
  return fieldsAtTier(payload, tiers, entity === undefined ? 0 : tierOf(known, consumer, entity));
}

function toBlock(item: WorkingSetItem, form: Block['form'], payload: CanonicalValue): Block {
  return {
    handle: item.handle,
    kind: item.kind,
    form,
    payload,
    provenance: item.provenance,
    ...(item.synthesized && { synthesized: true }),
    ...(item.stale && { stale: true }),
  };
}

function isEmpty(value: CanonicalValue): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
