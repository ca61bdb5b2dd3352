/**
 * Decides what a consumer gets of an item, in a fixed order: locked, visible, matrix, tier. Anything withheld
 * is absent without a placeholder, for exactly one reason. The oracle uses this to look ahead, and the lens
 * to decide.
 */
import type { CanonicalValue } from '../../kernel/index.ts';
import { type DisclosureForm, formFor, type MaskMatrix } from '../rules/mask-matrix.ts';
import { type ConsumerTiers, fieldsAtTier, tierOf } from '../rules/tier.ts';
import { admits, visibilityClass } from '../rules/visibility.ts';
import type { WorkingSetItem } from './working-set.ts';

/** Why an item is withheld from a consumer. */
export type DisclosureDenial = 'locked' | 'not-visible' | 'not-in-matrix' | 'no-gist' | 'tier';

/** What a consumer gets of an item. */
export type Disclosure =
  | { readonly form: 'full' | 'gist'; readonly payload: CanonicalValue }
  | { readonly excluded: DisclosureDenial };

/** The rules that decide, apart from the item. */
export type DisclosureRules = {
  readonly consumer: string;
  readonly maskMatrix: MaskMatrix;
  readonly tiers: ConsumerTiers;
};

/** The relevant part of an item. An item without a payload is locked. */
export type DisclosedItem = Pick<
  WorkingSetItem,
  'kind' | 'made_from' | 'payload' | 'gist' | 'visibility' | 'owner' | 'entity' | 'tiers'
>;

/** Discloses an item to a consumer. */
export function discloseItem(item: DisclosedItem, rules: DisclosureRules): Disclosure {
  const { gist, visibility, owner } = item;
  const isLocked = item.payload === undefined;
  if (isLocked && gist === undefined) return { excluded: 'locked' };
  if (!admits(visibility, rules.consumer, owner)) return { excluded: 'not-visible' };
  const form = formOf(item, rules);
  if (form === 'absent') return { excluded: 'not-in-matrix' };
  const isGist = isLocked || form === 'gist';
  if (isGist && gist === undefined) return { excluded: 'no-gist' };
  const payload = atTier(item, (isGist ? gist : item.payload) as CanonicalValue, rules);
  return payload === undefined ? { excluded: 'tier' } : { form: isGist ? 'gist' : 'full', payload };
}

/** Something made from several items is only disclosed where each of them is disclosed in full. */
function formOf(
  { kind, made_from = [], visibility }: DisclosedItem,
  { consumer, maskMatrix }: DisclosureRules,
): DisclosureForm {
  const isOpen = made_from.every((part) => formFor(maskMatrix, { consumer, ...part }) === 'full');
  return isOpen ? formFor(maskMatrix, { consumer, kind, visibility: visibilityClass(visibility) }) : 'absent';
}

function atTier(
  { entity, tiers }: DisclosedItem,
  payload: CanonicalValue,
  { tiers: known, consumer }: DisclosureRules,
): CanonicalValue | undefined {
  if (tiers === undefined) return payload;
  return fieldsAtTier(payload, tiers, entity === undefined ? 0 : tierOf(known, consumer, entity));
}
