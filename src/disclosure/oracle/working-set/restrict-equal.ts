/**
 * Facts of one payload are one secret: whatever restricts one of them restricts all. Otherwise a copy without the
 * restriction would tell what the other withholds.
 */

import { sortByCodePoint } from '../../../kernel/index.ts';
import {
  type Audience,
  commonTiers,
  type FieldTier,
  type FieldTiers,
  NEVER_TOLD,
  narrower,
} from '../../index.ts';
import type { Candidate } from './candidate.ts';

/** Gives facts that share a short id the most restrictive audience, precision and tiers among them. */
export function restrictEqual(facts: readonly Candidate[]): readonly Candidate[] {
  const groups = Map.groupBy(facts, ({ shortIds }) => shortIds?.[0]);
  return facts.map((fact) => {
    const equal = groups.get(fact.shortIds?.[0]) ?? [];
    return equal.length < 2 ? fact : restrict(fact, equal);
  });
}

function restrict(fact: Candidate, equal: readonly Candidate[]): Candidate {
  const { visibility: _visibility, owner: _owner, ...rest } = fact;
  return {
    ...rest,
    ...equal.reduce<Audience>(narrower, { visibility: 'public' }),
    isLocked: equal.some(({ isLocked }) => isLocked),
    // Each locked one keeps all its tokens: a copy that names fewer leaves would take the others from the guard.
    precise: fact.isLocked ? fact.precise : [...new Set(equal.flatMap(({ precise }) => precise))],
    ...tiersOfAll(fact, equal),
  };
}

/** What every table tells; what another entity's tier withholds, no tier of this one opens. */
function tiersOfAll(
  { entity }: Candidate,
  equal: readonly Candidate[],
): { readonly tiers?: FieldTiers; readonly entity?: string } {
  const tiered = equal.filter(({ tiers }) => tiers !== undefined);
  // The smallest name and not the first one: facts come in the order of a log, and a merge may change that.
  const about = entity ?? sortByCodePoint(tiered.flatMap((other) => other.entity ?? []))[0];
  const tables = tiered.map(({ tiers = {}, entity: other }) =>
    other === about ? tiers : mapTiers(tiers, (tier) => (tier === 0 ? tier : NEVER_TOLD)),
  );
  return {
    ...(about !== undefined && { entity: about }),
    ...(tables.length > 0 && { tiers: commonTiers(tables) }),
  };
}

function mapTiers(tiers: FieldTiers, change: (tier: FieldTier) => FieldTier): FieldTiers {
  return Object.fromEntries(Object.entries(tiers).map(([field, tier]) => [field, change(tier)]));
}
